"""What was seen as plain data: the lines of `tapis watch --json` and of a recording's observation log, in one form.

It decides nothing; the command line's contract fixes these names.
"""

from typing import Any

from vision.frame import Gap
from vision.observe import Observation, Seen, Slap
from vision.spread import Spread


def seen_row(seen: Seen | Spread) -> dict[str, Any]:
    if isinstance(seen, Spread):
        return _spread(seen)
    return _slap(seen) if isinstance(seen, Slap) else _observation(seen)


def gap_row(seen: Gap) -> dict[str, Any]:
    return {"kind": "gap", "t_ms": ms(seen.since_ns), "reason": seen.reason}


def ms(t_ns: int) -> float:
    return round(t_ns / 1e6, 1)


def _slap(seen: Slap) -> dict[str, Any]:
    return {
        "kind": "slap",
        "pile": seen.pile,
        "seat": seen.seat.value,
        "t_ms": ms(seen.t_ns),
        "t_lo_ms": ms(seen.lo_ns),
        "t_hi_ms": ms(seen.hi_ns),
        "layer": seen.layer,
        "certainty": seen.certainty.value,
    }


def _observation(seen: Observation) -> dict[str, Any]:
    return {
        "kind": seen.kind.value,
        "pile": seen.pile,
        "seat": seen.seat.value if seen.seat else None,
        "card": seen.card,
        "t_ms": ms(seen.t_ns),
        "t_lo_ms": ms(seen.lo_ns),
        "t_hi_ms": ms(seen.hi_ns),
        "confidence": round(seen.confidence, 4),
    }


def _spread(seen: Spread) -> dict[str, Any]:
    return {
        "kind": "spread",
        "zone": seen.zone,
        "cards": sorted(name or "?" for name in seen.names),
        "t_ms": ms(seen.t_ns),
        "t_lo_ms": ms(seen.lo_ns),
        "t_hi_ms": ms(seen.hi_ns),
        "confidence": round(seen.confidence, 4),
    }
