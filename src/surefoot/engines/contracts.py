"""Engines: a task in, claims with evidence out; options are fields whose types have ranges."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Protocol, runtime_checkable

from surefoot.base.records import dataclass
from surefoot.engines.tasks import EngineTask
from surefoot.evidence.claims import Claim


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The numbers from ``least`` on; NaN is not among them."""

    least: int

    def allows(self, value: float) -> bool:
        """Return whether ``value`` is in the range."""
        return value >= self.least

    def __str__(self) -> str:
        return f"at least {self.least}"


Count = Annotated[int, AtLeast(0)]
Positive = Annotated[int, AtLeast(1)]
Seconds = Annotated[float, AtLeast(0)]


class Engine(Protocol):
    """Algorithm that decides goals. Options are its dataclass fields; it prints nothing and keeps
    no state between tasks.
    """

    name: ClassVar[str]
    view: ClassVar[type[EngineTask]]
    """The type of its tasks."""

    def claims(self, task: Any) -> Iterator[Claim]:  # noqa: ANN401 - engines of all views in one registry
        """Yield claims about ``task.goal``, the last of which is about all of its checks or a
        `GaveUp`.

        Requires: ``isinstance(task, self.view)``. May raise `OutOfBudget`.
        """
        ...


@runtime_checkable
class HasSubstitute(Protocol):
    """Engine with a substitute for programs without a control system."""

    def substitute(self) -> Engine | None:
        """Return the substitute; `None` if the options of this engine exclude it."""
        ...


@runtime_checkable
class HasParts(Engine, Protocol):
    """Engine whose search can be shared out to processes."""

    def parts(self, count: int) -> Sequence[Engine]:
        """Return at most ``count`` engines that together do what this engine does."""
        ...
