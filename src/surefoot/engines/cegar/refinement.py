"""Predicate refinement: an interpolant separates an obligation from the successors of one step.

The step along e from l leads from a frame to no state of the obligation s, but to states that
the predicates do not distinguish from it. With copies of the symbols of l,

    A  =  F(l) & d_l & g_e & x = u_e    and, if e is a loop, not s before it           B  =  s

are contradictory. An interpolant J is over the symbols of s and parameters, and s implies its
negation; the conjuncts of the negation are the new predicates. All of them are in cart(s) then,
so the step no longer leads to cart(s).

With `PredicateSource.PREIMAGE`, the predicates are first those of the preimage of the next
obligation (Birgmeier 2013, section 5.4.1): s implies it, and a step into it continues.
"""

from collections.abc import Callable, Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.engines.cegar.configuration import PredicateSource
from surefoot.engines.cegar.predicates import split_equation
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import Frames
from surefoot.engines.ic3.obligations import FrameObligation
from surefoot.engines.limits import LIMITS
from surefoot.logic import TRUE, Evaluator, Symbol, SymbolKind, Term, and_, eq, not_, substitute, variable, variables_of
from surefoot.smt.contracts import Limits, NoAnswer
from surefoot.smt.interpolation.by_theory import TheoryInterpolator
from surefoot.smt.interpolation.contracts import Interpolator, sequence
from surefoot.smt.interpolation.cubes import CubeInterpolator
from surefoot.smt.interpolation.horn import eliminate_forall
from surefoot.smt.interpolation.routing import CheckedInterpolation, InterpolationLedger
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Edge

LIBRARY_LIMITS = Limits(seconds=2.0)
"""Limits of a library for one interpolant."""


class PredicateRefinement:
    """Interpolation of single steps of ``system``."""

    def __init__(
        self, system: ControlSystem, frames: Frames, source: PredicateSource, solvers: SolverFactory, budget: Budget
    ) -> None:
        self._system = system
        self._frames = frames
        self._source = source
        self._solvers = solvers
        self._budget = budget
        self.ledger = InterpolationLedger()

    def separating(self, edge: Edge, cube: Cube, frame: int) -> Term | NoAnswer:
        """Return a formula that ``cube``, at the target of ``edge``, implies and that no successor
        of ``frame`` along ``edge`` satisfies.

        Requires: no step along ``edge`` leads from ``frame`` into ``cube``, except from states in
          it
        """
        before = self._before(edge, cube, frame)
        literals = tuple(part for each in cube for part in split_equation(each))
        facts = RelevantFacts(self._system).new_for(before, *cube)
        parts = [and_(before, *facts), and_(*literals, *facts)]

        def lift(_formula: Term, _state: Evaluator, _is_shared: Callable[[Term], bool]) -> Sequence[Term]:
            return literals

        library: list[Interpolator] = (
            [TheoryInterpolator(LIBRARY_LIMITS)] if self._source is PredicateSource.LIBRARY else []
        )
        ways = [*library, CubeInterpolator(self._solvers, lift)]
        found = CheckedInterpolation(ways, self._solvers, self.ledger).interpolants(sequence(parts), self._budget)
        return found if isinstance(found, NoAnswer) else not_(found.formulas[0])

    def preimage(self, obligation: FrameObligation) -> Term | None:
        """Return the condition under which a step along the edge of ``obligation`` leads into the
        next one or to the error; None if the source of predicates is another, or a quantifier
        cannot be eliminated.
        """
        if self._source is not PredicateSource.PREIMAGE:
            return None
        edge = obligation.edge
        target = TRUE if obligation.then is None else edge.after(and_(*obligation.then.cube))
        condition = and_(edge.guard, target)
        inputs = [each for each in self._system.location(edge.source).inputs if each in set(variables_of(condition))]
        if not inputs:
            return condition
        negated = eliminate_forall(not_(condition), inputs, self._budget.at_most_cpu(LIMITS.preimage_seconds))
        return None if isinstance(negated, NoAnswer) else not_(negated)

    def _before(self, edge: Edge, cube: Cube, frame: int) -> Term:
        """Return A of the module."""
        source = self._system.location(edge.source)
        copies = {each: _copy(each) for each in (*source.symbols, *source.inputs)}
        known = [*self._frames.at(edge.source).formulas(frame), edge.guard]
        if edge.source == edge.target:
            known.append(not_(and_(*cube)))
        wanted = frozenset(variables_of(*cube))
        memo: dict[Term, Term] = {}
        equations = (
            eq(symbol, substitute(value, copies, memo)) for symbol, value in edge.update.items() if symbol in wanted
        )
        return and_(*(substitute(each, copies, memo) for each in known), *equations)


def _copy(symbol: Term) -> Term:
    own: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.COPY, own.key, 0, f"{own} before"), symbol.sort)
