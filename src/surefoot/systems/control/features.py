"""Numeric features of control systems, by which engines are chosen."""

from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import Op, postorder
from surefoot.systems.control.system import ControlSystem

_DECIDING: Final = frozenset(
    {
        Op.VARIABLE,
        Op.CONSTANT,
        Op.NOT,
        Op.AND,
        Op.OR,
        Op.ITE,
        Op.EQ,
        Op.BVULT,
        Op.BVSLT,
        Op.EXTRACT,
        Op.ZERO_EXTEND,
        Op.SIGN_EXTEND,
    }
)
"""Operators that choose, compare and copy values."""


@dataclass(frozen=True, slots=True)
class Features:
    """Numbers of distinct terms in guards and updates: all of them, and those that compute values."""

    terms: int
    computations: int


def features_of(system: ControlSystem) -> Features:
    """Return the features of ``system``."""
    terms = postorder([term for edge in system.edges for term in (edge.guard, *edge.update.values())])
    return Features(len(terms), sum(term.op not in _DECIDING for term in terms))
