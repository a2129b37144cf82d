"""Reports as documents, in the child process: for what is known at one time after the other."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from surefoot.certify.verdicts import Unsafe
    from surefoot.program.check_sites import CheckSite
    from surefoot.verify.request import Report


class Documents:
    """The report as a document, for what is known at one time after the other; what does not change is made once."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._violations: dict[CheckSite, dict[str, Any]] = {}

    def tells_all_steps(self, report: "Report") -> bool:
        """Whether the steps of all violations in ``report`` are known."""
        return all(each.violated.site in self._violations for each in violations_in(report))

    def of(self, report: "Report", *, with_steps: bool = True) -> dict[str, Any]:
        """The document of ``report``; unless ``with_steps``, without those steps that are not known yet."""
        from surefoot.certify.verdicts import Unsafe
        from surefoot.report.checks import checks_entry
        from surefoot.report.parts import parts_entry

        document = _answered(self._asked, report)
        verdict = report.verdict
        if isinstance(verdict, Unsafe):
            document["evidence"] = self._violation(verdict, report, with_steps=with_steps)
        if report.parts:
            document["functions"] = parts_entry(report.parts)
        if not report.request.stop_at_first:
            reason = "" if report.obstacle is None else report.obstacle.detail
            document["checks"] = checks_entry(report.checks, reason, report.program)
            failing = violations_in(report)
            document["violations"] = [self._violation(each, report, with_steps=with_steps) for each in failing]
        return document

    def _violation(self, verdict: "Unsafe", report: "Report", *, with_steps: bool) -> dict[str, Any]:
        from surefoot.report.document import evidence_of
        from surefoot.report.trace.trace import steps_of

        site = verdict.violated.site
        if site not in self._violations:
            entry = evidence_of(verdict)
            if not with_steps:
                return entry
            if report.program is not None:
                about = report.program, report.request.checked, verdict.trace, verdict.violated
                found = steps_of(*about, report.written, verdict.passed)
                entry |= {"steps": found.steps, "omitted_steps": found.omitted}
                if found.unseen:
                    entry["unseen_statements"] = found.unseen
                entry["violation"] |= {"values": found.values, "expression": found.expression}
            self._violations[site] = entry
        return self._violations[site]


def violations_in(report: "Report") -> list["Unsafe"]:
    """The violations that ``report`` tells of: that of its verdict, or those of all checks."""
    from surefoot.certify.verdicts import Unsafe
    from surefoot.report.checks import violated

    if report.request.stop_at_first:
        return [report.verdict] if isinstance(report.verdict, Unsafe) else []
    return [each.violation for each in violated(report.checks) if each.violation is not None]


def _answered(question: dict[str, Any], report: "Report") -> dict[str, Any]:
    from surefoot.report.document import answered

    queries = report.statistics.queries
    statistics = {
        "stages": dict(report.statistics.stages),
        "queries": {
            purpose: {"count": asked.checks, "seconds": asked.seconds} for purpose, asked in queries.by_purpose.items()
        },
        "translating_seconds": queries.translating_seconds,
    }
    if queries.wrong_interpolants:
        statistics["wrong_interpolants"] = dict(queries.wrong_interpolants)
    return answered(question, report.verdict, report.caveats, report.warnings, statistics)
