"""Candidate facts about the array cell at a bound symbol, derived from the edges of a system.

Unlike the facts of a control system, which are assumed, they need not hold: Houdini filters them.

* Writes:  a[i] = 42  gives  a[j] == 42,  b[i] = a[n - i]  gives  b[j] == a[n - j],  a[i] = i  gives
  a[j] == j.
* Ranges of writes:  a[i] = x & 7  gives  0 <= a[j] <= 7.
* Comparisons:  assert(a[i] <= m)  gives  a[j] <= m;  x > 0 where x is written to a[i]  gives  a[j]
  > 0.
* Equality of two arrays; the same facts about other arrays; consequences of equations.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.positions import position_of, solved
from surefoot.invariants.quantified.vocabulary import Vocabulary, common_ranges, restores_initial_value, stores
from surefoot.logic import (
    FALSE,
    TRUE,
    BitVecSort,
    Op,
    Term,
    and_,
    bv,
    bvsle,
    bvule,
    dag_size,
    eq,
    fold,
    not_,
    parts_of_conjunction,
    postorder,
    rebuild,
    select,
    substitute,
    variables_of,
)
from surefoot.logic.intervals.domain import Numbers, every_number
from surefoot.systems.control.quantified import index_terms
from surefoot.systems.control.system import ControlSystem, Edge

_ATOMS = frozenset(
    {Op.EQ, Op.BVULT, Op.BVSLT, Op.FP_LT, Op.FP_LE, Op.FP_EQ, Op.FP_IS_NAN, Op.FP_IS_ZERO, Op.FP_IS_INFINITE}
)


def suggested_facts(system: ControlSystem, vocabulary: Vocabulary) -> list[Term]:
    """Return candidate facts as common terms, each over one bound symbol and at least one array;
    the most promising first.
    """
    written = list(_written(system, vocabulary))
    asserted = [fact for edge in system.error_edges for fact in _asserted(edge, vocabulary)]
    ranged = list(_ranged(system, vocabulary))
    conditions = [fact for edge in system.transitions for fact in _conditions(edge, vocabulary)]
    compared = [fact for edge in system.transitions for fact in _compared(edge, vocabulary)]
    everything = (
        *written,
        *ranged,
        *conditions,
        *asserted,
        *_equal_arrays(vocabulary),
        *(other for fact in (*written, *conditions, *asserted) for other in _about_others(fact, vocabulary)),
        *compared,
    )
    normal = (_with_positions(fact) for fact in everything if dag_size(fact) <= LIMITS.fact_size)
    return list(islice(dict.fromkeys(each for each in normal if _is_about_cells(each, vocabulary)), LIMITS.facts))


def _is_about_cells(fact: Term, vocabulary: Vocabulary) -> bool:
    symbols = variables_of(fact)
    is_about_array = any(each in vocabulary.arrays for each in symbols)
    return is_about_array and sum(each in vocabulary.bound.values() for each in symbols) == 1


def _with_positions(fact: Term) -> Term:
    """Return `fact` with indices simplified as if nothing overflowed."""

    def combine(term: Term, parts: list[Term]) -> Term:
        if term.op is Op.SELECT and isinstance(parts[1].sort, BitVecSort):
            return select(parts[0], position_of(parts[1]))
        return rebuild(term, tuple(parts)) if parts else term

    return fold(fact, combine)


def _written(system: ControlSystem, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield equations for written cells, with the values written before in place of cells that are
    read.
    """
    known: dict[Term, dict[Term, None]] = {}
    for edge in system.transitions:
        for array, index, value in _stores(edge, vocabulary):
            if restores_initial_value(index, value):
                continue
            at = vocabulary.bound[index.sort]
            cell = vocabulary.common(select(array, at))
            for fact in _at_bound(value, index, at):
                common = vocabulary.common(_with_positions(fact))
                if cell is not None and common is not None:
                    for each in _composed(common, known):
                        if cell not in postorder([each]):
                            known.setdefault(cell, {})[each] = None
                            yield eq(cell, each)


def _ranged(system: ControlSystem, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield that cells are in the range of the values written to them."""
    for array, numbers in common_ranges(system, vocabulary).items():
        cell = select(array, vocabulary.bound[vocabulary.arrays[array].index])
        yield _in_range(cell, numbers)


def _in_range(cell: Term, numbers: Numbers) -> Term:
    """Return that `cell` is within the bounds of `numbers`: the signed ones unless they are
    trivial.
    """
    width = numbers.width
    if numbers.signed_bounds == every_number(width).signed_bounds:
        low, high = (bv(each, width) for each in numbers.unsigned_bounds)
        return and_(bvule(low, cell), bvule(cell, high))
    low, high = (bv(each % (1 << width), width) for each in numbers.signed_bounds)
    return and_(bvsle(low, cell), bvsle(cell, high))


def _composed(value: Term, known: Mapping[Term, Mapping[Term, None]]) -> Iterator[Term]:
    """Yield `value`, and `value` with `known` values in place of its cells."""
    yield value
    for cell in [term for term in postorder([value]) if term in known]:
        for replacement in list(known[cell])[: LIMITS.values_of_cell]:
            yield substitute(value, {cell: replacement})
    latest = {cell: next(iter(values)) for cell, values in known.items() if values}
    yield substitute(value, latest)


def _conditions(edge: Edge, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield the comparisons of `edge` with values that it writes."""
    atoms = _atoms(edge)
    for array, index, value in _stores(edge, vocabulary):
        at = vocabulary.bound[index.sort]
        for atom in atoms if value.op is not Op.CONSTANT else ():
            if value in postorder([atom]):
                for fact in _at_bound(substitute(atom, {value: select(array, at)}), index, at):
                    yield from _nontrivial(fact, vocabulary)
                    yield from _nontrivial(not_(fact), vocabulary)


def _stores(edge: Edge, vocabulary: Vocabulary) -> list[tuple[Term, Term, Term]]:
    """Return the array of the target, the index and the value of each write to an array over
    bit-vectors.
    """
    return [each for each in stores(edge) if each[1].sort in vocabulary.bound]


def _atoms(edge: Edge) -> list[Term]:
    roots = (edge.guard, *edge.update.values())
    return [term for term in postorder(roots) if term.op in _ATOMS and term.args[0].sort.width]


def _asserted(edge: Edge, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield the conditions on cells under which `edge` does not lead to an error."""
    about_cells = [
        part
        for part in reversed(parts_of_conjunction(edge.guard))
        if index_terms([part]) and dag_size(part) <= LIMITS.fact_size
    ]
    for part in dict.fromkeys((*about_cells, and_(*about_cells))):
        for fact in (each for cell in _cells(part, vocabulary) for each in cell):
            yield from _nontrivial(not_(fact), vocabulary)


def _compared(edge: Edge, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield the comparisons of `edge` with cells: those that its guard implies, and both outcomes
    of others.
    """
    required = frozenset(parts_of_conjunction(edge.guard))
    for atom in _atoms(edge):
        for fact in (each for cell in _cells(atom, vocabulary) for each in cell):
            if not_(atom) not in required:
                yield from _nontrivial(fact, vocabulary)
            if atom not in required:
                yield from _nontrivial(not_(fact), vocabulary)


def _cells(formula: Term, vocabulary: Vocabulary) -> Iterator[Iterator[Term]]:
    """Yield `formula` over the cell at a bound symbol, for each cell that it mentions."""
    for sort, indices in index_terms([formula]).items():
        if sort in vocabulary.bound:
            yield from (_at_bound(formula, index, vocabulary.bound[sort]) for index in indices)


def _at_bound(term: Term, index: Term, at: Term) -> Iterator[Term]:
    """Yield `term` with `at` in place of `index`, also where `index` determines a symbol."""
    replaced = substitute(term, {index: at})
    left = variables_of(replaced)
    values = ((symbol, solved(index, symbol, at)) for symbol in variables_of(index) if symbol in left)
    known = [substitute(term, {index: at, symbol: value}) for symbol, value in values if value is not None]
    yield from known or [replaced]


def _nontrivial(fact: Term, vocabulary: Vocabulary) -> Iterator[Term]:
    common = vocabulary.common(fact)
    if common is not None and common is not TRUE and common is not FALSE:
        yield common


def _equal_arrays(vocabulary: Vocabulary) -> Iterator[Term]:
    for (left, sort), (right, other_sort) in combinations(vocabulary.arrays.items(), 2):
        if sort is other_sort:
            at = vocabulary.bound[sort.index]
            yield eq(select(left, at), select(right, at))


def _about_others(fact: Term, vocabulary: Vocabulary) -> Iterator[Term]:
    """Yield the fact about other arrays, if `fact` is about one."""
    arrays = [each for each in variables_of(fact) if each in vocabulary.arrays]
    if len(arrays) == 1:
        alike = (other for other in vocabulary.arrays if other.sort is arrays[0].sort)
        yield from (substitute(fact, {arrays[0]: other}) for other in alike)
