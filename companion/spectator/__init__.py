"""A page on the local network where others watch the totals. It can be read and nothing else, and is off by default."""
