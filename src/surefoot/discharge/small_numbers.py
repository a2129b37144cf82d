"""Asks about numbers with zeros in their higher bits, where a formula itself keeps them small.

Let f imply x < 2^k, and y be a variable of k bits. Values that satisfy f satisfy it with  zero_extend(y)  in the place of x, if y has the lowest bits of x. So if no values satisfy the latter, none satisfy f.
That f implies x < 2^k is asked of a solver: those conjuncts of f that compare x with constants are enough for that.
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import (
    BitVecSort,
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvult,
    conjuncts_of,
    fold,
    not_,
    variable,
    variables_of,
)
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.transformations.ranges import values_in
from surefoot.smt.contracts import Solver, Unsat


def with_small_numbers(formulas: Sequence[Term], solver: Solver) -> list[Term] | None:
    """Formulas each of which has values if the one in ``formulas`` has, see the module, in the same order; ``None`` if no number would be smaller."""
    parts = {formula: conjuncts_of(formula) for formula in formulas}
    bits = _bits(parts)
    if not bits or not _are_implied(bits, parts, solver):
        return None
    memo: dict[Term, Term] = {
        number: unsimplified(Op.ZERO_EXTEND, [_lowest(number, few)], number.sort.width) for number, few in bits.items()
    }
    return [fold(formula, _rebuilt, memo) for formula in formulas]


def _lowest(number: Term, bits: int) -> Term:
    """A variable for the lowest ``bits`` of another one."""
    symbol = number.payload
    return variable(Symbol(SymbolKind.AUXILIARY, f"lowest bits of {symbol.key}", 0, symbol.spelling), bit_vector(bits))


def _bits(parts: Mapping[Term, Sequence[Term]]) -> dict[Term, int]:
    """How many bits variables have that are not always zero, where these are not all."""
    most: dict[Term, int] = {}
    for formula, conjuncts in parts.items():
        for number in _numbers(formula):
            numbers = values_in(conjuncts, number)
            greatest = number.sort.mask if numbers.start < 0 else max(0, numbers.stop - 1)
            most[number] = max(greatest, most.get(number, 0))
    bits = {number: max(1, greatest.bit_length()) for number, greatest in most.items()}
    return {number: few for number, few in bits.items() if few < number.sort.width}


def _are_implied(bits: Mapping[Term, int], parts: Mapping[Term, Sequence[Term]], solver: Solver) -> bool:
    """Whether every formula implies that its variables have no more ``bits``, as ``solver`` says."""
    questions: dict[Term, None] = {}
    for formula, conjuncts in parts.items():
        for number in _numbers(formula):
            if number in bits:
                compared = [part for part in conjuncts if _compares(part, number)]
                limit = bv(1 << bits[number], number.sort.width)
                questions[and_(*compared, not_(bvult(number, limit)))] = None
    return all(isinstance(solver.check([question], purpose="small numbers"), Unsat) for question in questions)


def _numbers(formula: Term) -> list[Term]:
    return [each for each in variables_of(formula) if isinstance(each.sort, BitVecSort)]


def _compares(part: Term, number: Term) -> bool:
    """Whether ``part`` compares ``number`` with a constant."""
    arguments = (part.args[0] if part.op is Op.NOT else part).args
    return len(arguments) == 2 and number in arguments and any(each.op is Op.CONSTANT for each in arguments)


def _rebuilt(term: Term, arguments: Sequence[Term]) -> Term:
    return term if tuple(arguments) == term.args else unsimplified(term.op, arguments, term.payload)
