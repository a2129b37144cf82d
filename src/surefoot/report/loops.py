"""Status of loops and recursive functions as a part of the report document."""

from collections.abc import Sequence

from surefoot.certify.loops import LoopResult, LoopStatus
from surefoot.certify.survey import CheckResult, Status
from surefoot.report.c.ranks import NAMELESS, rank_text
from surefoot.report.document import LoopStatusEntry
from surefoot.report.evidence import location_entry, member_name


def loop_entries(loops: Sequence[LoopResult], checks: Sequence[CheckResult]) -> list[LoopStatusEntry]:
    """Return one entry for each of ``loops``; their violations follow those of ``checks``."""
    number = sum(each.status is Status.VIOLATED for each in checks)
    found: list[LoopStatusEntry] = []
    for each in loops:
        has_violation = each.violation is not None
        found.append(
            {
                "kind": "recursion" if each.site.is_recursion else "loop",
                "function": each.site.function,
                "location": location_entry(each.site.span),
                "status": member_name(each.status),
                "rank": _rank(each),
                "needs_no_overflow": each.needs_no_overflow,
                "violation": number if has_violation else None,
            }
        )
        number += has_violation
    return found


def _rank(loop: LoopResult) -> list[str]:
    """Return the components of the rank of the first copy of the loop."""
    if loop.status is LoopStatus.ENDS and loop.ranks is None and loop.site.variant:
        return [loop.site.variant]
    if loop.status is not LoopStatus.ENDS or not loop.ranks or loop.encoding is None:
        return []
    name, components = next(iter(loop.ranks.items()))
    texts = [rank_text(term, loop.encoding, name) for term in components]
    return [] if all(text == NAMELESS for text in texts) else texts
