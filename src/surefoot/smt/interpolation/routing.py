"""Checked interpolation: methods tried in order, simplification and validation of the result, and a
ledger per method.

Weakening drops conjuncts of interpolants that no condition needs. From the last node to the first:
conjuncts of I_u are dropped as long as  I_u & A_e  =>  I_v  for all edges e from u. The result
follows from I_u, so the edges into u imply it, too.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field
from surefoot.logic import FALSE, TRUE, IntSort, Term, and_, not_, or_, parts_of_conjunction, postorder
from surefoot.smt.contracts import NoAnswer, Solver, Unsat, Use
from surefoot.smt.interpolation.checking import Checked, Correct, Wrong, WrongInterpolants, checked
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, Interpolator
from surefoot.smt.interpolation.cubes import CubeInterpolator
from surefoot.smt.interpolation.words import in_words
from surefoot.smt.limits import LIMITS
from surefoot.smt.registry import WITH_INTEGERS, SolverFactory


@dataclass(slots=True)
class InterpolationLedger:
    """Number of successes and failures of each method."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Missing answers, and answers that no solver could check in time."""
    wrong: list[WrongInterpolants] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CheckedInterpolation:
    """The `Interpolator` that tries ``ways`` in order, until a solver other than the method's own
    confirms the interpolants.
    """

    ways: Sequence[Interpolator]
    solvers: SolverFactory
    ledger: InterpolationLedger = field(default_factory=InterpolationLedger)
    weakens: bool = True
    """True if redundant conjuncts are dropped with the main library, which then cannot confirm
    results of others.
    """

    @property
    def name(self) -> str:
        """The names of the ways."""
        return ", ".join(way.name for way in self.ways)

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants that were confirmed; see `Interpolator`."""
        reason = "no method of interpolation was available"
        for way in self.ways:
            found = way.interpolants(graph, budget)
            verdict = found if isinstance(found, NoAnswer) else self._usable(graph, found, budget)
            match verdict:
                case Interpolants():
                    self.ledger.accepted[way.name] += 1
                    return verdict
                case WrongInterpolants():
                    self._record(verdict)
                    reason = f"{way.name} gave wrong interpolants: {verdict.why.claim}"
                case NoAnswer():
                    self.ledger.refused[way.name] += 1
                    reason = verdict.reason
        return NoAnswer(reason)

    def _usable(
        self, graph: FormulaGraph, found: Interpolants, budget: Budget
    ) -> Interpolants | WrongInterpolants | NoAnswer:
        """Rewrite ``found`` over words, weaken and confirm it.

        Interpolants that are to be weakened and do not come from cubes are also checked as
        given, because a weaker one may be valid by chance.
        """
        is_validated = self.weakens and found.origin != CubeInterpolator.name
        usable = found
        verdict: Checked = self._confirmed(graph, found, budget) if is_validated else Correct()
        if not isinstance(verdict, Wrong):
            usable = self._smaller(graph, found)
            if usable != found or not is_validated:
                verdict = self._confirmed(graph, usable, budget)
        match verdict:
            case Correct():
                return usable
            case Wrong():
                return WrongInterpolants(graph, usable, verdict)
            case NoAnswer():
                return verdict

    def _smaller(self, graph: FormulaGraph, found: Interpolants) -> Interpolants:
        if self.weakens:
            return weakened(graph, found, self.solvers)
        return Interpolants(tuple(map(in_words, found.formulas)), found.origin)

    def _record(self, wrong: WrongInterpolants) -> None:
        """Count the wrong interpolants in the statistics, and record their script."""
        self.ledger.wrong.append(wrong)
        self.solvers.statistics.record_wrong_interpolants(wrong.given.origin)
        if self.solvers.recorder is not None:
            self.solvers.recorder.keep(wrong.given.origin, "wrong interpolants", wrong.script())

    def _confirmed(self, graph: FormulaGraph, found: Interpolants, budget: Budget) -> Checked:
        has_integers = any(isinstance(term.sort, IntSort) for term in postorder(graph.formulas))
        names = self.solvers.confirming if self.weakens else (self.solvers.main, *self.solvers.confirming)
        able = (each for each in names if not has_integers or each in WITH_INTEGERS)
        name = next(each for each in able if each != found.origin)
        with closing(
            self.solvers.open_named(name, Use.INCREMENTAL, budget.at_most(LIMITS.interpolant_check_seconds))
        ) as solver:
            return checked(graph, found, solver)


def weakened(graph: FormulaGraph, found: Interpolants, solvers: SolverFactory) -> Interpolants:
    """Return interpolants implied by ``found``, over words instead of bits.

    A condition that no solver confirms keeps its interpolant.

    Requires: ``found`` are interpolants of ``graph``
    """
    at = [TRUE, *found.formulas, FALSE]
    for node in reversed(graph.inner):
        with closing(solvers.new()) as solver:
            leaving = (and_(part.formula, not_(at[part.target])) for part in graph.parts if part.source == node)
            solver.add(or_(*leaving))
            at[node] = in_words(and_(*_needed(parts_of_conjunction(at[node]), solver)))
    return Interpolants(tuple(at[1:-1]), found.origin)


def _needed(conjuncts: list[Term], solver: Solver) -> list[Term]:
    """Return a subset of ``conjuncts`` that contradicts the formulas of ``solver``; all of them if
    there is no core.
    """
    answer = solver.check(conjuncts, purpose="weakening")
    if not isinstance(answer, Unsat):
        return conjuncts
    core = set(answer.core)
    kept = [each for each in conjuncts if each in core]
    for each in kept[: LIMITS.weakening_checks]:
        if each not in kept:
            continue
        answer = solver.check([other for other in kept if other is not each], purpose="weakening")
        if isinstance(answer, Unsat):
            core = set(answer.core)
            kept = [other for other in kept if other in core]
    return kept
