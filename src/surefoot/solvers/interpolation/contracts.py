"""What every interpolator promises, and what interpolants are.

For formulas A_1, ..., A_n that are unsatisfiable together, I_1, ..., I_n-1 are interpolants iff, with I_0 = true and I_n = false,

    I_i-1 & A_i  =>  I_i        for i = 1, ..., n
    symbols(I_i) is a subset of  symbols(A_1, ..., A_i)  and of  symbols(A_i+1, ..., A_n)

For n = 2 that is: A_1 implies I_1, which contradicts A_2, and is about what they share. Whoever asks checks these conditions before use, with another
library than the one that was asked: see `checking`.
"""

from collections.abc import Sequence
from typing import Protocol

from surefoot.budget import Budget
from surefoot.logic import FunctionSymbol, Op, Term, postorder
from surefoot.records import dataclass
from surefoot.solvers.contracts import NoAnswer
from surefoot.solvers.library import Library, Native


@dataclass(frozen=True, slots=True)
class Interpolants:
    """I_1, ..., I_n-1 of the module, and who says so."""

    formulas: tuple[Term, ...]
    origin: str


class Interpolator(Protocol):
    """A way to find interpolants."""

    @property
    def name(self) -> str:
        """What it is called in statistics."""
        ...

    def interpolants(self, parts: Sequence[Term], budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants of ``parts``, or why there are none.  Requires  at least two parts."""
        ...


class InterpolatingLibrary(Library[Native], Protocol[Native]):
    """A library that has interpolants."""

    def interpolants(self, parts: Sequence[Native], budget: Budget) -> Sequence[str] | NoAnswer:
        """Interpolants of ``parts`` as SMT-LIB terms in which symbols have the names that `build` gave them; asked once."""
        ...


def symbols_of(formulas: Sequence[Term]) -> frozenset[Term | FunctionSymbol]:
    """The variables and functions that occur in ``formulas``: what interpolants may be about."""
    return frozenset(
        term if term.op is Op.VARIABLE else term.payload
        for term in postorder(formulas)
        if term.op is Op.VARIABLE or term.op is Op.APPLY
    )
