"""Failing runs as lists of steps."""

from surefoot.base.records import dataclass
from surefoot.report.document import ChangeEntry, LocationEntry, UnsafeEvidence
from surefoot.report.sarif.flows import step_message, visible_steps
from surefoot.report.text.runs import violation_summary
from surefoot.report.trace.folding import Gap, shortened


@dataclass(frozen=True, slots=True)
class RunStep:
    """A visit of a source line, or the violation at the end of the run."""

    location: LocationEntry
    function: str
    depth: int
    message: str
    changes: tuple[ChangeEntry, ...]


def run_steps(evidence: UnsafeEvidence) -> list[RunStep]:
    """Return the steps of a run with loops folded; the last one is the violation."""
    missing = Gap(evidence["omitted_steps"], evidence.get("unseen_statements", 0))
    found = [
        RunStep(
            {"file": each["file"], "line": each["line"], "column": 0},
            each["function"],
            each["depth"],
            step_message(each),
            tuple(each["changes"]),
        )
        for each in visible_steps(shortened(evidence["steps"], missing))
    ]
    violation = evidence["violation"]
    where = violation["location"] or (found[-1].location if found else None)
    if where is None:
        return found
    depth = found[-1].depth if found else 0
    return [*found, RunStep(where, violation["function"], depth, violation_summary(violation), ())]
