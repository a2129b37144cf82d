"""Control systems as plain data for other processes: one table has all terms, so that sharing is
preserved.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from surefoot.base.spans import Span
from surefoot.logic import PackedTerms, Term, pack, unpack
from surefoot.systems.control.system import ControlSystem, Destination, Edge, Fact, Location, Referent, StateVariable


class PackedSystem(NamedTuple):
    """A system whose terms are the roots of ``terms``, in the order in which its parts mention
    them.
    """

    parameters: int
    facts: tuple[int, ...]
    """Numbers of symbols that each fact is about."""
    locations: tuple[tuple[str, tuple[Referent, ...], int, Span | None], ...]
    """Names, referents of state variables, numbers of inputs, and positions."""
    edges: tuple[tuple[str, Destination], ...]
    terms: PackedTerms


def pack_system(system: ControlSystem) -> PackedSystem:
    """Return ``system`` as plain data, which can be pickled whatever the depth of its terms."""
    return PackedSystem(
        len(system.parameters),
        tuple(len(fact.about) for fact in system.facts),
        tuple(
            (each.name, tuple(variable.referent for variable in each.variables), len(each.inputs), each.span)
            for each in system.locations
        ),
        tuple((edge.source, edge.target) for edge in system.edges),
        pack(_terms_of(system)),
    )


def unpack_system(packed: PackedSystem) -> ControlSystem:
    """Return the system that was packed: ``unpack_system(pack_system(system)) == system``, in any
    process.
    """
    terms = iter(unpack(packed.terms))

    def take(count: int) -> tuple[Term, ...]:
        return tuple(islice(terms, count))

    parameters = take(packed.parameters)
    facts = tuple(Fact(take(count), next(terms)) for count in packed.facts)
    locations = []
    for name, referents, inputs, span in packed.locations:
        variables = tuple(StateVariable(next(terms), referent) for referent in referents)
        locations.append(Location(name, variables, take(inputs), next(terms), span))
    symbols = {each.name: each.symbols for each in locations}
    edges = []
    for source, target in packed.edges:
        guard = next(terms)
        assigned = symbols[target] if isinstance(target, str) else ()
        edges.append(Edge(source, target, guard, dict(zip(assigned, take(len(assigned)), strict=True))))
    return ControlSystem(parameters, facts, tuple(locations), tuple(edges))


def _terms_of(system: ControlSystem) -> Iterator[Term]:
    yield from system.parameters
    for fact in system.facts:
        yield from fact.about
        yield fact.formula
    for location in system.locations:
        yield from location.symbols
        yield from location.inputs
        yield location.domain
    for edge in system.edges:
        yield edge.guard
        yield from edge.update.values()
