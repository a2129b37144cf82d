"""Rewriting of formulas over single bits as formulas over words.

Conjunctions of equations between neighbouring bits of a term and constants become one equation,
disjunctions of their negations one disequation. A condition on the highest bit alone becomes a
sign test. Bit-blasting solvers produce such formulas.
"""

from collections.abc import Sequence

from surefoot.logic import Op, Term, and_, bv, bvslt, eq, extract, fold, not_, or_, rebuild


def in_words(formula: Term) -> Term:
    """Return a formula over words that is equivalent to ``formula`` over bits."""
    return and_(*_merged(_flat([fold(formula, _combined)], Op.AND)))


def _combined(term: Term, arguments: list[Term]) -> Term:
    if term.op is Op.AND:
        return and_(*_merged(_flat(arguments, Op.AND)))
    if term.op is Op.OR:
        return or_(*(not_(each) for each in _merged([not_(each) for each in _flat(arguments, Op.OR)])))
    return rebuild(term, tuple(arguments)) if arguments else term


def _flat(terms: Sequence[Term], op: Op) -> list[Term]:
    return [part for term in terms for part in (_flat(term.args, op) if term.op is op else [term])]


def _merged(conjuncts: Sequence[Term]) -> list[Term]:
    """Merge equations between neighbouring bits of one term."""
    kept: list[Term] = []
    known: dict[Term, dict[int, int]] = {}
    for each in conjuncts:
        bits = _equation(each)
        if bits is None:
            kept.append(each)
            continue
        word, low, width, value = bits
        own = known.setdefault(word, {})
        for position in range(width):
            bit = value >> position & 1
            if own.setdefault(low + position, bit) != bit:
                kept.append(each)  # a contradiction, which stays as it is written
    for word, own in known.items():
        kept += _equations(word, own)
    return kept


def _equation(term: Term) -> tuple[Term, int, int, int] | None:
    """Return the word, lowest bit, width and value of an equation between bits of a word and a
    constant.
    """
    if term.op is not Op.EQ or not term.args[0].sort.width:
        return None
    for left, right in (term.args, term.args[::-1]):
        if right.op is Op.CONSTANT and left.op is Op.EXTRACT:
            return left.args[0], left.payload[1], left.sort.width, right.payload
        if right.op is Op.CONSTANT and left.op is not Op.CONSTANT:
            return left, 0, left.sort.width, right.payload
    return None


def _equations(word: Term, bits: dict[int, int]) -> list[Term]:
    found: list[Term] = []
    positions = sorted(bits)
    while positions:
        low = high = positions.pop(0)
        while positions and positions[0] == high + 1:
            high = positions.pop(0)
        value = sum(bits[at] << (at - low) for at in range(low, high + 1))
        if 0 < low == high == word.sort.width - 1:
            is_negative = bvslt(word, bv(0, word.sort.width))
            found.append(is_negative if value else not_(is_negative))
        else:
            found.append(eq(extract(word, high, low), bv(value, high - low + 1)))
    return found
