"""What an engine claims when it finds a run of the control system that fails."""

from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why
from surefoot.systems.control.runs import Run
from surefoot.systems.translation import Translation


def claim_about(run: Run, translation: Translation) -> Claim:
    """That the program fails as ``run`` does, if it has such a run for sure."""
    if translation.is_exact:
        return ClaimsUnsafe(translation.trace_of(run))
    detail = "too little is known of the objects that loops make: some run fails that the program need not have"
    return GaveUp(Why.CAVEAT, detail, "use --engine bmc to look for violations")
