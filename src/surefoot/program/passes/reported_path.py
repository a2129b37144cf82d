"""Path of a report: its steps, the reported place, and the defects that the report may be about."""

from collections.abc import Sequence
from typing import Any, Final, Self

from surefoot.base.records import dataclass
from surefoot.program.passes.followed_path import (
    CallEntered,
    PathWaypoint,
    SourceRegion,
    packed_region,
    packed_waypoint,
    unpacked_waypoint,
)
from surefoot.program.statements import CheckKind

START_OF_PATH: Final = "surefoot path"
"""Function that calls the entry of the path with arbitrary arguments."""
STUB: Final = "stub "
"""Prefix of stubs of functions that may have any effect."""
LIBRARY_STUB: Final = "library stub "
"""Prefix of stubs of library functions, which modify memory only."""
NULL_ACCESS: Final = "null-access"
"""Defect: an access through a null pointer."""
NULL_ARGUMENT: Final = "null-argument "
"""Prefix of defects: a null pointer as the argument with the number behind the prefix."""
NULL_VARIABLE: Final = "null-variable "
"""Prefix of defects: a null pointer in the variable with the name behind the prefix."""
DEFECTS: Final = {
    "division-by-zero": CheckKind.DIVISION_BY_ZERO,
    "shift": CheckKind.SHIFT,
    "array-index": CheckKind.ARRAY_INDEX,
    NULL_ACCESS: CheckKind.INVALID_DEREFERENCE,
}
"""Kinds of the checks of operations that may have the defect. Invalid memory accesses are defects
only if they are through null pointers.
"""


@dataclass(frozen=True, slots=True)
class CallLeft:
    """Step: the last call that was entered and has not returned yet returns."""


FollowedStep = PathWaypoint | CallLeft


@dataclass(frozen=True, slots=True)
class ReportedPath:
    """The steps of a report from function ``entry`` to the operations on the lines of ``reported``.

    Calls and returns match: each `CallLeft` belongs to the last `CallEntered` that has none.
    """

    entry: str
    steps: tuple[FollowedStep, ...]
    reported: SourceRegion
    defects: tuple[str, ...] = ()
    """Defects that the report may be about: names in `DEFECTS`, or `NULL_ARGUMENT` or `NULL_VARIABLE`
    followed by a number or a name. Without any, runs that get to the lines are searched for.
    """
    is_exact: bool = False
    """Selects the exact path program, see `surefoot.program.passes.path_programs`."""

    @property
    def callees(self) -> tuple[str, ...]:
        """The functions that the path enters."""
        return tuple(dict.fromkeys(each.callee for each in self.steps if isinstance(each, CallEntered)))

    def packed(self) -> list[Any]:
        """Return the path as a JSON value."""
        steps = [None if isinstance(each, CallLeft) else packed_waypoint(each) for each in self.steps]
        return [self.entry, steps, packed_region(self.reported), [*self.defects], self.is_exact]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Self:
        """Return the path with the JSON value ``packed``."""
        entry, steps, reported, defects, is_exact = packed
        found = (CallLeft() if each is None else unpacked_waypoint(*each) for each in steps)
        return cls(str(entry), tuple(found), SourceRegion(*reported), tuple(map(str, defects)), bool(is_exact))
