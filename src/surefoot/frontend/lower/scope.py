"""State of lowering shared by all functions: types, promoted globals, names, caveats."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from surefoot.base.caveats import Caveat, Direction, Dropped
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.llvm.module import FunctionDefinition, FunctionSignature, Module
from surefoot.frontend.lower.memory.frame_conditions import FrameCondition
from surefoot.frontend.lower.type_sorts import TypeSorts
from surefoot.logic import Term, variable
from surefoot.program.ctypes import CType
from surefoot.program.program import Variable
from surefoot.program.properties import Property

if TYPE_CHECKING:
    from surefoot.frontend.lower.calls.environment_effects import ExternalEffects


ROUNDING_MODE = "__surefoot_rounding_mode"


@dataclass(frozen=True, slots=True)
class ProgramScope:
    """Shared state of lowering all functions of a program.

    ``globals`` are the names of reachable globals, ``variables`` those promoted to variables.
    Lowering fills ``object_types``, ``caveats``, ``shared_reads``, ``labels`` and ``callbacks``.
    """

    module: Module
    type_sorts: TypeSorts
    property: Property
    globals: Collection[str]
    variables: Mapping[str, Variable]
    external_effects: "ExternalEffects"
    escaping: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Allocas of each function whose objects may be used after their block ended."""
    environment: Environment = ORDINARY
    starts_with_objects: bool = False
    """True if runs start with objects in memory that hold arbitrary values of their types."""
    shared: frozenset[str] = frozenset()
    """Globals that interrupt handlers mention."""
    object_types: dict[str, CType] = field(default_factory=dict)
    caveats: dict[Caveat, None] = field(default_factory=dict)
    shared_reads: set[tuple[str, Span]] = field(default_factory=set)
    labels: dict[tuple[str, str], int] = field(default_factory=dict)
    """Numbers of the blocks whose addresses are taken."""

    callbacks: dict[str, FunctionSignature] = field(default_factory=dict)
    """External functions that arguments of the function under test point to."""

    exposed: dict[Term, None] = field(default_factory=dict)
    """See `Program.exposed`."""

    frame: FrameCondition = field(default_factory=FrameCondition)
    """Assigns clause of the function under proof."""

    def address(self, name: str) -> Term:
        """Return the address of the global object or function ``name``."""
        return variable(f"&{name}", self.type_sorts.pointer)

    def rounding_mode(self) -> Term | None:
        """Return the number of the rounding mode: the variable of the model of <fenv.h>; None if the
        program cannot set it.
        """
        known = self.variables.get(ROUNDING_MODE)
        return None if known is None else known.symbol

    def body(self, name: str) -> FunctionDefinition | None:
        """Return the definition of function ``name``, or None if the program has none."""
        return self.module.functions.get(name)

    def note(self, direction: Direction, text: str, span: Span | None, dropped: Dropped = Dropped.RUNS) -> None:
        """Add a caveat about an approximation."""
        self.caveats[Caveat("lowering", direction, text, span, dropped)] = None

    def note_once(self, direction: Direction, text: str, span: Span | None) -> None:
        """Add a caveat about all approximations of a kind, at the place of the first."""
        if not any(known.text == text for known in self.caveats):
            self.note(direction, text, span)
