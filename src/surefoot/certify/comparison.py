"""How much of concrete runs was compared with a control system."""

from surefoot.records import dataclass


@dataclass(slots=True)
class Comparison:
    """How much was compared, and how much could not be."""

    states: int = 0
    slots: int = 0
    formulas: int = 0
    edges: int = 0
    skipped_slots: int = 0
    skipped_formulas: int = 0
    skipped_edges: int = 0
