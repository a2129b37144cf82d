"""Loop-entry facts: what held on entry of a loop is a candidate as far as the loop does not change
its variables.

For example, ``if (n < m) return;`` before a loop yields ``n >= m`` in the loop. If ``p`` and ``q``
advance in step from ``s`` and 0, facts about ``s`` yield candidates about ``p - q``.
"""

from collections.abc import Mapping, Sequence
from itertools import islice, permutations

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.source import NO_CANDIDATES, Candidates, GenerationContext
from surefoot.invariants.sources.accumulators import accumulated
from surefoot.logic import (
    FALSE,
    TRUE,
    ArraySort,
    BitVecSort,
    Op,
    Term,
    bvadd,
    bvsub,
    dag_size,
    parts_of_conjunction,
    substitute,
    variables_of,
)
from surefoot.systems.control.system import ControlSystem, Edge, Invariants


def later_candidates(context: GenerationContext) -> Candidates:
    """Return loop-entry facts of the known invariants, and bounds of sums of cells.

    Both rest on quantified invariants; without any there are no candidates.
    """
    if not context.known.quantified:
        return NO_CANDIDATES
    entered = entry_candidates(context.system, context.known.invariants)
    if context.are_simple_published:
        return Candidates(entered)
    sums = accumulated(context.system, context.samples, context.known.quantified)
    return Candidates({name: (*entered[name], *sums[name].about_cells) for name in context.system.names})


def entry_candidates(system: ControlSystem, known: Invariants) -> dict[str, list[Term]]:
    """Return candidates for each location: guards of the edges that enter it, and invariants
    `known` (or candidates) where these start.
    """
    parameters = frozenset(system.parameters)
    found: dict[str, dict[Term, None]] = {name: {} for name in system.names}
    for name in _by_distance(system):
        allowed = parameters.union(system.location(name).symbols)
        iterations = [edge for edge in system.edges_into(name) if edge.source == name]
        for edge in system.edges_into(name):
            if edge.source == name:
                continue
            kept = _kept(edge, iterations)
            facts = (
                *reversed(parts_of_conjunction(edge.guard)),
                *known.get(edge.source, ()),
                *found.get(edge.source, ()),
            )
            candidates = (substitute(fact, kept) for fact in facts if _is_telling(fact))
            fitting = (each for each in candidates if _is_telling(each) and allowed.issuperset(variables_of(each)))
            new = (each for each in fitting if each not in known.get(name, ()) and each not in found[name])
            found[name] |= dict.fromkeys(islice(new, LIMITS.entry_facts - len(found[name])))
    return {name: list(candidates) for name, candidates in found.items()}


def _by_distance(system: ControlSystem) -> list[str]:
    """Return the locations by their distance from the entry."""
    found = {system.locations[0].name: None}
    for name in (waiting := list(found)):
        for edge in system.edges_from(name):
            if isinstance(edge.target, str) and edge.target not in found:
                found[edge.target] = None
                waiting.append(edge.target)
    return [name for name in found if name in system.names]


def _kept(edge: Edge, iterations: Sequence[Edge]) -> Mapping[Term, Term]:
    """Return the values on `edge` that a term at its target keeps in all `iterations` of the loop
    there, with that term.
    """
    steps = {symbol: _step(symbol, iterations) for symbol in edge.update}
    kept = {
        value: symbol
        for symbol, value in edge.update.items()
        if value.op is not Op.CONSTANT
        and not isinstance(symbol.sort, ArraySort)
        and steps[symbol] == (0,) * len(iterations)
    }
    moving = [symbol for symbol, step in steps.items() if step is not None and any(step)][: LIMITS.entry_moving]
    for one, other in permutations(moving, 2):
        start, origin = edge.update[one], edge.update[other]
        in_step = one.sort is other.sort and steps[one] == steps[other]
        if in_step and origin.op is Op.CONSTANT and start.op is not Op.CONSTANT:
            kept.setdefault(start, bvadd(bvsub(one, other), origin))
    return kept


def _step(symbol: Term, iterations: Sequence[Edge]) -> tuple[int, ...] | None:
    """Return the distance by which `symbol` moves in each of `iterations`; `None` if one is no
    constant.
    """
    found: list[int] = []
    for edge in iterations:
        value = edge.update[symbol]
        if value is symbol:
            found.append(0)
            continue
        distance = bvsub(value, symbol) if isinstance(symbol.sort, BitVecSort) else value
        if distance.op is not Op.CONSTANT or not isinstance(symbol.sort, BitVecSort):
            return None
        found.append(int(distance.payload))
    return tuple(found)


def _is_telling(formula: Term) -> bool:
    return formula is not TRUE and formula is not FALSE and dag_size(formula) <= LIMITS.entry_size
