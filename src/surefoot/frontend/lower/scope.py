"""What lowering knows of the whole program: types, promoted globals, names, and the ledger of approximations."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from surefoot.base.caveats import Caveat, Lean
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.llvm.module import FunctionDefinition, FunctionSignature, Module
from surefoot.frontend.lower.memory.frame_conditions import FrameCondition
from surefoot.frontend.lower.values.type_sorts import TypeSorts
from surefoot.logic import Term, variable
from surefoot.program.ctypes import CType
from surefoot.program.program import Variable
from surefoot.program.properties import Property

if TYPE_CHECKING:
    from surefoot.frontend.lower.calls.environment_effects import Surroundings


@dataclass(frozen=True, slots=True)
class ProgramScope:
    """Shared by the lowering of all functions; ``object_types``, ``caveats``, ``labels`` and ``given_functions`` are filled on the way.

    ``globals`` are the names of those that the program can reach, ``variables`` the ones that are no memory objects.
    """

    module: Module
    type_sorts: TypeSorts
    property: Property
    globals: Collection[str]
    variables: Mapping[str, Variable]
    surroundings: "Surroundings"
    outliving: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each function, the allocas of the objects that may be used after their block."""
    environment: Environment = ORDINARY
    starts_with_objects: bool = False
    """Whether runs start with objects in memory that hold any values of their types."""
    shared: frozenset[str] = frozenset()
    """The globals that interrupt handlers mention."""
    object_types: dict[str, CType] = field(default_factory=dict)
    caveats: dict[Caveat, None] = field(default_factory=dict)
    labels: dict[tuple[str, str], int] = field(default_factory=dict)
    """The blocks whose addresses are taken, numbered."""

    given_functions: dict[str, FunctionSignature] = field(default_factory=dict)
    """Functions outside of the program that the arguments of the function under test point to."""

    frame: FrameCondition = field(default_factory=FrameCondition)
    """What the function under proof may change."""

    def address(self, name: str) -> Term:
        """The address of the global object or function ``name``."""
        return variable(f"&{name}", self.type_sorts.pointer)

    def body(self, name: str) -> FunctionDefinition | None:
        """The definition of function ``name``, if the program has one."""
        return self.module.functions.get(name)

    def note(self, lean: Lean, text: str, span: Span | None) -> None:
        """Enter an approximation in the ledger."""
        self.caveats[Caveat("lowering", lean, text, span)] = None
