"""Tactics that narrow words.

Small numbers: high bits that a formula implies to be zero become constants.

Let f imply x < 2^k, and let y be a variable of k bits. An assignment that satisfies f satisfies f
with zero_extend(y) in place of x if y has the low bits of x. So f is unsatisfiable if the latter
is. A solver shows that f implies x < 2^k; those conjuncts of f that compare x with constants
suffice for that.

Fewer bits: obligations over narrower words (`logic.transformations.fewer_bits`).
"""

from collections.abc import Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.product_abstraction import has_wide_arithmetic
from surefoot.logic import (
    TRUE,
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
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.logic.transformations.ranges import values_in
from surefoot.smt.contracts import Solver, Unsat, Use
from surefoot.smt.registry import SolverFactory


def in_small_numbers(
    obligations: Sequence[Obligation], facts: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> tuple[Sequence[Obligation], Sequence[Term]] | None:
    """Return obligations with zeros in high bits, and `facts`; `None` if nothing wide is multiplied
    or no number is small.

    Ensures: each result is satisfiable if the obligation is.
    """
    formulas = [each.formula for each in obligations]
    if not has_wide_arithmetic(formulas):
        return None
    with closing(solvers.open_confirming(solvers.confirming[0], Use.INCREMENTAL, budget)) as solver:
        smaller = with_small_numbers(formulas, solver)
    if smaller is None:
        return None
    easier = [Obligation(each.description, formula) for each, formula in zip(obligations, smaller, strict=True)]
    return easier, facts


def with_small_numbers(formulas: Sequence[Term], solver: Solver) -> list[Term] | None:
    """Return, for each of `formulas`, one that is satisfiable if it is; `None` if no number becomes
    smaller.
    """
    parts = {formula: conjuncts_of(formula) for formula in formulas}
    bits = _bits(parts)
    if not bits or not _are_implied(bits, parts, solver):
        return None
    memo: dict[Term, Term] = {
        number: unsimplified(Op.ZERO_EXTEND, [_lowest(number, few)], number.sort.width) for number, few in bits.items()
    }
    return [fold(formula, _rebuilt, memo) for formula in formulas]


def _lowest(number: Term, bits: int) -> Term:
    """Return a variable for the lowest `bits` of `number`."""
    symbol = number.payload
    return variable(Symbol(SymbolKind.AUXILIARY, f"lowest bits of {symbol.key}", 0, symbol.spelling), bit_vector(bits))


def _bits(parts: Mapping[Term, Sequence[Term]]) -> dict[Term, int]:
    """Return the bits that may be nonzero, for each variable that has others."""
    most: dict[Term, int] = {}
    for formula, conjuncts in parts.items():
        for number in _numbers(formula):
            numbers = values_in(conjuncts, number)
            greatest = number.sort.mask if numbers.start < 0 else max(0, numbers.stop - 1)
            most[number] = max(greatest, most.get(number, 0))
    bits = {number: max(1, greatest.bit_length()) for number, greatest in most.items()}
    return {number: few for number, few in bits.items() if few < number.sort.width}


def _are_implied(bits: Mapping[Term, int], parts: Mapping[Term, Sequence[Term]], solver: Solver) -> bool:
    """Return whether `solver` shows that every formula implies that its variables fit into `bits`."""
    queries: dict[Term, None] = {}
    for formula, conjuncts in parts.items():
        for number in _numbers(formula):
            if number in bits:
                compared = [part for part in conjuncts if _compares(part, number)]
                limit = bv(1 << bits[number], number.sort.width)
                queries[and_(*compared, not_(bvult(number, limit)))] = None
    return all(isinstance(solver.check([query], purpose="small numbers"), Unsat) for query in queries)


def _numbers(formula: Term) -> list[Term]:
    return [each for each in variables_of(formula) if isinstance(each.sort, BitVecSort)]


def _compares(part: Term, number: Term) -> bool:
    """Return whether `part` compares `number` with a constant."""
    arguments = (part.args[0] if part.op is Op.NOT else part).args
    return len(arguments) == 2 and number in arguments and any(each.op is Op.CONSTANT for each in arguments)


def _rebuilt(term: Term, arguments: Sequence[Term]) -> Term:
    return term if tuple(arguments) == term.args else unsimplified(term.op, arguments, term.payload)


def in_fewer_bits(
    obligations: Sequence[Obligation], facts: Sequence[Term], _solvers: SolverFactory, _budget: Budget
) -> tuple[Sequence[Obligation], Sequence[Term]] | None:
    """Return the obligations and facts over narrower words; `None` if no word becomes narrower.

    Ensures: an obligation is unsatisfiable together with `facts` if the result is. The converse
    need not hold, so a model of the result is no violation.
    """
    formulas = [each.formula for each in obligations]
    implied = [each.weaker or TRUE for each in obligations]
    narrow = with_fewer_bits([*facts, *formulas, *implied])
    if narrow is None:
        return None
    first, second = len(facts), len(facts) + len(obligations)
    easier = [
        Obligation(each.description, formula, weaker=None if each.weaker is None else simpler)
        for each, formula, simpler in zip(obligations, narrow[first:second], narrow[second:], strict=True)
    ]
    return easier, narrow[:first]
