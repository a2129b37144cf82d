"""The program representation that every engine shares."""

from collections.abc import Mapping
from enum import Enum

from surefoot.base.caveats import Caveat
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import Sort, Term
from surefoot.program.ctypes import CType
from surefoot.program.statements import Statement, Terminator


class DataModel(Enum):
    """Widths of ``long`` and of pointers."""

    ILP32 = 32
    LP64 = 64

    @property
    def pointer_width(self) -> int:
        """Bits of an address."""
        return self.value


class Role(Enum):
    """What a variable is to the user."""

    GLOBAL = "global"
    PARAMETER = "parameter"
    LOCAL = "local"
    TEMPORARY = "temporary"
    """Holds an intermediate value; never shown."""
    GHOST = "ghost"
    """Says what happened, for invariants to speak of: no statement reads it but to set it again, and it is never shown."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A scalar that is not in memory; ``symbol`` is unique in the program, ``name`` is the C name."""

    symbol: Term
    name: str
    ctype: CType
    role: Role
    span: Span | None


@dataclass(frozen=True, slots=True)
class InitialCell:
    """A value at a byte offset of a global object; ``value`` may mention addresses."""

    offset: int
    value: Term


@dataclass(frozen=True, slots=True)
class GlobalObject:
    """A global that lives in memory at the unknown constant ``address``.

    Bytes that no cell covers are zero; ``cells`` is ``None`` when the contents are unknown.
    """

    address: Term
    name: str
    size: int
    alignment: int
    cells: tuple[InitialCell, ...] | None
    constant: bool
    ctype: CType
    span: Span | None


@dataclass(frozen=True, slots=True)
class Block:
    """Statements run in order, then the terminator chooses what follows."""

    label: str
    statements: tuple[Statement, ...]
    terminator: Terminator


@dataclass(frozen=True, slots=True)
class Function:
    """A function body; execution starts at the first block.

    Every call has its own copies of parameters and locals. A local has an unknown value until it
    is assigned, and every path assigns it before reading it: where C does not, lowering put a Havoc.
    Blocks that were taken over from other functions have these as ``homes``.
    """

    name: str
    address: Term
    parameters: tuple[Variable, ...]
    results: tuple[Sort, ...]
    locals: tuple[Variable, ...]
    blocks: Mapping[str, Block]
    span: Span | None
    homes: Mapping[str, str] = field(default_factory=dict)

    @property
    def entry(self) -> Block:
        """The block where execution starts."""
        return next(iter(self.blocks.values()))

    def home(self, label: str) -> str:
        """The function that whoever wrote the program has the block ``label`` in."""
        return self.homes.get(label, self.name)


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """A global scalar outside memory and its initial value; ``None`` means unknown."""

    variable: Variable
    initial: Term | None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program; a run starts at function ``entry`` with unknown arguments.

    ``object_types`` gives C types to readers of a run: of the objects that Allocate statements make, by the symbol name of the
    statement's target, of structs and unions that pointers point to, by their own name, and of the results of functions, by ``name()``.
    """

    data_model: DataModel
    entry: str
    functions: Mapping[str, Function]
    global_variables: tuple[GlobalVariable, ...]
    global_objects: tuple[GlobalObject, ...]
    object_types: Mapping[str, CType]
    caveats: tuple[Caveat, ...]
