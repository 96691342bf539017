"""What the search for garbage looks through. Where everything is searched, it takes as long as several pictures do.

What stays for a whole match is left out of the searches in the middle of play; whoever counts what there is looks
through all of it. Every `leave_out` comes after a `look_through_all`, so that nothing is left out for good.
"""

import ctypes
import gc
import sys


def look_through_all() -> None:
    """Search everything now, also what was left out before, and give back to the machine what nobody uses."""
    gc.unfreeze()
    gc.collect()
    if sys.platform == "linux":
        _give_back()


def _give_back() -> None:
    """Pictures come and go by the thousand: the C library keeps their room, in pieces, and the app would seem to grow
    for an hour. Android's library has no such call, and does it by itself."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def leave_out() -> None:
    """Leave what there is now out of the searches to come."""
    gc.freeze()
    # How much there is is remembered: with next to nothing left to look through, it is looked through often.
    gc.collect()
