"""Solver statistics: checks and CPU seconds by purpose of the query."""

from surefoot.base.records import dataclass, field
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat


@dataclass(slots=True)
class PurposeStatistics:
    """The checks made for one purpose."""

    sat: int = 0
    unsat: int = 0
    no_answer: int = 0
    seconds: float = 0.0
    slowest_seconds: float = 0.0

    @property
    def checks(self) -> int:
        """Number of checks, whatever their answer."""
        return self.sat + self.unsat + self.no_answer

    def record(self, answer: Answer, seconds: float) -> None:
        """Count one check."""
        self.seconds += seconds
        self.slowest_seconds = max(self.slowest_seconds, seconds)
        match answer:
            case Sat():
                self.sat += 1
            case Unsat():
                self.unsat += 1
            case NoAnswer():
                self.no_answer += 1

    def include(self, other: "PurposeStatistics") -> None:
        """Count all that ``other`` counted, too."""
        self.sat += other.sat
        self.unsat += other.unsat
        self.no_answer += other.no_answer
        self.seconds += other.seconds
        self.slowest_seconds = max(self.slowest_seconds, other.slowest_seconds)


@dataclass(slots=True)
class QueryStatistics:
    """A ledger that several solvers write to; purposes appear in the order of their first query."""

    translating_seconds: float = 0.0
    by_purpose: dict[str, PurposeStatistics] = field(default_factory=dict)
    wrong_interpolants: dict[str, int] = field(default_factory=dict)
    """Number of refuted interpolants by their source."""

    @property
    def checks(self) -> int:
        """Number of checks in all."""
        return sum(entry.checks for entry in self.by_purpose.values())

    @property
    def solving_seconds(self) -> float:
        """Seconds of CPU spent inside the libraries' checks."""
        return sum(entry.seconds for entry in self.by_purpose.values())

    def record_check(self, purpose: str, answer: Answer, seconds: float) -> None:
        """Count one check made for ``purpose``."""
        self.by_purpose.setdefault(purpose, PurposeStatistics()).record(answer, seconds)

    def record_wrong_interpolants(self, origin: str) -> None:
        """Count interpolants of ``origin`` that another library refuted."""
        self.wrong_interpolants[origin] = self.wrong_interpolants.get(origin, 0) + 1

    def include(self, other: "QueryStatistics") -> None:
        """Count all that ``other`` counted, too."""
        self.translating_seconds += other.translating_seconds
        for purpose, entry in other.by_purpose.items():
            self.by_purpose.setdefault(purpose, PurposeStatistics()).include(entry)
        for origin, count in other.wrong_interpolants.items():
            self.wrong_interpolants[origin] = self.wrong_interpolants.get(origin, 0) + count

    def record_translation(self, seconds: float) -> None:
        """Count time spent turning terms into the library's own."""
        self.translating_seconds += seconds
