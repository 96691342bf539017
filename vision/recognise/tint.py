"""The tint of a card where two faces differ in little else: hatching that a lens does not resolve leaves one.

Eyes that look for print take such a symbol for an empty one. So where the colours of a card are explained to a few
hundredths by what is enrolled and the light, and lie nearer to another likely face in the very cells in which that one
differs, the name is in doubt. It has no say where the light is uneven or a card is partly covered, nor on faces that
differ by more than a tint.
"""

import numpy as np

from vision.image import FloatArray

#: Cells differ from here on (logarithm of a level); so many must, and as many again must not, for the light is told by
#: them.
DIFFERS, FEWEST = 0.05, 10
#: What the cells' differences, squared, may add up to: more is another drawing, less is nothing.
LEAST, MOST = 0.05, 0.5
#: How far colours may be off, in the mean, for all to be explained.
EXPLAINED = 0.06
#: Where the card lies from its face (0) to the other (1). On photographs of two real decks at six sizes nine of
#: thirteen hatched cards that were taken for empty ones lie beyond this, and of 3,200 right names there, on traced and
#: on composed tables three; at 0.7 it is nine and eight.
NEARER = 0.8


def tinted_like_another(colour: FloatArray, trust: FloatArray, face: FloatArray, others: FloatArray) -> bool:
    """`colour` is the mean logarithm of blue, green and red in each cell of a card that is taken for `face`; `others`
    are the colours of other faces that it might be."""
    return any(_tinted_like(colour, trust, face, other) for other in others)


def _tinted_like(colour: FloatArray, trust: FloatArray, face: FloatArray, other: FloatArray) -> bool:
    apart = other - face
    apart = apart - np.median(apart, axis=0)
    differs = np.abs(apart).max(axis=1) >= DIFFERS
    if min(differs.sum(), (~differs).sum()) < FEWEST:
        return False
    left = colour - face
    left = left - np.median(left[~differs], axis=0)
    weights = trust[:, None]
    power = float((weights * apart**2)[differs].sum())
    if not LEAST < power < MOST:
        return False
    nearer = float((weights * left * apart)[differs].sum()) / power
    unexplained = left - nearer * apart * differs[:, None]
    off = [_mean(unexplained[where] ** 2, weights[where]) ** 0.5 for where in (differs, ~differs)]
    return nearer > NEARER and max(off) < EXPLAINED


def _mean(values: FloatArray, weights: FloatArray) -> float:
    return float((weights * values).sum() / (values.shape[1] * weights.sum() + 1e-9))
