"""Model files: how to tell them, and what is read from one: a transition system, with the places that say what it does."""

from collections.abc import Mapping
from pathlib import Path

from surefoot.records import dataclass
from surefoot.spans import Span
from surefoot.systems.transition_system import TransitionSystem

MODEL_SUFFIXES: Mapping[str, str] = {".vmt": "vmt", ".btor2": "btor2", ".btor": "btor2"}
"""The format that the end of a file's name stands for."""


def is_model_file(path: Path) -> bool:
    """Whether the file holds a model rather than C, by its name."""
    return path.suffix in MODEL_SUFFIXES


@dataclass(frozen=True, slots=True)
class ModelFile:
    """``bad_spans`` has a place for each bad-state formula of ``system``."""

    system: TransitionSystem
    initial_span: Span
    step_span: Span
    bad_spans: Mapping[str, Span]
