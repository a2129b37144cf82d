"""Program points from which a run can still reach a check; beyond them its length is irrelevant."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from surefoot.program.access import blocks_leading_to, successors
from surefoot.program.check_sites import CheckSite, allocates_heap, checks_of, sites_of
from surefoot.program.program import Function, Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import LEAK_KINDS, Call, Statement
from surefoot.semantics.symbolic.state import Activation, State


class RemainingChecks:
    """Program points of ``program`` from which a check is reachable that a proof of ``checked`` has
    to exclude; those at ``ignored`` sites are none.

    Leak checks are made at every end of a run. A program that allocates no heap objects has none.
    """

    def __init__(self, program: Program, checked: Property, ignored: Collection[CheckSite] = frozenset()) -> None:
        asked = checked.violations if allocates_heap(program) else checked.violations.difference(LEAK_KINDS)
        self._excluded = asked | UNDEFINED
        self._ignored = ignored
        leaks = (site for site in sites_in(program) if site.kind in LEAK_KINDS and site.kind in asked)
        self._is_everywhere = not asked.isdisjoint(LEAK_KINDS) and not (
            ignored and all(each in ignored for each in leaks)
        )
        self._checking = self._checking_functions(program)
        self._reaching = {name: self._reaching_blocks(function) for name, function in program.functions.items()}

    def has_some(self, state: State) -> bool:
        """Return whether a run of ``state`` can reach a check, by control flow."""
        if self._is_everywhere:
            return True
        frame, below = state.frame, state.callers
        while not self._has_some_in(frame):
            if below is None:
                return False
            frame, below = below.frame, below.below
        return True

    def _has_some_in(self, frame: Activation) -> bool:
        """Return whether the rest of the activation contains a check."""
        function = frame.body.function
        block, reaching = function.blocks[frame.block], self._reaching[function.name]
        return self._is_among(block.statements[frame.index :], function.home(block.label)) or any(
            label in reaching for label in successors(block.terminator)
        )

    def _checking_functions(self, program: Program) -> frozenset[str]:
        """Return the functions that contain a check or call a function that does."""
        callers: dict[str, list[str]] = {}
        checking: list[str] = []
        for name, function in program.functions.items():
            for label, block in function.blocks.items():
                for called in _called(block.statements):
                    callers.setdefault(called, []).append(name)
                if self._has_own(block.statements, function.home(label)):
                    checking.append(name)
        return _closed(checking, callers)

    def _reaching_blocks(self, function: Function) -> frozenset[str]:
        """Return the blocks of ``function`` from whose beginning a check is reachable."""
        checking = (
            label for label, block in function.blocks.items() if self._is_among(block.statements, function.home(label))
        )
        return frozenset(blocks_leading_to(checking, function.blocks))

    def _is_among(self, statements: Sequence[Statement], function: str) -> bool:
        """Return whether one of ``statements`` is a check, or a call of a function that has one."""
        return self._has_own(statements, function) or any(name in self._checking for name in _called(statements))

    def _has_own(self, statements: Sequence[Statement], function: str) -> bool:
        return any(self._is_check(statement, function) for statement in statements)

    def _is_check(self, statement: Statement, function: str) -> bool:
        """Return whether ``statement`` has a check; a call through a pointer may lead to any."""
        if isinstance(statement, Call) and not isinstance(statement.callee, str):
            return True
        return any(
            kind in self._excluded
            and not (self._ignored and CheckSite(kind, function, statement.span) in self._ignored)
            for kind, _ in checks_of(statement)
        )


def sites_in(program: Program) -> Iterator[CheckSite]:
    """Yield the check sites of ``program``, whatever the property, as reached checks name them."""
    for function in program.functions.values():
        for label in function.blocks:
            yield from _sites_at(function, label, 0)


def sites_ahead(program: Program, states: Iterable[State]) -> frozenset[CheckSite]:
    """Return the check sites that runs of ``states`` can reach by control flow.

    Ensures: a call through a pointer reaches all sites of ``program``
    """
    found: set[CheckSite] = set()
    seen: set[tuple[str, str]] = set()
    for state in states:
        frame, below = state.frame, state.callers
        while True:
            function = frame.body.function
            pending = [(function, frame.block, frame.index)]
            while pending:
                inside, label, first = pending.pop()
                found.update(_sites_at(inside, label, first))
                block = inside.blocks[label]
                statements = block.statements[first:]
                if any(isinstance(each, Call) and not isinstance(each.callee, str) for each in statements):
                    return frozenset(sites_in(program))
                called = (program.functions[name] for name in _called(statements))
                entered = [(each, each.entry.label) for each in called]
                for following, start in (*entered, *((inside, each) for each in successors(block.terminator))):
                    if (following.name, start) not in seen:
                        seen.add((following.name, start))
                        pending.append((following, start, 0))
            if below is None:
                break
            frame, below = below.frame, below.below
    return frozenset(found)


def _sites_at(function: Function, label: str, first: int) -> Iterator[CheckSite]:
    """Yield the sites of the statements from index ``first`` on in block ``label``."""
    for statement in function.blocks[label].statements[first:]:
        for site, _ in sites_of(statement, function.home(label)):
            yield site


def _called(statements: Sequence[Statement]) -> Iterator[str]:
    """Yield the names of the functions that ``statements`` call by name."""
    for statement in statements:
        if isinstance(statement, Call) and isinstance(statement.callee, str):
            yield statement.callee


def _closed(start: Iterable[str], following: Mapping[str, list[str]]) -> frozenset[str]:
    """Return ``start`` and everything reachable from it."""
    found = set(start)
    pending = list(found)
    while pending:
        for name in following.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return frozenset(found)
