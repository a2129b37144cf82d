"""Signedness of the numbers of a system: signed are those that are compared, divided or extended as
signed numbers.

Bit-vectors have no signedness. A wrong result costs an invariant, not a verdict.
"""

from surefoot.invariants.limits import LIMITS
from surefoot.logic import BitVecSort, Op, Term, postorder
from surefoot.systems.control.system import ControlSystem

_MIXING = frozenset({Op.BVADD, Op.BVSUB, Op.BVNEG, Op.BVMUL, Op.ITE, Op.EQ, Op.BVULT, Op.BVSLT})
"""Operators whose numeric arguments and result have the same signedness."""
_UNSIGNED = frozenset({Op.BVULT, Op.BVUDIV, Op.BVUREM, Op.BVLSHR, Op.ZERO_EXTEND})
_SIGNED = frozenset({Op.BVSLT, Op.BVSDIV, Op.BVSREM, Op.BVASHR, Op.SIGN_EXTEND})


class Signs:
    """The signedness of the numbers of `system`; a number that is used in both ways is signed."""

    def __init__(self, system: ControlSystem) -> None:
        self._parents: dict[Term, Term] = {}
        self._signed: set[Term] = set()
        self._unsigned: set[Term] = set()
        for edge in system.edges:
            for term in postorder((edge.guard, *edge.update.values())):
                self._read(term)
            for symbol, value in edge.update.items():
                self._join(symbol, value)
        self._signed = {self._root(each) for each in self._signed}
        self._unsigned = {self._root(each) for each in self._unsigned}

    def is_unsigned(self, term: Term) -> bool:
        """Return whether `term` is an unsigned number."""
        root = self._root(term)
        if root in self._signed:
            return False
        return root in self._unsigned or term.sort.width < LIMITS.narrow_number

    def _read(self, term: Term) -> None:
        numbers = [each for each in (term, *term.args) if isinstance(each.sort, BitVecSort)]
        if term.op in _MIXING:
            for each in numbers[1:]:
                self._join(numbers[0], each)
        for each in term.args:
            if isinstance(each.sort, BitVecSort) and each.op is not Op.CONSTANT:
                if term.op in _UNSIGNED:
                    self._unsigned.add(each)
                elif term.op in _SIGNED:
                    self._signed.add(each)

    def _join(self, left: Term, right: Term) -> None:
        if Op.CONSTANT not in (left.op, right.op) and left.sort is right.sort:
            self._parents[self._root(left)] = self._root(right)

    def _root(self, term: Term) -> Term:
        while (parent := self._parents.get(term, term)) is not term:
            self._parents[term] = self._parents.get(parent, parent)
            term = parent
        return term
