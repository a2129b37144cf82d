"""Check sites: the program points that verdicts on single checks refer to."""

from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import (
    LEAK_KINDS,
    OVERLAP,
    Allocate,
    Call,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    Fill,
    Free,
    Load,
    Statement,
    Storage,
    Store,
)

POSTCONDITION = "postcondition"
LOOP_INVARIANT = "loop invariant"
LOOP_VARIANT = "loop variant"
DECREASES = "decreases"
"""Prefixes of the texts of such checks."""


@dataclass(frozen=True, slots=True)
class CheckSite:
    """Program point where checks of ``kind`` can fail: one check, or several of the same
    expression.
    """

    kind: CheckKind
    function: str
    span: Span | None


def check_sites(program: Program, checked: Property) -> dict[CheckSite, str]:
    """Return the check sites of ``checked`` in ``program``, in the order of its functions, with the
    text of the first check.

    A program that allocates no heap objects has no leak checks.
    """
    found: dict[CheckSite, str] = {}
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in block.statements:
                for site, text in sites_of(statement, function.name):
                    if site.kind in checked.violations:
                        found.setdefault(site, text)
    if allocates_heap(program):
        return found
    return {site: text for site, text in found.items() if site.kind not in LEAK_KINDS}


def postconditions(program: Program) -> frozenset[CheckSite]:
    """Return the sites where postconditions are checked."""
    return frozenset(
        site
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
        if isinstance(statement, Check) and statement.text.startswith(POSTCONDITION)
        for site, _ in sites_of(statement, function.name)
    )


def allocates_heap(program: Program) -> bool:
    """Return whether ``program`` allocates heap objects."""
    statements = (
        each
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in block.statements
    )
    return any(isinstance(each, Allocate) and each.storage is Storage.HEAP for each in statements)


def sites_of(statement: Statement, function: str) -> Iterator[tuple[CheckSite, str]]:
    """Yield the check sites of ``statement`` in ``function``, each with the text of the check."""
    for kind, text in checks_of(statement):
        yield CheckSite(kind, function, statement.span), text


def checks_of(statement: Statement) -> Iterator[tuple[CheckKind, str]]:
    """Yield the kinds of checks of ``statement``, with texts."""
    match statement:
        case Check(_, kind, text):
            yield kind, text
        case Load() | Store() | Copy() | Fill():
            yield CheckKind.INVALID_DEREFERENCE, ""
        case CheckDisjoint():
            yield CheckKind.INVALID_DEREFERENCE, OVERLAP
        case Call(_, callee) if not isinstance(callee, str):
            yield CheckKind.INVALID_DEREFERENCE, "call through a pointer"
        case CheckMemory(kind):
            yield kind, ""
        case Free():
            yield CheckKind.INVALID_FREE, ""
        case _:
            pass
