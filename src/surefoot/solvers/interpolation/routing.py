"""Interpolants that were made small and checked: several ways to find them, tried in order, and a ledger of what each of them gave."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from surefoot.budget import Budget
from surefoot.logic import IntSort, Term, postorder
from surefoot.logic.smtlib import print_script
from surefoot.records import dataclass, field
from surefoot.solvers.contracts import NoAnswer, Use
from surefoot.solvers.interpolation.checking import Correct, Wrong, checked
from surefoot.solvers.interpolation.contracts import Interpolants, Interpolator
from surefoot.solvers.interpolation.weakening import weakened
from surefoot.solvers.registry import SolverFactory

_FOR_INTEGERS = ("z3", "cvc5")
"""The libraries that know integers."""
CHECK_SECONDS = 5.0
"""How long a check of interpolants may take."""


@dataclass(frozen=True, slots=True)
class WrongInterpolants:
    """What a library gave for ``parts``, and why it is wrong."""

    parts: tuple[Term, ...]
    given: Interpolants
    why: Wrong

    def script(self) -> str:
        """An SMT-LIB script that is satisfiable, and would not be if the interpolants were right."""
        heading = f"; interpolants of {self.given.origin}: {self.why.claim}\n"
        return heading + print_script(self.why.formulas or self.parts)


@dataclass(slots=True)
class InterpolationLedger:
    """How often each way succeeded, and what was wrong."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Answers that there were not, and those that nobody could check in time."""
    wrong: list[WrongInterpolants] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CheckedInterpolation:
    """The `Interpolator` that asks ``ways`` in turn until one gives interpolants that a library of another make confirms."""

    ways: Sequence[Interpolator]
    solvers: SolverFactory
    ledger: InterpolationLedger = field(default_factory=InterpolationLedger)

    @property
    def name(self) -> str:
        """The names of the ways."""
        return ", ".join(way.name for way in self.ways)

    def interpolants(self, parts: Sequence[Term], budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants that were confirmed; see `Interpolator`."""
        reason = "nobody was asked for interpolants"
        for way in self.ways:
            found = way.interpolants(parts, budget)
            if isinstance(found, Interpolants):
                found = weakened(parts, found, self.solvers)
                verdict = self._confirmed(parts, found, budget)
                if isinstance(verdict, Correct):
                    self.ledger.accepted[way.name] += 1
                    return found
                if isinstance(verdict, Wrong):
                    self.ledger.wrong.append(WrongInterpolants(tuple(parts), found, verdict))
                    reason = f"{way.name} gave wrong interpolants: {verdict.claim}"
                    continue
                found = verdict
            reason = found.reason
            self.ledger.refused[way.name] += 1
        return NoAnswer(reason)

    def _confirmed(self, parts: Sequence[Term], found: Interpolants, budget: Budget) -> Correct | Wrong | NoAnswer:
        has_integers = any(isinstance(term.sort, IntSort) for term in postorder(parts))
        able = [each for each in self.solvers.others if not has_integers or each in _FOR_INTEGERS]
        name = next(each for each in able if each != found.origin)
        with closing(self.solvers.other(name, Use.INCREMENTAL, budget.at_most(CHECK_SECONDS))) as solver:
            return checked(parts, found, solver)
