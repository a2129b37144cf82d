"""Model files: how to tell them, and what is read from one: a transition system or Horn clauses, with the places that say what it does."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import INT, ArraySort, Sort
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
"""The format that the end of a file's name stands for."""


def is_model_file(path: Path) -> bool:
    """Whether the file holds a model rather than C, by its name."""
    return path.suffix in MODEL_SUFFIXES


def is_horn_file(path: Path) -> bool:
    """Whether the file holds Horn clauses, by its name."""
    return MODEL_SUFFIXES.get(path.suffix) == "horn"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """``bad_spans`` has a place for each bad-state formula of ``system``."""

    system: TransitionSystem
    initial_span: Span
    step_span: Span
    bad_spans: Mapping[str, Span]

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of its states and inputs."""
        return frozenset(symbol.sort for symbol in (*self.system.states, *self.system.inputs))


@dataclass(frozen=True, slots=True)
class HornFile:
    """``spans`` has a place for each clause of ``system``, which is in ``file``.

    Symbols, whether variables of clauses or parameters of relations, are the same wherever they have the same name.
    """

    system: HornSystem
    spans: tuple[Span, ...]
    file: str

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of its variables and parameters."""
        parameters = (symbol for own in self.system.relations.values() for symbol in own)
        variables = (symbol for clause in self.system.clauses for symbol in clause.variables)
        return frozenset(symbol.sort for symbol in (*parameters, *variables))


InputModel = ModelFile | HornFile
"""What is checked in the place of a C program."""


def has_integers(sorts: Iterable[Sort]) -> bool:
    """Whether mathematical integers are among ``sorts``, or in arrays of them."""
    return any(
        has_integers((sort.index, sort.element)) if isinstance(sort, ArraySort) else sort is INT for sort in sorts
    )
