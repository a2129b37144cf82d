"""What kind of system it is, in numbers: engines are chosen by them."""

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
"""Operators that choose, compare and pass on."""


@dataclass(frozen=True, slots=True)
class Features:
    """How many different terms guards and updates have, and how many of these compute something."""

    terms: int
    computations: int


def features_of(system: ControlSystem) -> Features:
    """The features of ``system``."""
    terms = postorder([term for edge in system.edges for term in (edge.guard, *edge.update.values())])
    return Features(len(terms), sum(term.op not in _DECIDING for term in terms))
