"""Checks universals of a proof, with instances that the certifier chooses itself.

The instances of the universals at the source of an edge are taken at every term at which what is asked about reads or writes an array, then at the terms at which those
instances do, and so on, a few times. Whatever is left out can only make the certifier refuse a proof.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.discharge.obligation import Obligation
from surefoot.logic import (
    BOOL,
    ArrayValue,
    BitVecSort,
    Evaluator,
    Op,
    Term,
    Value,
    and_,
    bv,
    not_,
    postorder,
    variables_of,
)
from surefoot.systems.control.system import ControlSystem, Edge, Invariants
from surefoot.systems.control.universals import Universal, Universals, any_value

Telling = Callable[[str, Term | Universal], str]
"""How readers are told a formula, or a universal, about the state at a location."""

DEEPEST = 2
"""How often instances are taken at the terms of other instances."""
MOST_INSTANCES = 2_000
MOST_CELLS = 1_000
"""Of one question; and values at which a universal is looked at in a concrete state."""


def instances(universals: Sequence[Universal], formulas: Sequence[Term], depth: int = DEEPEST) -> list[Term]:
    """Instances of ``universals`` for a question about ``formulas``: at their terms, and ``depth`` - 1 times at those of instances."""
    found: dict[Term, None] = {}
    visited: set[Term] = set()
    places: dict[Term, None] = {}
    layer: Sequence[Term] = formulas
    for _ in range(depth):
        new = [place for place in _places(layer, visited) if place not in places]
        places |= dict.fromkeys(new)
        layer = []
        for universal in universals:
            for place in new:
                if place.sort is universal.bound.sort and len(found) < MOST_INSTANCES:
                    instance = universal.at(place)
                    found[instance] = None
                    layer.append(instance)
    return list(found)


def _places(formulas: Sequence[Term], visited: set[Term]) -> Iterator[Term]:
    """Terms at which ``formulas`` read or write arrays, but for those in ``visited``, which grows."""
    waiting = list(formulas)
    while waiting:
        term = waiting.pop()
        if term not in visited:
            visited.add(term)
            waiting.extend(term.args)
            if term.op in {Op.SELECT, Op.STORE}:
                yield term.args[1]


def misfit(universals: Universals, system: ControlSystem) -> str | None:
    """Why ``universals`` cannot be about ``system`` at all."""
    for name, stated in universals.items():
        if name not in system.names:
            return f"the program has no location {name}"
        symbols = {*system.location(name).symbols, *system.parameters}
        for each in stated:
            is_bound = each.bound.op is Op.VARIABLE and not _is_taken(each.bound, system)
            if (
                not is_bound
                or each.body.sort is not BOOL
                or not {*symbols, each.bound}.issuperset(variables_of(each.body))
            ):
                return f"a universal for {name} is not about the variables there: {each}"
    return None


def _is_taken(symbol: Term, system: ControlSystem) -> bool:
    """Whether ``symbol`` means something in ``system``."""
    return symbol in system.parameters or any(
        symbol in (*location.symbols, *location.inputs) for location in system.locations
    )


def universal_parts(
    system: ControlSystem, invariants: Invariants, universals: Universals, telling: Telling, depth: int = DEEPEST
) -> Iterator[Obligation]:
    """What must not happen for the universals to hold: an edge that breaks one of its target, under the invariants and universals of its source.

    Each of them is a part of its own: a question about one reads few arrays, and at few terms. Instances go ``depth`` deep, and if that is as deep as can be, they are those for all
    universals of the target: what one of them needs may be found at the terms of another.
    """
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        stated = universals.get(edge.destination, ())
        assumed = universals.get(edge.source, ())
        broken = [not_(edge.after(each.at(any_value(each.bound.sort)), memo)) for each in stated]
        shared = instances(assumed, _terms_about(edge, stated, broken)) if depth == DEEPEST else []
        for each, breaks in zip(stated, broken, strict=True):
            chosen = shared if depth == DEEPEST else instances(assumed, _terms_about(edge, [each], [breaks]), depth)
            known = (edge.guard, *system.assumption(edge.source, invariants), *chosen)
            yield Obligation(
                f"the edge {edge.source} -> {edge.destination} breaks `{telling(edge.destination, each)}`",
                and_(breaks, *known),
            )


def _terms_about(edge: Edge, stated: Sequence[Universal], broken: Sequence[Term]) -> tuple[Term, ...]:
    """What a question is about whether ``edge`` breaks one of the universals ``stated``."""
    told = frozenset(variables_of(*(each.body for each in stated)))
    return (edge.guard, *(value for symbol, value in edge.update.items() if symbol in told), *broken)


def counterexample(universal: Universal, values: Mapping[Term, Value]) -> Term | None:
    """What ``universal`` says about a value for which it does not hold in the state ``values``, if one is found.

    Looked at are the indices of what arrays hold, and numbers near those that the body compares with, not more than `MOST_CELLS`.
    Requires  ``values`` has all symbols of the universal but the bound one
    """
    sort = universal.bound.sort
    if not isinstance(sort, BitVecSort):
        return None
    evaluator = Evaluator(values.__getitem__)
    indices: dict[int, None] = {0: None, sort.mask: None}
    for term in postorder([universal.body]):
        if term.sort is sort and universal.bound not in variables_of(term):
            near = int(evaluator.value(term))  # type: ignore[arg-type]  # of a bit-vector
            indices |= dict.fromkeys((near + step) & sort.mask for step in (-1, 0, 1))
    for symbol in variables_of(universal.body):
        value = values.get(symbol)
        if isinstance(value, ArrayValue) and symbol.sort.index is sort:  # type: ignore[union-attr]  # an array
            indices |= dict.fromkeys(int(index) for index in value.entries)  # type: ignore[arg-type]  # of a bit-vector
    for index in list(indices)[:MOST_CELLS]:
        if not Evaluator({**values, universal.bound: index}.__getitem__).value(universal.body):
            return universal.at(bv(index, sort.width))
    return None
