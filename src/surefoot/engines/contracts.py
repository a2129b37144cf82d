"""Engine: a task in, claims with evidence out."""

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol, runtime_checkable

from surefoot.engines.tasks import EngineTask
from surefoot.evidence.claims import Claim


class Engine(Protocol):
    """An algorithm. Its options are its dataclass fields; it prints nothing and keeps no state between tasks."""

    name: ClassVar[str]
    view: ClassVar[type[EngineTask]]
    """The type of its tasks."""

    def claims(self, task: Any) -> Iterator[Claim]:  # noqa: ANN401 - engines of all views in one registry
        """Yield claims about ``task.goal``, the last of which is about all of its checks or a `GaveUp`.

        Requires: ``isinstance(task, self.view)``. May raise `OutOfBudget`.
        """
        ...


@runtime_checkable
class HasSubstitute(Protocol):
    """An engine that another one can stand in for where a program has no control system."""

    def substitute(self) -> Engine | None:
        """Return that engine, or ``None`` if the options of this one rule it out."""
        ...
