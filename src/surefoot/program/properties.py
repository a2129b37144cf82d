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


ASSERTIONS = Property(
    "assertions",
    frozenset({CheckKind.ERROR_CALL, CheckKind.ASSERTION}),
    text="no assertion fails, no error function is called",
)
UNREACH_CALL = Property("unreach-call", frozenset({CheckKind.ERROR_CALL}), text="no error function is called")

PROPERTIES = {known.name: known for known in (ASSERTIONS, UNREACH_CALL)}

UNDEFINED = frozenset(
    {
        CheckKind.INVALID_DEREFERENCE,
        CheckKind.INVALID_FREE,
        CheckKind.DIVISION,
        CheckKind.SHIFT,
        CheckKind.CONVERSION,
        CheckKind.UNREACHABLE,
    }
)
"""Failures after which the C standard promises nothing: a proof must exclude them, whatever the property."""


def property_named(name: str) -> Property:
    """The property called ``name``; raises `UsageError` that lists the choices."""
    try:
        return PROPERTIES[name]
    except KeyError:
        raise UsageError(f"no property {name!r}; choose from {', '.join(PROPERTIES)}") from None
