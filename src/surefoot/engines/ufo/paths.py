"""Paths of a graph to its errors as one formula: from the root, or from any state at a node.

As in `systems.control.unfolding`, states that arrive at a node by several edges are merged,
because the guards of edges from one state exclude each other.
"""

from collections.abc import Callable, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.engines.ufo.graph import Node
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.invariants.justification import Preferences, justification
from surefoot.logic import (
    FALSE,
    TRUE,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    and_,
    default_value,
    ite,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.smt.contracts import Model
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ControlSystem, Edge


def copied(symbol: Term, node: Node, owner: str = "") -> Term:
    """Return the copy of ``symbol`` for ``node``; ``owner`` distinguishes copies for different
    uses.
    """
    own = symbol.payload
    name = Symbol(SymbolKind.COPY, f"{own.key}{owner}", node.number, f"{own} of node {node.number}{owner}")
    return variable(name, symbol.sort)


@dataclass(frozen=True, slots=True)
class PathEdge:
    """Edge of the graph: paths that satisfy ``guard`` take ``edge`` to ``child``."""

    edge: Edge
    child: Node
    guard: Term


@dataclass(frozen=True, slots=True)
class _Arrival:
    guard: Term
    values: Mapping[Term, Term]


class Paths:
    """All paths from ``origin`` to errors through ``nodes``, which are in topological order, the
    error node last.

    A path begins in a state given by the symbols of the origin's location; inputs are copies for
    each node.
    """

    def __init__(self, system: ControlSystem, nodes: Sequence[Node], origin: Node) -> None:
        self._system = system
        self._origin = origin
        self.passages: dict[Node, list[PathEdge]] = {}
        self.failure = self._unfolded(nodes)
        """Formula of the paths to errors."""

    def _unfolded(self, nodes: Sequence[Node]) -> Term:
        inside = frozenset(nodes)
        symbols = self._system.location(self._origin.location).symbols
        arriving: dict[Node, list[_Arrival]] = {self._origin: [_Arrival(TRUE, {each: each for each in symbols})]}
        failures: list[Term] = []
        for node in nodes:
            found = arriving.pop(node, None)
            if found is None:
                continue
            if node.location == ERROR:
                failures = [each.guard for each in found]
                break
            here = _merged(found)
            renaming = {symbol: copied(symbol, node) for symbol in self._system.location(node.location).inputs}
            renaming |= {symbol: value for symbol, value in here.values.items() if value is not symbol}
            memo: dict[Term, Term] = {}
            passages = self.passages[node] = []
            for child, edges in node.children.items():
                for edge in edges if child in inside else ():
                    guard = and_(here.guard, substitute(edge.guard, renaming, memo))
                    if guard is FALSE:
                        continue
                    passages.append(PathEdge(edge, child, guard))
                    update = {symbol: substitute(value, renaming, memo) for symbol, value in edge.update.items()}
                    arriving.setdefault(child, []).append(_Arrival(guard, update))
        return or_(*failures)

    def run_of(self, model: Model, facts: Sequence[Term]) -> Run:
        """Return the run to an error in ``model``.

        Requires: the origin is the root, and ``model`` satisfies the failure and ``facts``
        """
        mentioned = frozenset(variables_of(self.failure, *facts))
        evaluator = Evaluator(lambda symbol: model.value(symbol) if symbol in mentioned else default_value(symbol.sort))
        steps: list[Step] = []
        node = self._origin
        while node.location != ERROR:
            taken = next(each for each in self.passages[node] if evaluator.value(each.guard))
            inputs = ((symbol, copied(symbol, node)) for symbol in self._system.location(node.location).inputs)
            steps.append(Step(taken.edge, {symbol: model.value(copy) for symbol, copy in inputs if copy in mentioned}))
            node = taken.child
        parameters = {symbol: model.value(symbol) for symbol in self._system.parameters if symbol in mentioned}
        return Run(parameters, tuple(steps))

    def lifted(self, state: Evaluator, is_shared: Callable[[Term], bool], preferences: Preferences) -> Sequence[Term]:
        """Return shared literals over the origin that hold in ``state`` and imply the failure for
        its inputs.

        They are preconditions of single edges, computed from the error backwards.

        Requires: the failure is true in ``state``
        """
        steps = self._steps(state)
        literals: Sequence[Term] = ()
        for number, (edge, here) in reversed(list(enumerate(steps))):
            location = self._system.location(edge.source)
            own = frozenset((*location.symbols, *self._system.parameters))
            formula = and_(edge.guard, *(edge.after(each) for each in literals))
            literals = justification(formula, here, own.__contains__ if number else is_shared, preferences)
        return literals

    def _steps(self, state: Evaluator) -> list[tuple[Edge, Evaluator]]:
        """Return the edges of the path in ``state``, each with its source state."""
        steps: list[tuple[Edge, Evaluator]] = []
        node = self._origin
        values = {symbol: state.value(symbol) for symbol in self._system.location(node.location).symbols}
        while node.location != ERROR:
            taken = next(each for each in self.passages[node] if state.value(each.guard))
            inputs = self._system.location(node.location).inputs
            known = {**values, **{symbol: state.value(copied(symbol, node)) for symbol in inputs}}
            known |= {symbol: state.value(symbol) for symbol in self._system.parameters}
            here = Evaluator(known.__getitem__)
            steps.append((taken.edge, here))
            values = {symbol: here.value(value) for symbol, value in taken.edge.update.items()}
            node = taken.child
        return steps


def _merged(found: Sequence[_Arrival]) -> _Arrival:
    merged = found[0]
    for other in found[1:]:
        values = {symbol: ite(other.guard, other.values[symbol], value) for symbol, value in merged.values.items()}
        merged = _Arrival(or_(merged.guard, other.guard), values)
    return merged
