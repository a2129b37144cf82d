"""Where solver time went: checks and seconds of CPU, by the purpose of the query."""

from surefoot.records import dataclass, field
from surefoot.solvers.contracts import Answer, NoAnswer, Sat, Unsat


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
        """How many checks were made, whatever their answer."""
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


@dataclass(slots=True)
class QueryStatistics:
    """A ledger that several solvers write to; purposes appear in the order of their first query."""

    translating_seconds: float = 0.0
    by_purpose: dict[str, PurposeStatistics] = field(default_factory=dict)

    @property
    def checks(self) -> int:
        """How many checks were made in all."""
        return sum(entry.checks for entry in self.by_purpose.values())

    @property
    def solving_seconds(self) -> float:
        """Seconds of CPU spent inside the libraries' checks."""
        return sum(entry.seconds for entry in self.by_purpose.values())

    def record_check(self, purpose: str, answer: Answer, seconds: float) -> None:
        """Count one check made for ``purpose``."""
        self.by_purpose.setdefault(purpose, PurposeStatistics()).record(answer, seconds)

    def record_translation(self, seconds: float) -> None:
        """Count time spent turning terms into the library's own."""
        self.translating_seconds += seconds
