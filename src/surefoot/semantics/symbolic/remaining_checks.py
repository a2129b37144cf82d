"""Program points from which a run can still reach a check; beyond them its length is irrelevant."""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.program.access import blocks_leading_to, successors
from surefoot.program.check_sites import allocates_heap, checks_of
from surefoot.program.program import Function, Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import LEAK_KINDS, Call, Statement
from surefoot.semantics.symbolic.state import Activation, State


class RemainingChecks:
    """Program points of ``program`` from which a check is reachable that a proof of ``checked`` has
    to exclude.

    Leak checks are made at every end of a run. A program that allocates no heap objects has none.
    """

    def __init__(self, program: Program, checked: Property) -> None:
        asked = checked.violations if allocates_heap(program) else checked.violations.difference(LEAK_KINDS)
        self._is_everywhere = not asked.isdisjoint(LEAK_KINDS)
        self._excluded = asked | UNDEFINED
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
        return self._is_among(block.statements[frame.index :]) or any(
            label in reaching for label in successors(block.terminator)
        )

    def _checking_functions(self, program: Program) -> frozenset[str]:
        """Return the functions that contain a check or call a function that does."""
        statements = {
            name: [statement for block in function.blocks.values() for statement in block.statements]
            for name, function in program.functions.items()
        }
        callers: dict[str, list[str]] = {}
        for name, own in statements.items():
            for statement in own:
                if isinstance(statement, Call) and isinstance(statement.callee, str):
                    callers.setdefault(statement.callee, []).append(name)
        return _closed((name for name, own in statements.items() if self._has_own(own)), callers)

    def _reaching_blocks(self, function: Function) -> frozenset[str]:
        """Return the blocks of ``function`` from whose beginning a check is reachable."""
        checking = (label for label, block in function.blocks.items() if self._is_among(block.statements))
        return frozenset(blocks_leading_to(checking, function.blocks))

    def _is_among(self, statements: Sequence[Statement]) -> bool:
        """Return whether one of ``statements`` is a check, or a call of a function that has one."""
        return self._has_own(statements) or any(
            isinstance(statement, Call) and statement.callee in self._checking for statement in statements
        )

    def _has_own(self, statements: Sequence[Statement]) -> bool:
        return any(kind in self._excluded for statement in statements for kind, _ in checks_of(statement))


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
