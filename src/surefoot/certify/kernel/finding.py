"""Findings: whether evidence holds, with the reason if it does not or if that is not known."""

from surefoot.base.records import dataclass
from surefoot.discharge.obligation import Discharged, DischargeResult, Refuted, Undischarged
from surefoot.evidence.assumptions import Assumption
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds under `assumptions`; `by` names what showed it.

    Of a complete unrolling, `ending` classifies the ends of its runs, and `accelerated` are its
    accelerated iterations.
    """

    by: str
    ending: Ending = Ending.BOUNDED
    accelerated: tuple[AcceleratedIterations, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """It is not known whether the evidence holds."""

    reason: str


Finding = Accepted | Rejected | Unconfirmed


def finding_of(result: DischargeResult) -> Finding:
    """Return what the `result` of discharging all obligations of a certificate says about the
    certificate.
    """
    match result:
        case Discharged(by):
            return Accepted(by)
        case Refuted():
            return Rejected(str(result))
        case Undischarged():
            return Unconfirmed(str(result))
