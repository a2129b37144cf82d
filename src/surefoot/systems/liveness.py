"""Which local variables a block still needs, so that joins do not merge what nobody reads."""

from collections.abc import Iterator, Mapping

from surefoot.logic import Term, variables_of
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.program import Function
from surefoot.program.statements import Statement, Terminator


class Liveness:
    """The locals of one function that are read later, for each point between two statements.

    Ensures  v in live_at(b, i)  iff  some path from statement i of block b reads v before writing it, or v in lasting or in kept
    """

    def __init__(
        self, function: Function, lasting: frozenset[Term] = frozenset(), kept: frozenset[Term] = frozenset()
    ) -> None:
        self._function = function
        self.lasting = lasting
        self._always = lasting | kept
        own = {variable.symbol for variable in (*function.parameters, *function.locals)}
        self._reads: dict[Term, tuple[Term, ...]] = {}
        self._own = own
        self._at_start = self._solve()
        self._inside: dict[tuple[str, int], frozenset[Term]] = {}

    def live_at(self, label: str, index: int = 0) -> frozenset[Term]:
        """The locals that are live before statement ``index`` of block ``label``."""
        if index == 0:
            return self._at_start[label]
        known = self._inside.get((label, index))
        if known is None:
            known = frozenset(self._backwards(label, index))
            self._inside[label, index] = known
        return known

    def _solve(self) -> Mapping[str, frozenset[Term]]:
        blocks = self._function.blocks
        self._at_start = dict.fromkeys(blocks, self._always)
        changed = True
        while changed:
            changed = False
            for label in reversed(tuple(blocks)):
                live = frozenset(self._backwards(label, 0))
                if live != self._at_start[label]:
                    self._at_start[label] = live
                    changed = True
        return self._at_start

    def _backwards(self, label: str, index: int) -> set[Term]:
        block = self._function.blocks[label]
        live: set[Term] = set()
        for following in successors(block.terminator):
            live |= self._at_start[following]
        live.update(self._mentioned(block.terminator))
        for statement in reversed(block.statements[index:]):
            live.difference_update(variables_assigned(statement))
            live.update(self._mentioned(statement))
        return live | self._always

    def _mentioned(self, statement: Statement | Terminator) -> Iterator[Term]:
        for term in terms_read(statement):
            names = self._reads.get(term)
            if names is None:
                names = tuple(name for name in variables_of(term) if name in self._own)
                self._reads[term] = names
            yield from names
