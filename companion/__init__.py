"""The companion: events and rules, the referee, the match log, the screens and the command line."""

import os

# The products of matrices here are small: numpy's own threads would wait for each other longer than they work, a still
# takes a quarter longer with them. It reads this when it is first imported; what the owner has set stays.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
