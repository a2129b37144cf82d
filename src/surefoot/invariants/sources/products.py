"""Candidate equations with products: those that assertions compare, and quadratic equations of
sample states.
"""

from surefoot.discharge.product_abstraction import is_hard
from surefoot.invariants.sampling import unrefuted
from surefoot.invariants.source import NO_CANDIDATES, Candidates, GenerationContext
from surefoot.invariants.sources.polynomials import quadratic_equations
from surefoot.logic import Op, Term, postorder, variables_of
from surefoot.systems.control.system import ControlSystem, Error


def asserted_candidates(context: GenerationContext) -> Candidates:
    """Return the equations with products that assertions mention."""
    system = context.system
    return Candidates({name: asserted_equations(system, name) for name in system.names}, have_products=True)


def product_candidates(context: GenerationContext) -> Candidates:
    """Return equations with products, asserted ones first; with quantified invariants, also the
    simple candidates.

    What cells of arrays hold may make candidates inductive that were dropped before.
    """
    if context.are_simple_published:
        return NO_CANDIDATES
    from surefoot.invariants.sources.templates import simple_candidates  # assertions alone do not need them

    system = context.system
    products = {}
    for name in system.names:
        samples = context.samples[name]
        equations = dict.fromkeys((*asserted_equations(system, name), *quadratic_equations(samples)))
        products[name] = unrefuted(list(equations), samples)
    simple = simple_candidates(context).by_location if context.known.quantified else {}
    everything = {name: [*simple.get(name, ()), *products[name]] for name in system.names}
    return Candidates(everything, have_products=any(products.values()))


def asserted_equations(system: ControlSystem, name: str) -> list[Term]:
    """Return the equations with products in assertions at the location `name`, if they are over its
    state variables.
    """
    known = frozenset(system.location(name).symbols)
    guards = [edge.guard for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    equations = [term for term in postorder(guards) if term.op is Op.EQ and term.args[0].sort.width]
    return [
        each
        for each in equations
        if any(is_hard(term) for term in postorder((each,))) and known.issuperset(variables_of(each))
    ]
