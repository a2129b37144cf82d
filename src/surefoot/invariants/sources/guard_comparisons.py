"""Candidates from comparisons in guards: what a loop compares bounds its variables.

``while (i < begin + size)`` yields ``i <= begin + size``, which no template over single variables
contains.
"""

from collections.abc import Iterator
from itertools import islice

from surefoot.invariants.limits import LIMITS
from surefoot.logic import BitVecSort, Op, Term, bvsle, bvslt, bvule, bvult, dag_size, eq, postorder, variables_of
from surefoot.systems.control.system import ControlSystem

_ORDERS = {Op.BVULT: (bvule, bvult), Op.BVSLT: (bvsle, bvslt), Op.EQ: (bvule, bvult)}


def comparison_candidates(system: ControlSystem, name: str) -> list[Term]:
    """Return candidates at the location `name`: the comparisons of numbers in guards of edges from
    there, weakened and reversed.
    """
    found = dict.fromkeys(each for left, right, op in _comparisons(system, name) for each in _weakened(left, right, op))
    return [each for each in found if each.op is not Op.CONSTANT]


def _comparisons(system: ControlSystem, name: str) -> Iterator[tuple[Term, Term, Op]]:
    location = system.location(name)
    own = frozenset(location.symbols)
    allowed = own.union(system.parameters)
    atoms = dict.fromkeys(
        term
        for term in postorder([edge.guard for edge in system.edges_from(name)])
        if term.op in _ORDERS and _is_number(term.args[0])
    )
    fitting = (
        atom
        for atom in atoms
        if dag_size(atom) <= LIMITS.compared_size
        and allowed.issuperset(symbols := variables_of(atom))
        and not own.isdisjoint(symbols)
        and all(_is_number(symbol) for symbol in symbols)
    )
    for atom in islice(fitting, LIMITS.guard_comparisons):
        yield atom.args[0], atom.args[1], atom.op


def _weakened(left: Term, right: Term, op: Op) -> Iterator[Term]:
    not_above, below = _ORDERS[op]
    yield not_above(left, right)
    yield not_above(right, left)
    yield below(left, right)
    yield below(right, left)
    if op is Op.EQ:
        yield eq(left, right)


def _is_number(term: Term) -> bool:
    return isinstance(term.sort, BitVecSort) and term.sort.width >= LIMITS.number_width
