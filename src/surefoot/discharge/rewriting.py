"""Tactic "rewriting": steps of the simplifying constructors of terms are discharged as lemmas.

A step is first generalised (`logic/transformations/generalisation.py`), so that few lemmas stand
for many steps. A lemma that is too general is replaced by less general ones, and finally by its
steps: only a step itself is reported as wrong.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged, DischargeResult, Refuted, Undischarged
from surefoot.discharge.product_abstraction import has_wide_arithmetic
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import Evaluator, Term, variables_of
from surefoot.logic.limits import LIMITS as LOGIC_LIMITS
from surefoot.logic.rewriting import RewritingLog, RewritingStep, some_is_wrong
from surefoot.logic.transformations.generalisation import generalised, is_plausible, renamed_apart
from surefoot.smt.contracts import Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.registry import BITS, FOR_LEMMAS, SOLVERS, SolverFactory


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Lemmas that do not hold under an assignment that a solver found."""

    lemmas: Sequence[RewritingStep]
    by: str


def confirm_rewriting(log: RewritingLog, finder: str, solvers: SolverFactory, budget: Budget) -> DischargeResult:
    """Discharge every step of `log`; without steps, return `Discharged(REWRITING)`.

    The solver `finder` found the proof. It is queried last, and confirms a step that no other
    solver decides: a step is a lemma about an operator, not an obligation of the proof. Raises
    `OutOfBudget`.
    """
    steps = log.steps()
    if len(steps) > LIMITS.rewriting_steps:
        return Undischarged(
            {"rewriting": f"{len(steps)} steps, limit {LIMITS.rewriting_steps}"}, len(steps), len(steps)
        )
    return _Confirmation(finder, solvers, budget).of(steps)


class _Confirmation:
    """Lemmas for the steps of one log, and those of them that are confirmed."""

    def __init__(self, finder: str, solvers: SolverFactory, budget: Budget) -> None:
        self._solvers = solvers
        self._budget = budget
        self._finder = finder
        self._usable: dict[RewritingStep, bool] = {}
        """For each general step, whether it may be a lemma: no sample and no solver showed it to be
        wrong.
        """
        self._instances: dict[RewritingStep, list[RewritingStep]] = {}
        """The steps that each lemma generalises."""
        self._confirmed: set[RewritingStep] = set()

    def of(self, steps: Iterable[RewritingStep]) -> DischargeResult:
        """Discharge `steps`."""
        confirming: dict[str, None] = {}
        pending = self._lemmas(steps)
        while pending:
            self._budget.spend()
            chunk = pending.pop()
            match self._checked(chunk):
                case str(name):
                    confirming[name] = None
                    self._confirmed.update(chunk)
                case _Wrong(lemmas, by):
                    if self._is_step(lemmas[0]):
                        return Refuted(f"{_text(lemmas[0])} is wrong", by)
                    pending += _chunks([lemma for lemma in chunk if lemma not in lemmas])
                    pending += self._less_general(lemmas)
                case Undischarged() as undecided if len(chunk) == 1:
                    if self._is_step(chunk[0]):
                        return undecided
                    pending += self._less_general(chunk)
                case Undischarged():
                    middle = len(chunk) // 2
                    pending += [chunk[:middle], chunk[middle:]]
        return Discharged(", ".join(confirming) or REWRITING)

    def _lemmas(self, steps: Iterable[RewritingStep]) -> list[list[RewritingStep]]:
        """Return lemmas that generalise `steps`, in chunks for one query each, without confirmed
        ones.
        """
        general: dict[RewritingStep, None] = {}
        alone: list[list[RewritingStep]] = []
        for step in steps:
            self._budget.spend()
            lemma = self._lemma(step)
            if lemma is None:
                alone.append([step])
            else:
                self._instances.setdefault(lemma, []).append(step)
                general[lemma] = None
        return _chunks([lemma for lemma in general if lemma not in self._confirmed]) + alone

    def _lemma(self, step: RewritingStep) -> RewritingStep | None:
        """Return the most general usable lemma for `step`; `None` if only the step itself is one."""
        for depth in LOGIC_LIMITS.generalisation_depths:
            general = generalised(step, depth)
            usable = self._usable.get(general)
            if usable is None:
                usable = self._usable[general] = is_plausible(general)
            if usable:
                return general
        return None

    def _is_step(self, lemma: RewritingStep) -> bool:
        """Return whether `lemma` is a step, and no generalisation."""
        return lemma not in self._instances

    def _less_general(self, lemmas: Iterable[RewritingStep]) -> list[list[RewritingStep]]:
        """Return other lemmas, in chunks, for the steps that `lemmas` generalise."""
        steps: list[RewritingStep] = []
        for lemma in lemmas:
            self._usable[lemma] = False
            steps += self._instances.pop(lemma)
        return self._lemmas(steps)

    def _checked(self, chunk: Sequence[RewritingStep]) -> str | _Wrong | Undischarged:
        """Return the name of a solver that confirms all of `chunk`, or the lemmas that are wrong."""
        lemmas = chunk if len(chunk) == 1 else renamed_apart(chunk)
        query = some_is_wrong(lemmas)
        reasons: dict[str, str] = {}
        for name in self._order(query):
            with closing(self._solver(name)) as solver:
                solver.add(query)
                match solver.check(purpose="certificate: rewriting"):
                    case Unsat():
                        return name
                    case Sat(model):
                        wrong = [each for each, lemma in zip(chunk, lemmas, strict=True) if _is_wrong(lemma, model)]
                        if wrong:
                            return _Wrong(wrong, name)
                        reasons[name] = "wrong counterexample"
                    case NoAnswer(reason):
                        reasons[name] = reason
        return Undischarged(reasons, len(chunk), len(chunk))

    def _order(self, query: Term) -> list[str]:
        """Return the order of solvers for `query`."""
        is_hard = has_wide_arithmetic([query])
        return sorted(
            dict.fromkeys((*FOR_LEMMAS, *SOLVERS)), key=lambda name: (name == self._finder, name == BITS and is_hard)
        )

    def _solver(self, name: str) -> Solver:
        """Open a solver for one query: lemmas have nothing in common, and earlier ones would slow
        it down.
        """
        limited = replace(self._solvers, limits=replace(self._solvers.limits, seconds=LIMITS.rewriting_seconds))
        return limited.open_named(name, Use.ONE_SHOT, self._budget)


def _is_wrong(lemma: RewritingStep, model: Model) -> bool:
    return Evaluator(model.value, model.apply).value(some_is_wrong([lemma])) is True


def _text(step: RewritingStep) -> str:
    return f"rewriting {step.application} to {step.result}"


def _chunks(lemmas: Sequence[RewritingStep]) -> list[list[RewritingStep]]:
    """Return `lemmas` in chunks for one query each.

    Solvers evaluate lemmas without variables; of others, many at once take longer than one by one.
    """
    constant = [lemma for lemma in lemmas if not variables_of(*lemma)]
    general = [lemma for lemma in lemmas if variables_of(*lemma)]
    groups = ((constant, LIMITS.rewriting_constant_chunk), (general, LIMITS.rewriting_chunk))
    return [group[at : at + size] for group, size in groups for at in range(0, len(group), size)]
