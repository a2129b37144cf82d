"""Whether interpolants are what they claim to be: the three conditions, asked of a library that did not make them."""

from collections.abc import Sequence

from surefoot.logic import FALSE, TRUE, Term, not_
from surefoot.records import dataclass
from surefoot.solvers.contracts import NoAnswer, Sat, Solver, Unsat
from surefoot.solvers.interpolation.contracts import Interpolants, symbols_of


@dataclass(frozen=True, slots=True)
class Correct:
    """The conditions hold."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A condition does not hold: ``claim`` says which one; ``formulas`` are satisfiable, which they must not be, if it is about meaning."""

    claim: str
    formulas: tuple[Term, ...] = ()


Checked = Correct | Wrong | NoAnswer


def checked(parts: Sequence[Term], found: Interpolants, solver: Solver) -> Checked:
    """Whether ``found`` are interpolants of ``parts``.

    Requires  ``solver`` has no formulas in force, and is of another library than the one that made ``found``
    """
    if len(found.formulas) != len(parts) - 1:
        return Wrong(f"{len(parts)} parts have {len(parts) - 1} interpolants, not {len(found.formulas)}")
    for number, formula in enumerate(found.formulas, start=1):
        shared = symbols_of(parts[:number]) & symbols_of(parts[number:])
        if not symbols_of([formula]) <= shared:
            return Wrong(f"interpolant {number} is about something that the parts do not share")
    chain = (TRUE, *found.formulas, FALSE)
    for number, part in enumerate(parts, start=1):
        formulas = tuple(each for each in (chain[number - 1], part, not_(chain[number])) if each is not TRUE)
        if FALSE in formulas:
            continue
        match solver.check(formulas, purpose="interpolant"):
            case Unsat():
                pass
            case Sat():
                return Wrong(f"interpolant {number - 1} and part {number} do not imply interpolant {number}", formulas)
            case NoAnswer() as unknown:
                return unknown
    return Correct()
