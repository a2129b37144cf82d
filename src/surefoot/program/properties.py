"""What can be asked about a program."""

from surefoot.errors import UsageError
from surefoot.program.statements import CheckKind
from surefoot.records import dataclass


@dataclass(frozen=True, slots=True)
class Property:
    """A safety property: no check of one of ``violations`` ever fails.

    ``name`` is the competition's word; ``error_functions`` are the functions whose call is an ERROR_CALL.
    """

    name: str
    violations: frozenset[CheckKind]
    error_functions: tuple[str, ...] = ("reach_error", "__VERIFIER_error")
    text: str = ""

    def ignores(self, kind: CheckKind) -> bool:
        """Whether runs go on after a check of ``kind`` that fails, as if it were not there."""
        return kind in SURVIVED and kind not in self.violations


UNDEFINED = frozenset(
    {
        CheckKind.INVALID_DEREFERENCE,
        CheckKind.INVALID_FREE,
        CheckKind.DIVISION_BY_ZERO,
        CheckKind.DIVISION_OVERFLOW,
        CheckKind.SHIFT,
        CheckKind.CONVERSION,
        CheckKind.UNREACHABLE,
    }
)
"""Failures after which the C standard promises nothing: a proof must exclude them, whatever the property."""

SURVIVED = frozenset(
    {
        CheckKind.SIGNED_OVERFLOW,
        CheckKind.UNSIGNED_OVERFLOW,
        CheckKind.LOST_VALUE,
        CheckKind.ARRAY_INDEX,
        CheckKind.MISALIGNED,
        CheckKind.NAN,
        CheckKind.UNINITIALISED,
        CheckKind.LOST_MEMORY,
        CheckKind.LEFT_MEMORY,
    }
)
"""Failures that are none unless the property names them: the program goes on with a value that is known (a sum wraps around)."""

_MEMORY = frozenset({CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE, CheckKind.LOST_MEMORY})
_OVERFLOW = frozenset({CheckKind.SIGNED_OVERFLOW, CheckKind.DIVISION_OVERFLOW, CheckKind.CONVERSION})

ASSERTIONS = Property(
    "assertions",
    frozenset({CheckKind.ERROR_CALL, CheckKind.ASSERTION}),
    text="no assertion fails, no error function is called",
)
UNREACH_CALL = Property("unreach-call", frozenset({CheckKind.ERROR_CALL}), text="no error function is called")
NO_OVERFLOW = Property("no-overflow", _OVERFLOW, text="no signed operation overflows")
MEMORY_SAFETY = Property(
    "valid-memsafety", _MEMORY, text="every memory access and every free is valid, no allocated memory is lost"
)
MEMORY_CLEANUP = Property(
    "valid-memcleanup", frozenset({CheckKind.LEFT_MEMORY}), text="all allocated memory is freed before the program ends"
)

DEFAULT = Property(
    "default",
    ASSERTIONS.violations | _MEMORY | _OVERFLOW | UNDEFINED,
    text="assertions, memory, overflow, division, shifts, conversions",
)
"""What is checked unless somebody asks for something else; with it, nothing that a run does is undefined."""

COMPETITION = (UNREACH_CALL, NO_OVERFLOW, MEMORY_SAFETY, MEMORY_CLEANUP)
PROPERTIES = {known.name: known for known in (DEFAULT, ASSERTIONS, *COMPETITION)}

_VIOLATED = {
    CheckKind.ERROR_CALL: UNREACH_CALL.name,
    CheckKind.ASSERTION: UNREACH_CALL.name,
    CheckKind.INVALID_DEREFERENCE: "valid-deref",
    CheckKind.INVALID_FREE: "valid-free",
    CheckKind.LOST_MEMORY: "valid-memtrack",
    CheckKind.LEFT_MEMORY: MEMORY_CLEANUP.name,
    **dict.fromkeys(_OVERFLOW, NO_OVERFLOW.name),
}


def violated_property(kind: CheckKind) -> str:
    """The competition's name for what is violated where a check of ``kind`` fails."""
    return _VIOLATED.get(kind, "def-behavior")


def property_named(name: str) -> Property:
    """The property called ``name``; raises `UsageError` that lists the choices."""
    try:
        return PROPERTIES[name]
    except KeyError:
        raise UsageError(f"no property {name!r}; choose from {', '.join(PROPERTIES)}") from None
