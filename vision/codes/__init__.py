"""Printed and shown codes in a picture: where they may be, and their text. What a text means is not known here."""
