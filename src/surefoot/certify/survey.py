"""What is known about each check of a program while engines are at work on it."""

from collections.abc import Collection
from enum import Enum

from surefoot.base.records import dataclass
from surefoot.certify.verdicts import NO_RUN_ENDS, Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Goal, Why
from surefoot.program.check_sites import CheckSite, check_sites
from surefoot.program.properties import UNDEFINED
from surefoot.program.statements import OF_THE_HEAP


class Status(Enum):
    """What is known about a check."""

    PROVED = "proved"
    VIOLATED = "violated"
    UNREACHABLE = "unreachable"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The answer for the check at ``site``; a violated one has the verdict with its run."""

    site: CheckSite
    text: str
    status: Status
    violation: Unsafe | None = None


class Survey:
    """The verdicts so far on the checks that ``goal`` asks about.

    A check is violated if some run fails it and no other check before, and proved if no run does.
    """

    def __init__(self, goal: Goal) -> None:
        self._texts = check_sites(goal.program, goal.checked)
        self._violations: dict[CheckSite, Unsafe] = {}
        self.unreachable: frozenset[CheckSite] = frozenset()
        """Those of the checks that no run fails which no run comes to."""
        self.proved: set[CheckSite] = set()
        """The checks that no run fails."""
        self._not_asked = goal.ignored
        self._must_be_defined = not goal.checked.violations.issuperset(UNDEFINED)
        self._proof: Safe | None = None
        self._obstacle = Unknown(Why.CRASHED, "the engine made no claim", "report this as a defect of surefoot")

    def note_violation(self, verdict: Unsafe) -> None:
        """Some run fails a check."""
        site = verdict.violated.site
        self._texts.setdefault(site, verdict.violated.text)
        self._violations.setdefault(site, verdict)

    def note_proof(self, verdict: Safe, ignored: Collection[CheckSite]) -> None:
        """No run fails a check, but perhaps at ``ignored`` sites."""
        self.proved.update(site for site in self._texts if site not in ignored)
        rest = set(ignored) - self._not_asked - self._violations.keys()
        if rest <= (set() if self._must_be_defined else self.proved):
            self._proof = verdict

    def note_obstacle(self, reason: Unknown) -> None:
        """Why there is no verdict; that a proof or violation was found and does not count tells most."""
        if self._obstacle.why not in {Why.REJECTED, Why.UNCONFIRMED, Why.CAVEAT}:
            self._obstacle = reason

    def note_unreachable(self, sites: frozenset[CheckSite], promised: Collection[CheckSite]) -> None:
        """No run comes to ``sites``; if all that a specification has ``promised`` is among them, the proof says nothing."""
        self.unreachable = sites
        if self._proof is not None and promised and sites.issuperset(promised):
            self._proof = None
            detail = "nothing was checked: no run gets to a postcondition, because the end is never reached or nothing meets the precondition"
            self._obstacle = Unknown(Why.NOTHING_CHECKED, detail, "look for an endless loop, and require less")

    def note_no_run_ends(self) -> None:
        """Assumptions stop every run before its end, so a proof says nothing."""
        if self._proof is not None:
            self._proof = None
            self._obstacle = NO_RUN_ENDS

    @property
    def violations(self) -> tuple[Unsafe, ...]:
        """A run for each check that fails, in the order in which they were found."""
        return tuple(self._violations.values())

    @property
    def is_decided(self) -> bool:
        """Whether there is nothing left to find out."""
        return self._proof is not None

    @property
    def obstacle(self) -> Unknown:
        """Why what is not decided is not."""
        return self._obstacle

    @property
    def verdict(self) -> Verdict:
        """The verdict on the whole question."""
        if self._violations:
            return self.violations[0]
        return self._proof or self._obstacle

    @property
    def results(self) -> tuple[CheckResult, ...]:
        """What is known about each check, in the order of the source; what is left at the end of the program comes last."""
        ordered = sorted(self._texts.items(), key=lambda entry: _order(entry[0]))
        return tuple(self._result(site, text) for site, text in ordered)

    def _result(self, site: CheckSite, text: str) -> CheckResult:
        if site in self._violations:
            return CheckResult(site, text, Status.VIOLATED, self._violations[site])
        if site in self.unreachable:
            return CheckResult(site, text, Status.UNREACHABLE)
        return CheckResult(site, text, Status.PROVED if site in self.proved else Status.UNDECIDED)


def _order(site: CheckSite) -> tuple[bool, str, int, int]:
    where = ("", 0, 0) if site.span is None else (site.span.file, site.span.line, site.span.column)
    return site.kind in OF_THE_HEAP, *where
