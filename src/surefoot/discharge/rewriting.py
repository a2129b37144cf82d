"""Re-checks what the simplifying constructors of terms did: each of their steps becomes a lemma that a solver confirms.

A step is first generalised (`logic/transformations/generalisation.py`), so that few lemmas stand for many steps. A lemma that turns out to be too
general is replaced by less general ones, at last by its steps themselves: only a step itself is ever called wrong.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.portfolio import Accepted, Finding, Rejected, Unconfirmed, is_arithmetic
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import Evaluator, Term, variables_of
from surefoot.logic.limits import LIMITS
from surefoot.logic.rewriting import RewritingLog, RewritingStep, some_is_wrong
from surefoot.logic.transformations.generalisation import generalised, is_plausible, renamed_apart
from surefoot.smt.contracts import Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.registry import BITS, SOLVERS, SolverFactory

MOST_STEPS = 100_000
"""Logs with more steps are not checked: it would take minutes."""
ORDER = ("bitwuzla", BITS, "z3", "cvc5")
"""The fastest on such questions first. A context of Z3 takes longer than most of them; what multiplies is too hard for `bits`."""
CONSTANT_CHUNK, CHUNK = 500, 6
"""How many lemmas are asked about at once, without variables and with them. Solvers evaluate the former; of the latter, more at
once take longer than one after the other."""
SECONDS = 4.0
"""How long a solver may think about one question."""


@dataclass(frozen=True, slots=True)
class _Refuted:
    """A solver found assignments in which these lemmas do not hold."""

    lemmas: Sequence[RewritingStep]
    by: str


@dataclass(frozen=True, slots=True)
class _Undecided:
    """No solver found out."""

    reason: str


def confirm_rewriting(log: RewritingLog, finder: str, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether solvers agree that every step of ``log`` is right; without any step there is nothing to ask.

    The solver called ``finder`` has a say already and is asked last. Raises `OutOfBudget`.
    """
    steps = log.steps()
    if len(steps) > MOST_STEPS:
        return Unconfirmed(f"too many rewriting steps ({len(steps)})")
    return _Confirmation(finder, solvers, budget).of(steps)


class _Confirmation:
    """Lemmas for the steps of one log, and what is known about them."""

    def __init__(self, finder: str, solvers: SolverFactory, budget: Budget) -> None:
        self._solvers = solvers
        self._budget = budget
        self._finder = finder
        self._usable: dict[RewritingStep, bool] = {}
        """For each general step whether it may be a lemma: neither samples nor solvers speak against it."""
        self._instances: dict[RewritingStep, list[RewritingStep]] = {}
        """The steps that each lemma stands for."""
        self._confirmed: set[RewritingStep] = set()

    def of(self, steps: Iterable[RewritingStep]) -> Finding:
        """What solvers say about ``steps``."""
        agreeing: dict[str, None] = {}
        waiting = self._lemmas(steps)
        while waiting:
            self._budget.spend()
            chunk = waiting.pop()
            match self._ask(chunk):
                case str(name):
                    agreeing[name] = None
                    self._confirmed.update(chunk)
                case _Refuted(lemmas, by):
                    if self._is_step(lemmas[0]):
                        return Rejected(f"{by} finds that {_text(lemmas[0])} is wrong")
                    waiting += _chunks([lemma for lemma in chunk if lemma not in lemmas])
                    waiting += self._less_general(lemmas)
                case _Undecided(reason) if len(chunk) == 1:
                    if self._is_step(chunk[0]):
                        return Unconfirmed(f"no solver could confirm that {_text(chunk[0])} is right ({reason})")
                    waiting += self._less_general(chunk)
                case _Undecided():
                    middle = len(chunk) // 2
                    waiting += [chunk[:middle], chunk[middle:]]
        return Accepted(", ".join(agreeing) or REWRITING)

    def _lemmas(self, steps: Iterable[RewritingStep]) -> list[list[RewritingStep]]:
        """Lemmas that ``steps`` are instances of, in groups to ask about at once, without those that are confirmed."""
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
        """The most general lemma for ``step`` that is usable, None if there is none but the step itself."""
        for depth in LIMITS.generalisation_depths:
            general = generalised(step, depth)
            usable = self._usable.get(general)
            if usable is None:
                usable = self._usable[general] = is_plausible(general)
            if usable:
                return general
        return None

    def _is_step(self, lemma: RewritingStep) -> bool:
        """Whether ``lemma`` stands for itself alone, and not for what it generalises."""
        return lemma not in self._instances

    def _less_general(self, lemmas: Iterable[RewritingStep]) -> list[list[RewritingStep]]:
        """Other lemmas, in groups, for the steps that ``lemmas`` stand for."""
        steps: list[RewritingStep] = []
        for lemma in lemmas:
            self._usable[lemma] = False
            steps += self._instances.pop(lemma)
        return self._lemmas(steps)

    def _ask(self, chunk: Sequence[RewritingStep]) -> str | _Refuted | _Undecided:
        """The name of a solver that confirms all of ``chunk``, or what there is against it."""
        lemmas = chunk if len(chunk) == 1 else renamed_apart(chunk)
        question = some_is_wrong(lemmas)
        reasons: list[str] = []
        for name in self._order(question):
            with closing(self._solver(name)) as solver:
                solver.add(question)
                match solver.check(purpose="certificate: rewriting"):
                    case Unsat():
                        return name
                    case Sat(model):
                        wrong = [each for each, lemma in zip(chunk, lemmas, strict=True) if _is_wrong(lemma, model)]
                        if wrong:
                            return _Refuted(wrong, name)
                        reasons.append(f"{name}: its counterexample is none")
                    case NoAnswer(reason):
                        reasons.append(f"{name}: {reason}")
        return _Undecided(", ".join(reasons))

    def _order(self, question: Term) -> list[str]:
        """Whom to ask about ``question``, the one to ask first first."""
        is_hard = is_arithmetic([question])
        return sorted(
            dict.fromkeys((*ORDER, *SOLVERS)), key=lambda name: (name == self._finder, name == BITS and is_hard)
        )

    def _solver(self, name: str) -> Solver:
        """A new solver for one question: lemmas have nothing in common, and what is left of earlier ones slows the next down."""
        limited = replace(self._solvers, limits=replace(self._solvers.limits, seconds=SECONDS))
        return limited.named(name, Use.ONE_SHOT, self._budget)


def _is_wrong(lemma: RewritingStep, model: Model) -> bool:
    return Evaluator(model.value, model.apply).value(some_is_wrong([lemma])) is True


def _text(step: RewritingStep) -> str:
    return f"rewriting {step.application} to {step.result}"


def _chunks(lemmas: Sequence[RewritingStep]) -> list[list[RewritingStep]]:
    """Groups of lemmas to ask about at once."""
    constant = [lemma for lemma in lemmas if not variables_of(*lemma)]
    general = [lemma for lemma in lemmas if variables_of(*lemma)]
    groups = ((constant, CONSTANT_CHUNK), (general, CHUNK))
    return [group[at : at + size] for group, size in groups for at in range(0, len(group), size)]
