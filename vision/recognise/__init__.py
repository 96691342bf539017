"""What is it: the identity of each proposed card against an enrolled deck, or an honest unknown."""
