"""Interpolants of infeasible paths, one for each location of the path.

With copies of the state variables for each location, step k is  g_k & h_k & x_k+1 = u_k  for its
guard, its hints and its update. If no run takes all steps, there are formulas I_k over the state
at the k-th location with

    I_k & g_k & h_k  =>  I_k+1[u_k]        with I_0 = true, and false after the last step
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.limits import LIMITS
from surefoot.logic import Symbol, SymbolKind, Term, and_, dag_size, eq, substitute, variable, variables_of
from surefoot.smt.contracts import Limits, NoAnswer
from surefoot.smt.interpolation.by_theory import TheoryInterpolator
from surefoot.smt.interpolation.contracts import sequence
from surefoot.smt.interpolation.routing import CheckedInterpolation
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Edge


def path_interpolants(
    system: ControlSystem, edges: Sequence[Edge], hints: Sequence[Cube], solvers: SolverFactory, budget: Budget
) -> tuple[Term, ...] | None:
    """Return I_1, ..., I_n of the module over the parameters and state variables of their
    locations.

    Return `None` if no method finds small ones.

    Requires: each edge starts where its predecessor ends, the first one at the entry; ``hints`` has
      formulas over the source of each step; there are at least two edges
    """
    parts = steps_as_formulas(system, edges, hints)
    facts = RelevantFacts(system).new_for(*parts)
    known = [and_(part, *facts) for part in parts]
    found = CheckedInterpolation([TheoryInterpolator(Limits(LIMITS.path_interpolant_seconds))], solvers).interpolants(
        sequence(known), budget
    )
    if isinstance(found, NoAnswer) or any(dag_size(each) > LIMITS.interpolant_subterms for each in found.formulas):
        return None
    return tuple(
        substitute(formula, {_copy(symbol, number): symbol for symbol in system.location(edge.source).symbols})
        for number, (edge, formula) in enumerate(zip(edges[1:], found.formulas, strict=True), start=1)
    )


def steps_as_formulas(system: ControlSystem, edges: Sequence[Edge], hints: Sequence[Cube]) -> list[Term]:
    """Return one formula for each step, over copies of the symbols on which the rest of the path
    depends.
    """
    parts: list[Term] = []
    wanted: frozenset[Term] = frozenset()
    for number, (edge, hint) in reversed(list(enumerate(zip(edges, hints, strict=True)))):
        location = system.location(edge.source)
        updates = {symbol: value for symbol, value in edge.update.items() if symbol in wanted}
        wanted = frozenset(variables_of(edge.guard, *hint, *updates.values()))
        own = {symbol: _copy(symbol, number) for symbol in (*location.symbols, *location.inputs) if symbol in wanted}
        memo: dict[Term, Term] = {}
        equations = (eq(_copy(symbol, number + 1), substitute(value, own, memo)) for symbol, value in updates.items())
        parts.append(and_(*(substitute(each, own, memo) for each in (edge.guard, *hint)), *equations))
    return parts[::-1]


def _copy(symbol: Term, number: int) -> Term:
    own: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.COPY, own.key, number, f"{own} at {number}"), symbol.sort)
