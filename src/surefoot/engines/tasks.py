"""Tasks: all that an engine is given, one type for each view of a goal that engines work on.

| task | view | engines |
|---|---|---|
| `ProgramTask` | the program: unrollings and concrete runs | bmc, probe, fuzz, explicit, track |
| `SystemTask` | the control system | kind, bkind, ic3, cegar, euf, ufo, aig, ring, spacer,
accelerate |
| `ProceduresTask` | Horn clauses of procedures | summaries |
| `ClausesTask` | a file of Horn clauses | horn |
| `PortfolioTask` | all of these, on demand | auto, termination |

An engine names its task type in ``view``. `surefoot.engines.runner` makes the task, or gives up
where the view does not exist.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.engines.board import Board
from surefoot.engines.views import Views
from surefoot.evidence.claims import Goal
from surefoot.program.check_sites import CheckSite
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.encoding import Encoding, NotEncodable

if TYPE_CHECKING:
    from surefoot.systems.formats.model import HornFile
    from surefoot.systems.procedures.system import ProcedureSystem


@dataclass(frozen=True, slots=True)
class EngineTask:
    """Goal and services of an engine, whatever its view."""

    goal: Goal
    solvers: SolverFactory
    budget: Budget
    on_event: Watcher
    board: Board
    views: Views
    """Encodings that are built on demand; an engine's own view is a field of its task."""


@dataclass(frozen=True, slots=True)
class ProgramTask(EngineTask):
    """The program itself: its unrollings and its concrete runs."""

    @property
    def code(self) -> GeneratedCode:
        """Generated code of the interpreter, for concrete runs of the program."""
        return self.views.code

    def inlined_system(self) -> Encoding | NotEncodable:
        """Return the control system whose locations are those of unrollings, for loop acceleration."""
        return self.views.inlined_system(self.goal.ignored, self.budget)


@dataclass(frozen=True, slots=True)
class SystemTask(ProgramTask):
    """The control system of the program or model, and its way back to the program."""

    encoding: Encoding

    @property
    def system(self) -> ControlSystem:
        """The control system."""
        return self.encoding.system

    def without(self, sites: Collection[CheckSite]) -> "SystemTask | None":
        """Return the task without the checks at ``sites``; ``None`` if its system lacks runs that
        go on after them.
        """
        goal = self.goal.without(sites)
        found = self.views.system(goal.ignored, self.budget)
        return None if isinstance(found, NotEncodable) else replace(self, goal=goal, encoding=found)


@dataclass(frozen=True, slots=True)
class ProceduresTask(EngineTask):
    """Horn clauses of the program's procedures."""

    procedures: "ProcedureSystem"


@dataclass(frozen=True, slots=True)
class ClausesTask(EngineTask):
    """A file of Horn clauses, linear or not."""

    file: "HornFile"


@dataclass(frozen=True, slots=True)
class PortfolioTask(EngineTask):
    """A goal for an engine that schedules others on it."""
