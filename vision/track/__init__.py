"""What moves and what lies still: change against the last frame and against the settled table. Names no card."""
