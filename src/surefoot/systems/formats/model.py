"""A transition system as read from a file, with the places in the file that say what it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from surefoot.spans import Span
from surefoot.systems.transition_system import TransitionSystem


@dataclass(frozen=True, slots=True)
class Model:
    """``bad_spans`` has a place for each bad-state formula of ``system``."""

    system: TransitionSystem
    initial_span: Span
    step_span: Span
    bad_spans: Mapping[str, Span]
