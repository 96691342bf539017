"""Recordings: a folder of short segments that can be cut anywhere, its doctor, and pictures that prove a ruling."""
