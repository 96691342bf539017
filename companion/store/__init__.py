"""Where matches are kept: the log that loses nothing, and what can be read from it. It never judges."""
