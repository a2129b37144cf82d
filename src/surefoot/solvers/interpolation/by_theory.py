"""Interpolants from whoever knows the theory: Spacer for integers, cvc5 for arrays and functions, Bitwuzla for bit-vectors and floats."""

from collections.abc import Sequence
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.logic import ArraySort, IntSort, Op, Term, postorder
from surefoot.logic.horn import Application, Clause
from surefoot.records import dataclass
from surefoot.solvers.contracts import NO_LIMITS, Limits, NoAnswer
from surefoot.solvers.interpolation.by_library import LibraryInterpolator
from surefoot.solvers.interpolation.contracts import Interpolants, Interpolator, symbols_of
from surefoot.solvers.interpolation.horn import horn_solution


@dataclass(frozen=True, slots=True)
class SpacerInterpolator:
    """The `Interpolator` that asks Spacer: interpolants are relations, and what they have to satisfy is one Horn clause for each part."""

    limits: Limits = NO_LIMITS
    name: ClassVar[str] = "z3"

    def interpolants(self, parts: Sequence[Term], budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants over the variables that the parts share; see `Interpolator`."""
        share = budget if self.limits.seconds is None else budget.at_most(self.limits.seconds)
        names = [f"interpolant {number}" for number in range(1, len(parts))]
        relations: dict[str, tuple[Term, ...]] = {}
        for number, name in enumerate(names, start=1):
            shared = symbols_of(parts[:number]) & symbols_of(parts[number:])
            relations[name] = tuple(
                sorted((each for each in shared if isinstance(each, Term)), key=lambda each: each.id)
            )
        stated = [Application(name, relations[name]) for name in names]
        bodies, heads = ((), *((each,) for each in stated)), (*stated, None)
        clauses = [Clause(body, part, head) for body, part, head in zip(bodies, parts, heads, strict=True)]
        found = horn_solution(relations, clauses, share)
        if isinstance(found, NoAnswer):
            return found
        return Interpolants(tuple(found[name] for name in names), self.name)


@dataclass(frozen=True, slots=True)
class TheoryInterpolator:
    """The `Interpolator` that leaves each question to one that suits its theory."""

    limits: Limits = NO_LIMITS
    name: ClassVar[str] = "library"

    def interpolants(self, parts: Sequence[Term], budget: Budget) -> Interpolants | NoAnswer:
        """What the one that was chosen says; see `Interpolator`."""
        return chosen(parts, self.limits).interpolants(parts, budget)


def chosen(parts: Sequence[Term], limits: Limits = NO_LIMITS) -> Interpolator:
    """Who is to be asked about ``parts``."""
    terms = postorder(parts)
    if any(isinstance(term.sort, IntSort) for term in terms):
        return SpacerInterpolator(limits)
    if any(isinstance(term.sort, ArraySort) or term.op is Op.APPLY for term in terms):
        return LibraryInterpolator("cvc5", limits)
    return LibraryInterpolator("bitwuzla", limits)
