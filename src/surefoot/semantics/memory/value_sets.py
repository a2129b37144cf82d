"""Value sets: the few values that a term can have, whatever its symbols are.

Counters and pointers of unrolled loops are choices among constants.
"""

from itertools import product
from typing import Final

from surefoot.logic import BitVecSort, Op, Term
from surefoot.logic.semantics import MEANINGS
from surefoot.semantics.limits import LIMITS

_COMPUTED: Final = frozenset({
    Op.BVADD, Op.BVSUB, Op.BVMUL, Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM, Op.BVAND, Op.BVOR, Op.BVXOR, Op.BVSHL, Op.BVLSHR, Op.BVASHR,
    Op.BVNOT, Op.BVNEG, Op.CONCAT, Op.EXTRACT, Op.ZERO_EXTEND, Op.SIGN_EXTEND,
})  # fmt: skip
_COMPARISONS: Final = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})

ValueSet = frozenset[int]


class ValueSets:
    """Memoised value sets of bit-vector terms."""

    def __init__(self) -> None:
        self._known: dict[Term, ValueSet | None] = {}

    def values(self, term: Term) -> ValueSet | None:
        """Return at most `value_set_size` values, of which ``term`` has one in every run; ``None``
        if there may be more.
        """
        known = self._known
        stack = [term]
        while stack:
            current = stack[-1]
            if current in known:
                stack.pop()
                continue
            parts = _parts(current)
            pending = [part for part in parts if part not in known]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            known[current] = self._found(current, parts)
        return known[term]

    def truth(self, condition: Term) -> bool | None:
        """Return the value of ``condition`` in all runs; ``None`` unless it compares terms with
        value sets that decide it.
        """
        if condition.op is Op.NOT:
            truth = self.truth(condition.args[0])
            return None if truth is None else not truth
        if condition.op not in _COMPARISONS or not isinstance(condition.args[0].sort, BitVecSort):
            return None
        left, right = (self.values(each) for each in condition.args)
        if left is None or right is None or len(left) * len(right) > LIMITS.value_set_pairs:
            return None
        meaning, sort = MEANINGS[condition.op], condition.args[0].sort
        truths = {bool(meaning(sort, condition.payload, *pair)) for pair in product(left, right)}
        return truths.pop() if len(truths) == 1 else None

    def _found(self, term: Term, parts: tuple[Term, ...]) -> ValueSet | None:
        if term.op is Op.CONSTANT:
            return frozenset((int(term.payload),))
        sets = [self._known[part] for part in parts]
        found: ValueSet | None = None
        if parts and all(each is not None for each in sets):
            known = [each for each in sets if each is not None]
            if term.op is Op.ITE:
                found = known[0] | known[1]
            elif len(known) == 1 or len(known[0]) * len(known[1]) <= LIMITS.value_set_pairs:
                meaning, sort = MEANINGS[term.op], term.args[-1].sort
                found = frozenset(int(meaning(sort, term.payload, *each)) for each in product(*known))  # type: ignore[arg-type]
        elif term.op is Op.BVUREM and sets[1] is not None and 0 not in sets[1]:
            found = _below(max(sets[1]))
        elif term.op is Op.BVAND and any(sets):
            found = _below(min(max(each) for each in sets if each) + 1)
        if found is None and isinstance(term.sort, BitVecSort) and term.sort.width <= LIMITS.value_set_bits:
            return _below(1 << term.sort.width)
        return found if found is not None and len(found) <= LIMITS.value_set_size else None


def _parts(term: Term) -> tuple[Term, ...]:
    """Return the operands whose values matter."""
    if term.op is Op.ITE:
        return term.args[1:]
    return term.args if term.op in _COMPUTED else ()


def _below(end: int) -> ValueSet | None:
    return frozenset(range(end)) if end <= LIMITS.value_set_size else None
