"""Claims about runs of the control system to an error."""

from surefoot.engines.bmc.bounded_search import undefined_behaviour
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, LiftedState, Why
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Error
from surefoot.systems.encode.encoding import Encoding


def claim_about(run: Run, translation: Encoding, lifted: tuple[LiftedState, ...] = ()) -> Claim:
    """Return the claim that the program fails as ``run`` does, with the ``lifted`` states along it.

    If the encoding is not exact, the program need not have this run, and the claim is `GaveUp`.
    """
    return ClaimsUnsafe(translation.trace_of(run), lifted) if translation.is_exact else _too_coarse()


def claim_about_undefined(error: Error, translation: Encoding) -> GaveUp:
    """Return the claim that a run of the program reaches the undefined behaviour of ``error``.

    If the encoding is not exact, the program need not have this run.
    """
    return undefined_behaviour(error) if translation.is_exact else _too_coarse()


def _too_coarse() -> GaveUp:
    detail = "too little is known of the objects that loops make: some run fails that the program need not have"
    return GaveUp(Why.CAVEAT, detail, "use --engine bmc to look for violations")
