"""Status of each check of a program while engines are running."""

from collections.abc import Collection

from surefoot.base.caveats import Direction, with_direction
from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.certify.dropped_behaviour import refusal
from surefoot.certify.verdicts import NO_RUN_ENDS, Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Goal, Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.program.check_sites import CheckSite, check_sites
from surefoot.program.properties import UNDEFINED
from surefoot.program.statements import LEAK_KINDS


class Status(Enum):
    """Status of a check."""

    PROVED = "proved"
    VIOLATED = "violated"
    UNREACHABLE = "unreachable"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The status of the check at `site`; a violated one has the verdict with its run."""

    site: CheckSite
    text: str
    status: Status
    violation: Unsafe | None = None
    explored: int = 0
    """Number of iterations of each loop and recursion within which no run fails it, by a bounded
    search that no judge confirms; 0 if none were explored.
    """


class Survey:
    """Verdicts so far on the checks of `goal`.

    A check is violated if some run fails it and no other check before; it is proved if no run does.
    Proofs do not hold for checks at `affected` sites, see `surefoot.certify.dropped_behaviour`.
    """

    def __init__(self, goal: Goal, affected: frozenset[CheckSite] = frozenset()) -> None:
        self._texts = check_sites(goal.program, goal.checked)
        self._violations: dict[CheckSite, Unsafe] = {}
        self._explored: dict[CheckSite, int] = {}
        self.unreachable: frozenset[CheckSite] = frozenset()
        """Proved checks that no run reaches."""
        self.proved: set[CheckSite] = set()
        """The checks that no run fails."""
        self._ignored = goal.ignored
        self._must_be_defined = not goal.checked.violations.issuperset(UNDEFINED)
        self._affected = affected
        missed = with_direction(goal.program.caveats, Direction.DROPS_BEHAVIOUR)
        self._uncovered = refusal(missed) if missed else None
        self._proof: Safe | None = None
        self._obstacle = Unknown(Why.CRASHED, "the engine made no claim", "report this as a defect of surefoot")

    def note_violation(self, verdict: Unsafe) -> None:
        """Record a run that fails a check."""
        site = verdict.violated.site
        self._texts.setdefault(site, verdict.violated.text)
        self._violations.setdefault(site, verdict)

    def note_proof(self, verdict: Safe, ignored: Collection[CheckSite]) -> None:
        """Record a proof that no run fails a check outside of `ignored` sites."""
        self.proved.update(site for site in self._texts if site not in ignored)
        rest = set(ignored) - self._ignored - self._violations.keys()
        if rest <= self._affected.union(() if self._must_be_defined else self.proved):
            self._proof = verdict
            if isinstance(verdict.certificate, TrackedSummaries):
                self._uncovered = None  # the judge refuses it where it does not cover the behaviour

    def note_explored(self, bound: int, open_sites: Collection[CheckSite]) -> None:
        """Record that no run within ``bound`` iterations fails a check outside of ``open_sites``."""
        self._explored.update((site, bound) for site in self._texts if site not in open_sites)

    def note_obstacle(self, reason: Unknown) -> None:
        """Record a reason why there is no verdict; rejected and unconfirmed evidence takes
        precedence.
        """
        if self._obstacle.why not in {Why.REJECTED, Why.UNCONFIRMED, Why.CAVEAT}:
            self._obstacle = reason

    def note_unreachable(self, sites: frozenset[CheckSite], promised: Collection[CheckSite]) -> None:
        """Record that no run reaches `sites`; if all `promised` postconditions are among them, drop
        the proof.
        """
        self.unreachable = sites
        if self._proof is not None and promised and sites.issuperset(promised):
            self._proof = None
            detail = "nothing was checked: no run reaches a postcondition, because no run ends or the precondition is unsatisfiable"
            self._obstacle = Unknown(
                Why.NOTHING_CHECKED, detail, "look for an endless loop, or weaken the precondition"
            )

    def note_no_run_ends(self) -> None:
        """Record that assumptions stop every run before its end, and drop the proof."""
        if self._proof is not None:
            self._proof = None
            self._obstacle = NO_RUN_ENDS

    @property
    def violations(self) -> tuple[Unsafe, ...]:
        """The failing runs, one for each failing check, in the order in which they were found."""
        return tuple(self._violations.values())

    @property
    def is_decided(self) -> bool:
        """True if all checks are decided that can be."""
        return self._proof is not None

    @property
    def obstacle(self) -> Unknown:
        """The reason why undecided checks are undecided."""
        return self._uncovered if self._proof is not None and self._uncovered is not None else self._obstacle

    @property
    def verdict(self) -> Verdict:
        """The verdict on all checks together."""
        if self._violations:
            return self.violations[0]
        return self._proof if self._proof is not None and self._uncovered is None else self.obstacle

    @property
    def results(self) -> tuple[CheckResult, ...]:
        """The status of each check in the order of the source; leaks at the end of the program come
        last.
        """
        ordered = sorted(self._texts.items(), key=lambda entry: _order(entry[0]))
        return tuple(self._result(site, text) for site, text in ordered)

    def _result(self, site: CheckSite, text: str) -> CheckResult:
        if site in self._violations:
            return CheckResult(site, text, Status.VIOLATED, self._violations[site])
        if site in self.unreachable:
            return CheckResult(site, text, Status.UNREACHABLE)
        if site in self.proved:
            return CheckResult(site, text, Status.PROVED)
        return CheckResult(site, text, Status.UNDECIDED, explored=self._explored.get(site, 0))


def _order(site: CheckSite) -> tuple[bool, str, int, int]:
    where = ("", 0, 0) if site.span is None else (site.span.file, site.span.line, site.span.column)
    return site.kind in LEAK_KINDS, *where
