"""Seeing: pictures in, cards, hands and what changed out. It never knows the names of games, players or scores."""
