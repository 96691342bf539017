"""The table as it was last seen at rest: an immutable snapshot of stacks. Pure values; they decide nothing.

A stack holds what was seen of it, bottom first. A pile that has not been seen yet is not in the snapshot at all, which
is something else than a pile seen empty.
"""

from dataclasses import dataclass, replace

from vision.recognise.reading import Reading


@dataclass(frozen=True, slots=True)
class Stack:
    pile: str
    cards: tuple[Reading, ...] = ()

    @property
    def top(self) -> Reading | None:
        return self.cards[-1] if self.cards else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`index` and `t_ns` are of the frame that last changed something."""

    index: int = -1
    t_ns: int = 0
    stacks: tuple[Stack, ...] = ()

    def stack(self, pile: str) -> Stack | None:
        return next((stack for stack in self.stacks if stack.pile == pile), None)

    def with_stack(self, stack: Stack, index: int, t_ns: int) -> "Snapshot":
        others = tuple(each for each in self.stacks if each.pile != stack.pile)
        return replace(self, index=index, t_ns=t_ns, stacks=(*others, stack))

    @property
    def tops(self) -> tuple[Reading, ...]:
        return tuple(stack.top for stack in self.stacks if stack.top)
