"""What an engine claims when it finds a run of the control system that fails."""

from surefoot.engines.bmc.bounded_search import undefined_behaviour
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, LiftedState, Why
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Error
from surefoot.systems.encode.encoding import Encoding


def claim_about(run: Run, translation: Encoding, lifted: tuple[LiftedState, ...] = ()) -> Claim:
    """That the program fails as ``run`` does, if it has such a run for sure; ``lifted`` says what matters on the way."""
    return ClaimsUnsafe(translation.trace_of(run), lifted) if translation.is_exact else _too_coarse()


def claim_about_undefined(error: Error, translation: Encoding) -> GaveUp:
    """That the program does something undefined, where a run of the system gets to ``error``, if it has such a run for sure."""
    return undefined_behaviour(error) if translation.is_exact else _too_coarse()


def _too_coarse() -> GaveUp:
    detail = "too little is known of the objects that loops make: some run fails that the program need not have"
    return GaveUp(Why.CAVEAT, detail, "use --engine bmc to look for violations")
