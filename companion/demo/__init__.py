"""A short recorded game that comes with the program: pictures of a table, its TABLE file, and the deck on it."""
