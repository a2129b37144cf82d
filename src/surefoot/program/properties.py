"""What can be asked about a program."""

from collections.abc import Sequence

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, replace
from surefoot.program.statements import CheckKind


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
        CheckKind.RECURSION_DEPTH,
    }
)
"""Failures after which the C standard, or the bounded model of a J program, promises nothing: a proof must exclude them, whatever the property."""

SURVIVED = frozenset(
    {
        CheckKind.SIGNED_OVERFLOW,
        CheckKind.UNSIGNED_OVERFLOW,
        CheckKind.VALUE_CHANGE,
        CheckKind.ARRAY_INDEX,
        CheckKind.NAN,
        CheckKind.UNINITIALISED,
        CheckKind.MISALIGNED,
        CheckKind.MEMORY_LEAK,
        CheckKind.UNFREED_MEMORY,
    }
)
"""Failures that are none unless the property names them: the program goes on with a value that is known (a sum wraps around)."""

_MEMORY = frozenset({CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE, CheckKind.MEMORY_LEAK})
_OVERFLOW = frozenset({CheckKind.SIGNED_OVERFLOW, CheckKind.DIVISION_OVERFLOW, CheckKind.CONVERSION})

ANNOTATIONS = frozenset({CheckKind.CONTRACT, CheckKind.INVARIANT_ESTABLISHED, CheckKind.INVARIANT_PRESERVED})
"""What annotations say (`frontend.acsl`); they are looked at where a property asks for it."""

ASSERTIONS = Property(
    "assertions",
    frozenset({CheckKind.ERROR_CALL, CheckKind.ASSERTION}) | ANNOTATIONS,
    text="no assertion fails, no error function is called",
)
UNREACH_CALL = Property("unreach-call", frozenset({CheckKind.ERROR_CALL}), text="no error function is called")
NO_OVERFLOW = Property("no-overflow", _OVERFLOW, text="no signed operation overflows")
MEMORY_SAFETY = Property(
    "valid-memsafety", _MEMORY, text="every memory access and every free is valid, no allocated memory is lost"
)
MEMORY_CLEANUP = Property(
    "valid-memcleanup",
    frozenset({CheckKind.UNFREED_MEMORY}),
    text="all allocated memory is freed before the program ends",
)

DEFAULT = Property(
    "default",
    ASSERTIONS.violations | _MEMORY | _OVERFLOW | UNDEFINED,
    text="no assertion fails, memory is used rightly, no operation overflows or is undefined",
)
"""What is checked unless somebody asks for something else: all that is `UNDEFINED` among it. ``docs/semantics.md`` says what C leaves undefined besides."""

DEFAULT_OF_J = Property(
    "default",
    DEFAULT.violations | {CheckKind.ARRAY_INDEX},
    text="specifications and assertions hold, indices are inside their arrays, no operation overflows, no division is by zero, "
    "recursion is not too deep",
)
"""What is checked in a J program unless somebody asks for something else."""

REACHABILITY = "reachability"
"""The name of properties that ask where runs get to: that none gets there is what such a proof says, so it is never about nothing."""
COMPETITION = (UNREACH_CALL, NO_OVERFLOW, MEMORY_SAFETY, MEMORY_CLEANUP)
PROPERTIES = {known.name: known for known in (DEFAULT, ASSERTIONS, *COMPETITION)}

CHECKS = {
    check.name: check
    for check in (
        Property("contracts", ANNOTATIONS, text="contracts and loop invariants in annotations hold"),
        Property("valid-deref", frozenset({CheckKind.INVALID_DEREFERENCE}), text="every memory access is valid"),
        Property("valid-free", frozenset({CheckKind.INVALID_FREE}), text="every free is valid"),
        Property("valid-memtrack", frozenset({CheckKind.MEMORY_LEAK}), text="no allocated memory is lost"),
        Property("division", frozenset({CheckKind.DIVISION_BY_ZERO}), text="no integer is divided by zero"),
        Property("shift", frozenset({CheckKind.SHIFT}), text="no shift is by a negative or too large amount"),
        Property("conversion", frozenset({CheckKind.CONVERSION}), text="integers can hold what is converted to them"),
        Property(
            "unsigned-overflow", frozenset({CheckKind.UNSIGNED_OVERFLOW}), text="no unsigned operation wraps around"
        ),
        Property("lost-value", frozenset({CheckKind.VALUE_CHANGE}), text="no implicit conversion changes an integer"),
        Property("nan", frozenset({CheckKind.NAN}), text="no operation makes a NaN of numbers"),
        Property("array-index", frozenset({CheckKind.ARRAY_INDEX}), text="every index is inside its array"),
        Property(
            "recursion-depth",
            frozenset({CheckKind.RECURSION_DEPTH}),
            text="recursion of J programs is not deeper than --depth",
        ),
        Property(
            "uninitialised",
            frozenset({CheckKind.UNINITIALISED}),
            text="no variable whose address is not taken is read before it has a value",
        ),
        Property(
            "alignment",
            frozenset({CheckKind.MISALIGNED}),
            text="every read and write of a scalar is aligned as its type is",
        ),
    )
}
"""Parts of properties, and what a user can ask for beyond them."""

_VIOLATED = {
    CheckKind.ERROR_CALL: UNREACH_CALL.name,
    CheckKind.ASSERTION: UNREACH_CALL.name,
    **dict.fromkeys(ANNOTATIONS, UNREACH_CALL.name),
    CheckKind.INVALID_DEREFERENCE: "valid-deref",
    CheckKind.INVALID_FREE: "valid-free",
    CheckKind.MEMORY_LEAK: "valid-memtrack",
    CheckKind.UNFREED_MEMORY: MEMORY_CLEANUP.name,
    **dict.fromkeys(_OVERFLOW, NO_OVERFLOW.name),
}


def with_error_functions(property: Property, names: Sequence[str]) -> Property:
    """``property`` where calls of ``names`` are errors, too."""
    added = tuple(name for name in names if name not in property.error_functions)
    return replace(property, error_functions=(*property.error_functions, *added)) if added else property


def violated_property(kind: CheckKind) -> str:
    """The competition's name for what is violated where a check of ``kind`` fails."""
    return _VIOLATED.get(kind, "def-behavior")


def property_named(name: str) -> Property:
    """The property called ``name``, or all of those in a list with commas; raises `UsageError` that lists the choices."""
    parts = [_part_named(part.strip()) for part in name.split(",")]
    if len(parts) == 1:
        return parts[0]
    violations = frozenset[CheckKind]().union(*(part.violations for part in parts))
    return Property(name, violations, text="; ".join(dict.fromkeys(part.text for part in parts)))


def _part_named(name: str) -> Property:
    if known := PROPERTIES.get(name) or CHECKS.get(name):
        return known
    raise UsageError(f"no property {name!r}; choose from {', '.join((*PROPERTIES, *CHECKS))}")
