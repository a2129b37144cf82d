"""Properties: safety, and termination."""

from collections.abc import Sequence

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, replace
from surefoot.program.statements import CheckKind


@dataclass(frozen=True, slots=True)
class Property:
    """Safety property: no check of one of ``violations`` ever fails; or termination: no run is
    infinite.

    ``name`` is the name in the competition; ``error_functions`` are the functions whose call is an
    ERROR_CALL. With ``ends_on_overflow`` a run counts as ended at a signed overflow.
    """

    name: str
    violations: frozenset[CheckKind]
    error_functions: tuple[str, ...] = ("reach_error", "__VERIFIER_error")
    text: str = ""
    ends_on_overflow: bool = False

    @property
    def is_termination(self) -> bool:
        """True if the property is about infinite runs."""
        return CheckKind.NON_TERMINATION in self.violations

    def continues_after(self, kind: CheckKind) -> bool:
        """Return whether runs continue after a failed check of ``kind``: it is no violation of this
        property, and the result is defined by the data model.
        """
        return kind in NON_FATAL and kind not in self.violations


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
"""Failures after which the C standard, or the bounded model of a J program, defines no behaviour;
every proof must exclude them, whatever the property."""

NON_FATAL = frozenset(
    {
        CheckKind.SIGNED_OVERFLOW,
        CheckKind.UNSIGNED_OVERFLOW,
        CheckKind.LOST_VALUE,
        CheckKind.ARRAY_INDEX,
        CheckKind.NAN,
        CheckKind.FLOAT_OVERFLOW,
        CheckKind.UNINITIALISED,
        CheckKind.MISALIGNED,
        CheckKind.MEMORY_LEAK,
        CheckKind.UNFREED_MEMORY,
    }
)
"""Kinds of checks that are violations only if the property names them; otherwise the run continues
after their failure with a defined value (a sum wraps around)."""

_MEMORY = frozenset({CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE, CheckKind.MEMORY_LEAK})
_OVERFLOW = frozenset({CheckKind.SIGNED_OVERFLOW, CheckKind.DIVISION_OVERFLOW, CheckKind.CONVERSION})

ANNOTATIONS = frozenset({CheckKind.CONTRACT, CheckKind.INVARIANT_ESTABLISHED, CheckKind.INVARIANT_PRESERVED})
"""Checks of annotations (`frontend.acsl`), made where a property names them."""

ASSERTIONS = Property(
    "assertions",
    frozenset({CheckKind.ERROR_CALL, CheckKind.ASSERTION}) | ANNOTATIONS,
    text="no assertion fails, no error function is called",
)
UNREACH_CALL = Property("unreach-call", frozenset({CheckKind.ERROR_CALL}), text="no error function is called")
NO_OVERFLOW = Property("no-overflow", _OVERFLOW, text="no signed integer overflow")
MEMORY_SAFETY = Property("valid-memsafety", _MEMORY, text="no invalid memory access, invalid free or memory leak")
MEMORY_CLEANUP = Property(
    "valid-memcleanup",
    frozenset({CheckKind.UNFREED_MEMORY}),
    text="all allocated memory is freed before the program ends",
)

TERMINATION = Property(
    "termination", frozenset({CheckKind.NON_TERMINATION, CheckKind.SIGNED_OVERFLOW}), text="every run ends"
)
"""Checks of signed overflow exist for this property, but their failure is no violation."""
TERMINATION_OR_OVERFLOW = replace(TERMINATION, text="every run ends, or has a signed overflow", ends_on_overflow=True)
"""Termination as SV-COMP labels it."""

DEFAULT = Property(
    "default",
    ASSERTIONS.violations | _MEMORY | _OVERFLOW | UNDEFINED,
    text="no assertion fails, no invalid memory access, invalid free or leak, no operation overflows or is undefined",
)
"""Default property of C programs; it contains all of `UNDEFINED`. ``docs/semantics.md`` lists other
undefined behaviour."""

DEFAULT_OF_J = Property(
    "default",
    DEFAULT.violations | {CheckKind.ARRAY_INDEX},
    text="specifications and assertions hold, array indices are in bounds, no overflow, no division by zero, "
    "no recursion deeper than --depth",
)
"""Default property of J programs."""

REACHABILITY = "reachability"
"""Name of properties about reachability of locations; their proofs state unreachability and are
never vacuous."""
COMPETITION = (UNREACH_CALL, NO_OVERFLOW, MEMORY_SAFETY, MEMORY_CLEANUP)
PROPERTIES = {known.name: known for known in (DEFAULT, ASSERTIONS, *COMPETITION, TERMINATION)}

CHECKS = {
    check.name: check
    for check in (
        Property("contracts", ANNOTATIONS, text="contracts and loop invariants in annotations hold"),
        Property("valid-deref", frozenset({CheckKind.INVALID_DEREFERENCE}), text="no invalid memory access"),
        Property("valid-free", frozenset({CheckKind.INVALID_FREE}), text="no invalid free"),
        Property("valid-memtrack", frozenset({CheckKind.MEMORY_LEAK}), text="no memory leak"),
        Property("division", frozenset({CheckKind.DIVISION_BY_ZERO}), text="no division by zero"),
        Property("shift", frozenset({CheckKind.SHIFT}), text="every shift amount is in range"),
        Property("conversion", frozenset({CheckKind.CONVERSION}), text="every conversion to an integer is in range"),
        Property("unsigned-overflow", frozenset({CheckKind.UNSIGNED_OVERFLOW}), text="no unsigned integer overflow"),
        Property("lost-value", frozenset({CheckKind.LOST_VALUE}), text="no implicit conversion changes an integer"),
        Property("nan", frozenset({CheckKind.NAN}), text="no operation on numbers yields a NaN"),
        Property(
            "float-overflow",
            frozenset({CheckKind.FLOAT_OVERFLOW}),
            text="no operation on finite numbers but division by zero yields an infinity",
        ),
        Property("array-index", frozenset({CheckKind.ARRAY_INDEX}), text="every array index is in bounds"),
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
"""Properties of single kinds of checks, which users may add to a property or verify alone."""

_VIOLATED = {
    CheckKind.ERROR_CALL: UNREACH_CALL.name,
    CheckKind.ASSERTION: UNREACH_CALL.name,
    **dict.fromkeys(ANNOTATIONS, UNREACH_CALL.name),
    CheckKind.INVALID_DEREFERENCE: "valid-deref",
    CheckKind.INVALID_FREE: "valid-free",
    CheckKind.MEMORY_LEAK: "valid-memtrack",
    CheckKind.UNFREED_MEMORY: MEMORY_CLEANUP.name,
    CheckKind.NON_TERMINATION: TERMINATION.name,
    **dict.fromkeys(_OVERFLOW, NO_OVERFLOW.name),
}


def with_error_functions(property: Property, names: Sequence[str]) -> Property:
    """Return ``property`` where calls of ``names`` are errors, too."""
    added = tuple(name for name in names if name not in property.error_functions)
    return replace(property, error_functions=(*property.error_functions, *added)) if added else property


def with_wrapping(property: Property) -> Property:
    """Return ``property`` where runs continue after a signed overflow, with the wrapped value."""
    return replace(property, violations=property.violations - {CheckKind.SIGNED_OVERFLOW})


def violated_property(kind: CheckKind) -> str:
    """Return the competition's name of the property that a failed check of ``kind`` violates."""
    return _VIOLATED.get(kind, "def-behavior")


def property_named(name: str) -> Property:
    """Return the property called ``name``, or the union of a comma-separated list.

    Raises `UsageError` with the choices if a name is unknown.
    """
    parts = [_part_named(part.strip()) for part in name.split(",")]
    if len(parts) == 1:
        return parts[0]
    if any(part.is_termination for part in parts):
        raise UsageError("termination is checked on its own: name no other property with it")
    violations = frozenset[CheckKind]().union(*(part.violations for part in parts))
    return Property(name, violations, text="; ".join(dict.fromkeys(part.text for part in parts)))


def _part_named(name: str) -> Property:
    if known := PROPERTIES.get(name) or CHECKS.get(name):
        return known
    raise UsageError(f"no property {name!r}; choose from {', '.join((*PROPERTIES, *CHECKS))}")
