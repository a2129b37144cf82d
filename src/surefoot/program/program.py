"""Programs, functions, blocks and their variables."""

from collections.abc import Mapping

from surefoot.base.caveats import Caveat
from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import Sort, Term
from surefoot.program.ctypes import CType
from surefoot.program.statements import Statement, Terminator


class DataModel(Enum):
    """Data model: widths of ``long`` and of pointers."""

    ILP32 = 32
    LP64 = 64

    @property
    def pointer_width(self) -> int:
        """The bits of an address."""
        return self.value


class Role(Enum):
    """Role of a variable in the source program."""

    GLOBAL = "global"
    PARAMETER = "parameter"
    LOCAL = "local"
    TEMPORARY = "temporary"
    """Intermediate value; never shown."""
    RETURN_SITE = "return_site"
    """Number of the call site at which the shared body of a function returns."""
    GHOST = "ghost"
    """Record of past events for use in invariants; only assignments to ghosts read it, and it is
    never shown."""


@dataclass(frozen=True, slots=True)
class Variable:
    """Scalar outside memory; ``symbol`` is unique in the program, ``name`` is the C name."""

    symbol: Term
    name: str
    ctype: CType
    role: Role
    span: Span | None


@dataclass(frozen=True, slots=True)
class InitialCell:
    """Initial value at a byte offset of a global object; ``value`` may mention addresses."""

    offset: int
    value: Term


@dataclass(frozen=True, slots=True)
class GlobalObject:
    """Global object in memory at the unknown constant ``address``.

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
    """Basic block: statements in order, then the terminator selects the successor."""

    label: str
    statements: tuple[Statement, ...]
    terminator: Terminator

    @property
    def span(self) -> Span | None:
        """The first position in the source; ``None`` for generated blocks."""
        return next((each.span for each in (*self.statements, self.terminator) if each.span), None)


@dataclass(frozen=True, slots=True)
class Function:
    """Function body; execution starts at the first block.

    Every call has its own copies of parameters and locals. A local has an unknown value until it is
    assigned, and every path assigns it before reading it: where C does not, lowering emits a Havoc.
    ``homes`` maps inlined blocks to the functions they come from.
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
        """Return the function that contains the block ``label`` in the source program."""
        return self.homes.get(label, self.name)


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """Global scalar outside memory and its initial value; ``None`` means unknown."""

    variable: Variable
    initial: Term | None


@dataclass(frozen=True, slots=True)
class Program:
    """Complete program; a run starts at function ``entry`` with unknown arguments.

    ``object_types`` gives C types for the presentation of runs: of allocated objects, by the symbol
    name of the Allocate's target; of structs and unions that pointers point to, by their own name;
    and of the results of functions, by ``name()``.
    """

    data_model: DataModel
    entry: str
    functions: Mapping[str, Function]
    global_variables: tuple[GlobalVariable, ...]
    global_objects: tuple[GlobalObject, ...]
    object_types: Mapping[str, CType]
    caveats: tuple[Caveat, ...]
    exposed: tuple[Term, ...] = field(default=(), compare=False)
    """Terms whose values functions without a body, or inline assembly, may know and keep: arguments
    of their calls, and globals that they can name.
    """
    shared_reads: frozenset[tuple[str, Span]] = field(default=frozenset(), compare=False)
    """Functions and positions of reads of volatile and atomic objects. The statements are ordinary
    loads, although code outside of the program may write to these objects.
    """
