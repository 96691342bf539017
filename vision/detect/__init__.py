"""Where the cards are: outlines in a picture, with no idea what is printed on them."""
