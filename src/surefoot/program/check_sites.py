"""The places of a program where something can go wrong: what a verdict on each check is about."""

from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import (
    OF_THE_HEAP,
    OVERLAP,
    Allocate,
    Call,
    Check,
    CheckApart,
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
"""How the texts of such checks of J begin."""


@dataclass(frozen=True, slots=True)
class CheckSite:
    """A place where checks of ``kind`` can fail: one, or several of the same expression."""

    kind: CheckKind
    function: str
    span: Span | None


def check_sites(program: Program, checked: Property) -> dict[CheckSite, str]:
    """What ``checked`` asks about in ``program``, in the order of its functions, each with the text of its first check.

    Where nothing is allocated, there is nothing to ask about the heap.
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
    return {site: text for site, text in found.items() if site.kind not in OF_THE_HEAP}


def postconditions(program: Program) -> frozenset[CheckSite]:
    """Where what specifications promise is checked."""
    return frozenset(
        site
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
        if isinstance(statement, Check) and statement.text.startswith(POSTCONDITION)
        for site, _ in sites_of(statement, function.name)
    )


def allocates_heap(program: Program) -> bool:
    """Whether ``program`` makes heap objects anywhere."""
    statements = (
        each
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in block.statements
    )
    return any(isinstance(each, Allocate) and each.storage is Storage.HEAP for each in statements)


def sites_of(statement: Statement, function: str) -> Iterator[tuple[CheckSite, str]]:
    """What can fail at ``statement`` of ``function``, each with the text of the check."""
    for kind, text in checks_of(statement):
        yield CheckSite(kind, function, statement.span), text


def checks_of(statement: Statement) -> Iterator[tuple[CheckKind, str]]:
    """What has to hold for ``statement`` to be executed."""
    match statement:
        case Check(_, kind, text):
            yield kind, text
        case Load() | Store() | Copy() | Fill():
            yield CheckKind.INVALID_DEREFERENCE, ""
        case CheckApart():
            yield CheckKind.INVALID_DEREFERENCE, OVERLAP
        case Call(_, callee) if not isinstance(callee, str):
            yield CheckKind.INVALID_DEREFERENCE, "call through a pointer"
        case CheckMemory(kind):
            yield kind, ""
        case Free():
            yield CheckKind.INVALID_FREE, ""
        case _:
            pass
