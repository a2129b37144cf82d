"""Validation of interpolants by a library that did not compute them, and reports of wrong ones."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from surefoot.base.records import dataclass
from surefoot.logic import BOOL, FALSE, TRUE, Term, eq, not_, variable
from surefoot.logic.smtlib import print_script
from surefoot.smt.contracts import NoAnswer, Sat, Solver, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, symbols_of
from surefoot.smt.registry import SOLVERS


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


@dataclass(frozen=True, slots=True)
class WrongInterpolants:
    """Wrong interpolants of a library for ``graph``, and the violated condition."""

    graph: FormulaGraph
    given: Interpolants
    why: Wrong

    def script(self) -> str:
        """Return a script that names the parts and the interpolants and the condition that they
        violate.

        It is satisfiable, and would be unsatisfiable if the condition held. For a syntactic
        condition it has the names alone.
        """
        named = [*_named("part", self.graph.formulas), *_named("interpolant", self.given.formulas)]
        heading = [f"; {_with_version(self.given.origin)}: {self.why.claim}"]
        if not self.graph.is_sequence:
            ends = (f"{number} from {each.source} to {each.target}" for number, each in enumerate(self.graph.parts, 1))
            heading.append(f"; between nodes 0 to {self.graph.last}: part {', '.join(ends)}")
        if self.why.formulas:
            heading.append("; satisfiable, which interpolants do not allow")
        return "".join(f"{line}\n" for line in heading) + print_script([*named, *self.why.formulas])


def _named(word: str, formulas: Sequence[Term]) -> list[Term]:
    """Equations that give ``formulas`` names."""
    return [eq(variable(f"{word} {number}", BOOL), each) for number, each in enumerate(formulas, start=1)]


def _with_version(origin: str) -> str:
    try:
        return f"{origin} {version(SOLVERS[origin].package)}" if origin in SOLVERS else origin
    except PackageNotFoundError:
        return origin
