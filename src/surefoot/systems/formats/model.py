"""Models read from files: transition systems or Horn clauses, with source positions."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import INT, ArraySort, Sort, Term

if TYPE_CHECKING:
    from surefoot.logic.horn import HornSystem
    from surefoot.systems.transitions.transition_system import TransitionSystem

MODEL_SUFFIXES: Mapping[str, str] = {
    ".vmt": "vmt",
    ".btor2": "btor2",
    ".btor": "btor2",
    ".aag": "aiger",
    ".aig": "aiger",
    ".smt2": "horn",
}
"""Formats by the suffixes of file names."""


def is_model_file(path: Path) -> bool:
    """Return whether the file holds a model, by its suffix."""
    return path.suffix in MODEL_SUFFIXES


def is_horn_file(path: Path) -> bool:
    """Return whether the file holds Horn clauses, by its suffix."""
    return MODEL_SUFFIXES.get(path.suffix) == "horn"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A transition system; ``bad_spans`` are the positions of its bad-state formulas.

    ``temporaries`` are terms over states and inputs that the file names. They do not affect runs;
    traces show them.
    """

    system: "TransitionSystem"
    initial_span: Span
    step_span: Span
    bad_spans: Mapping[str, Span]
    temporaries: Mapping[Term, Term] = field(default_factory=dict)

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of the states and inputs."""
        return frozenset(symbol.sort for symbol in (*self.system.states, *self.system.inputs))


@dataclass(frozen=True, slots=True)
class HornFile:
    """Horn clauses of ``file``; ``spans`` are their positions.

    Symbols with the same name, variables of clauses or parameters of relations, are the same.
    """

    system: "HornSystem"
    spans: tuple[Span, ...]
    file: str

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of the variables and parameters."""
        parameters = (symbol for own in self.system.relations.values() for symbol in own)
        variables = (symbol for clause in self.system.clauses for symbol in clause.variables)
        return frozenset(symbol.sort for symbol in (*parameters, *variables))


InputModel = ModelFile | HornFile
"""An input that is no C program."""


def has_integers(sorts: Iterable[Sort]) -> bool:
    """Return whether ``sorts`` have mathematical integers, also as indices or elements of arrays."""
    return any(
        has_integers((sort.index, sort.element)) if isinstance(sort, ArraySort) else sort is INT for sort in sorts
    )
