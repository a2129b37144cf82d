"""Wrong interpolants of a library as reports to its developers: one SMT-LIB script each."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from surefoot.base.records import dataclass
from surefoot.logic import BOOL, Term, eq, variable
from surefoot.logic.smtlib import print_script
from surefoot.smt.interpolation.checking import Wrong
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants
from surefoot.smt.registry import SOLVERS


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
