"""Paths from the entry to an error, and runs along them."""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.obligations import FrameObligation
from surefoot.engines.searches import decided
from surefoot.logic import Symbol, SymbolKind, Term, and_, substitute, variable, variables_of
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ControlSystem, Edge


@dataclass(frozen=True, slots=True)
class Path:
    """A path: an edge from the entry into the cube of an obligation, which has the rest, or to an
    error.
    """

    first: Edge
    then: FrameObligation | None

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Edges from the entry to the error."""
        return (self.first, *(() if self.then is None else self.then.edges))


def conditions_along(
    system: ControlSystem, edges: Sequence[Edge], hints: Sequence[Cube] = ()
) -> tuple[list[Term], list[dict[Term, Term]]]:
    """Return the path condition of ``edges`` over inputs, and the renaming of inputs in each step.
    See `run_along`.
    """
    values: dict[Term, Term] = {}
    conditions: list[Term] = []
    copies: list[dict[Term, Term]] = []
    for number, edge in enumerate(edges, start=1):
        copies.append({symbol: _copy(symbol, number) for symbol in system.location(edge.source).inputs})
        renaming = {**values, **copies[-1]}
        memo: dict[Term, Term] = {}
        wanted = (edge.guard, *(hints[number - 1] if hints else ()))
        conditions += [substitute(each, renaming, memo) for each in wanted]
        values = {symbol: substitute(value, renaming, memo) for symbol, value in edge.update.items()}
    return conditions, copies


def run_along(
    system: ControlSystem, edges: Sequence[Edge], solvers: SolverFactory, hints: Sequence[Cube] = ()
) -> Run | None:
    """Return a run along ``edges`` if there is one. Raises `NoDecision`.

    With ``hints``, one for each edge, the run satisfies each hint at the source of its edge.

    Requires: each edge starts where its predecessor ends, the first one at the entry
    """
    conditions, copies = conditions_along(system, edges, hints)
    formula = and_(*conditions)
    with closing(SystemSolver(system, solvers.new())) as solver:
        match decided(solver.check([formula], purpose="run")):
            case Unsat():
                return None
            case Sat(model):
                mentioned = frozenset(variables_of(formula, *solver.facts))
                parameters = {symbol: model.value(symbol) for symbol in system.parameters if symbol in mentioned}
                steps = [
                    Step(edge, {symbol: model.value(copy) for symbol, copy in own.items() if copy in mentioned})
                    for edge, own in zip(edges, copies, strict=True)
                ]
                return Run(parameters, tuple(steps))


def _copy(symbol: Term, number: int) -> Term:
    own: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.COPY, own.key, number, f"{own} in step {number}"), symbol.sort)
