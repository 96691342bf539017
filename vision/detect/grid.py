"""The numbers the detector's network and everything around it agree on. Decides nothing."""

CELL = 8  # pixels between the network's answers
UNIT = 32.0  # pixels that the network calls one
STEP = 32  # the network's input sides are multiples of this
SMALLEST_PX, LARGEST_PX = 18.0, 90.0  # widths of card, in pixels of its input, that the network is good at
