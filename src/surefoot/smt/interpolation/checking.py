"""Validation of interpolants: the three conditions, checked by a library that did not compute them."""

from surefoot.base.records import dataclass
from surefoot.logic import FALSE, TRUE, Term, not_
from surefoot.smt.contracts import NoAnswer, Sat, Solver, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, symbols_of


@dataclass(frozen=True, slots=True)
class Correct:
    """The conditions hold."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A violated condition.

    ``claim`` names it. For a semantic condition, ``formulas`` are satisfiable and must not be.
    """

    claim: str
    formulas: tuple[Term, ...] = ()


Checked = Correct | Wrong | NoAnswer


def checked(graph: FormulaGraph, found: Interpolants, solver: Solver) -> Checked:
    """Check whether ``found`` are interpolants of ``graph``.

    Requires: ``solver`` has no formulas in force, and its library did not compute ``found``
    """
    wanted = len(graph.inner)
    if len(found.formulas) != wanted:
        return Wrong(f"{len(graph.parts)} parts have {wanted} interpolants, not {len(found.formulas)}")
    for node, formula, shared in zip(graph.inner, found.formulas, graph.shared(), strict=True):
        if not symbols_of([formula]) <= shared:
            return Wrong(f"interpolant {node} is about something that the parts do not share")
    at = (TRUE, *found.formulas, FALSE)
    for number, part in enumerate(graph.parts, start=1):
        condition = (at[part.source], part.formula, not_(at[part.target]))
        formulas = tuple(each for each in condition if each is not TRUE)
        if FALSE in formulas:
            continue
        match solver.check(formulas, purpose="interpolant"):
            case Unsat():
                pass
            case Sat():
                claim = f"interpolant {part.source} and part {number} do not imply interpolant {part.target}"
                return Wrong(claim, formulas)
            case NoAnswer() as unknown:
                return unknown
    return Correct()
