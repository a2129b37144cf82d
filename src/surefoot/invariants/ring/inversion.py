"""Inversion of edges: comparisons that hold after an edge because its guard held before.

Updates ``x' = x + q``, where q is over inverted symbols, are solved for x, one after the other.
"""

from collections.abc import Iterator

from surefoot.logic import Op, Term, postorder, substitute, variables_of
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.systems.control.system import ControlSystem, Edge

ORDERS = frozenset({Op.BVSLT, Op.BVULT})


def earlier_values(system: ControlSystem, edge: Edge) -> dict[Term, Term]:
    """Return state variables of the source, and parameters, as terms over the state after `edge`,
    as far as its updates are invertible.
    """
    forms = NormalForms()
    known: dict[Term, Term] = {each: each for each in system.parameters}
    symbols = [each for each in system.location(edge.source).symbols if each.sort.width]
    waiting = {after: before for after, before in edge.update.items() if before.sort.width}
    for after, before in waiting.items():
        if before in symbols and before not in known:
            known[before] = after
    is_growing = True
    while is_growing:
        is_growing = False
        for after, before in waiting.items():
            solved = _solved(after, forms.of(before), known, symbols)
            if solved is not None:
                known[solved[0]] = solved[1]
                is_growing = True
    return known


def earlier_comparisons(system: ControlSystem, edge: Edge) -> Iterator[Term]:
    """Return the order comparisons in the guard of `edge`, over the state after it."""
    known = earlier_values(system, edge)
    for term in postorder((edge.guard,)):
        if term.op in ORDERS and all(each in known for each in variables_of(term)):
            yield substitute(term, known)


def _solved(after: Term, form: Polynomial, known: dict[Term, Term], symbols: list[Term]) -> tuple[Term, Term] | None:
    """Return the only unknown of `form` that is not inverted yet, as a term, if it occurs once and
    alone.  Requires: `form` is the value of `after`.
    """
    missing = [each for each in form.unknowns if not all(own in known for own in variables_of(each))]
    if len(missing) != 1 or missing[0] not in symbols:
        return None
    unknown = missing[0]
    coefficient = form.coefficients.get((unknown,), 0)
    if sum(unknown in monomial for monomial in form.coefficients) != 1 or coefficient % 2 == 0:
        return None
    rest = Polynomial.unknown(after) - form + Polynomial(form.width, {(unknown,): coefficient})
    inverse = pow(coefficient, -1, 1 << form.width)
    # the unknown itself is not in the rest, whose other unknowns are known
    return unknown, _renamed(rest.scaled(inverse), after, known)


def _renamed(form: Polynomial, after: Term, known: dict[Term, Term]) -> Term:
    return substitute(form.term(), {each: value for each, value in known.items() if each is not after})
