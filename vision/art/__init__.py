"""Our own decks, drawn by program: a face is a short list of shapes in millimetres, for screen and printer."""
