"""Candidates in bit-vectors from invariants of the integer view.

Each conjunct gives a candidate with the same meaning, its atoms, and for each linear inequality the
equation at its edge, modulo 2^w. Inequalities between sums are seldom inductive where numbers wrap
around; the equations mostly are.
"""

from collections.abc import Iterator

from surefoot.invariants.integer_view import IntegerView
from surefoot.invariants.limits import LIMITS
from surefoot.logic import FALSE, INT, TRUE, BitVecSort, Op, Term, bv, bvadd, bvmul, bvneg, bvsub, eq, not_, postorder
from surefoot.systems.control.system import Invariants


def bit_candidates(view: IntegerView, invariants: Invariants) -> dict[str, list[Term]]:
    """Return for each location candidates over its state in the original, the most important first."""
    return {
        name: list(dict.fromkeys(_nontrivial(_candidates(view, formulas)))) for name, formulas in invariants.items()
    }


def _nontrivial(formulas: Iterator[Term]) -> Iterator[Term]:
    return (each for each in formulas if each is not TRUE and each is not FALSE)


def _candidates(view: IntegerView, formulas: tuple[Term, ...]) -> Iterator[Term]:
    for each in formulas:
        yield view.in_bits(each)
    atoms = [each for each in postorder(formulas) if each.op is Op.INT_LT or _is_equation(each)][: LIMITS.integer_atoms]
    for atom in atoms:
        for edge in _edges(atom):
            equation = _modular(view, *edge)
            if equation is not None:
                yield equation
    for atom in atoms:
        exact = view.in_bits(atom)
        yield exact
        yield not_(exact)


def _is_equation(term: Term) -> bool:
    return term.op is Op.EQ and term.args[0].sort is INT


def _edges(atom: Term) -> Iterator[tuple[Term, Term, int]]:
    """Return left, right and d such that ``left + d = right`` is the edge of `atom`."""
    left, right = atom.args
    yield left, right, 0
    if atom.op is Op.INT_LT:
        yield left, right, 1


def _modular(view: IntegerView, left: Term, right: Term, step: int) -> Term | None:
    """Return ``left + step = right`` modulo 2^w, where all symbols have w bits; `None` if they have
    not, or there is only one.
    """
    symbols = [each for each in postorder((left, right)) if each.op is Op.VARIABLE]
    widths = {view.numbers[each][0].sort.width for each in symbols if each.sort is INT}
    if len(symbols) < 2 or len(widths) != 1:
        return None
    width = widths.pop()
    sides = [_word(view, each, width) for each in (left, right)]
    if sides[0] is None or sides[1] is None:
        return None
    return eq(bvadd(sides[0], bv(step, width)), sides[1])


def _word(view: IntegerView, term: Term, width: int) -> Term | None:
    """Return a linear `term` modulo 2^width."""
    if term.op is Op.CONSTANT:
        return bv(int(term.payload) % (1 << width), width)
    if term.op is Op.VARIABLE:
        symbol = view.numbers[term][0]
        return symbol if isinstance(symbol.sort, BitVecSort) else None
    arguments = [_word(view, each, width) for each in term.args]
    words = [each for each in arguments if each is not None]
    if len(words) < len(arguments):
        return None
    match term.op:
        case Op.INT_ADD:
            return bvadd(*words)
        case Op.INT_SUB:
            return bvsub(*words)
        case Op.INT_NEG:
            return bvneg(*words)
        case Op.INT_MUL:
            return bvmul(*words)
        case _:
            return None
