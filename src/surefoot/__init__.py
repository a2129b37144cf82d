"""surefoot, a software model checker for C whose verdicts carry checked evidence.

    >>> import surefoot
    >>> report = surefoot.check("examples/binary_search.c")   # doctest: +SKIP
    >>> isinstance(report.verdict, surefoot.Unsafe)           # doctest: +SKIP
    True

Importing the package costs nothing: each name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # what type checkers take for true; to import `typing` would take longer than all else here
if TYPE_CHECKING:
    from surefoot.base.errors import (
        EnvironmentFault,
        InputError,
        OutOfBudget,
        SurefootError,
        UnsupportedError,
        UsageError,
    )
    from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
    from surefoot.evidence.claims import Why
    from surefoot.program.program import DataModel
    from surefoot.program.properties import Property
    from surefoot.verify.api import check
    from surefoot.verify.request import Report, Request

__version__ = "0.1.0"

__all__ = [
    "DataModel",
    "EnvironmentFault",
    "InputError",
    "OutOfBudget",
    "Property",
    "Report",
    "Request",
    "Safe",
    "SurefootError",
    "Unknown",
    "Unsafe",
    "UnsupportedError",
    "UsageError",
    "Verdict",
    "Why",
    "__version__",
    "check",
]

_HOMES = {
    "surefoot.verify.api": ("check",),
    "surefoot.certify.verdicts": ("Safe", "Unknown", "Unsafe", "Verdict"),
    "surefoot.base.errors": (
        "EnvironmentFault",
        "InputError",
        "OutOfBudget",
        "SurefootError",
        "UnsupportedError",
        "UsageError",
    ),
    "surefoot.evidence.claims": ("Why",),
    "surefoot.verify.request": ("Report", "Request"),
    "surefoot.program.program": ("DataModel",),
    "surefoot.program.properties": ("Property",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'surefoot' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
