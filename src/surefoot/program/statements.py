"""Statements, and the terminators that end a block; their contracts define the semantics.

Expressions are `logic` terms over variable symbols and addresses: pure, total, typed. A pointer is
a bit-vector holding its address (32 or 64 bits); the address of a global object or of a function is
itself a variable symbol that never changes.
"""

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Term


class CheckKind(Enum):
    """Kind of a check, with the failure in the words of compilers and of the C standard."""

    ERROR_CALL = "call to an error function"
    ASSERTION = "assertion"
    CONTRACT = "contract"
    INVARIANT_ESTABLISHED = "loop invariant established"
    INVARIANT_PRESERVED = "loop invariant preserved"
    INVALID_DEREFERENCE = "invalid memory access"
    INVALID_FREE = "invalid free"
    MEMORY_LEAK = "memory leak"
    UNFREED_MEMORY = "memory not freed at program end"
    DIVISION_BY_ZERO = "division by zero"
    DIVISION_OVERFLOW = "signed division overflow"
    SIGNED_OVERFLOW = "signed integer overflow"
    SHIFT = "shift amount out of range"
    CONVERSION = "conversion out of range"
    UNREACHABLE = "unreachable program point reached"
    UNSIGNED_OVERFLOW = "unsigned integer overflow"
    LOST_VALUE = "implicit conversion changes value"
    ARRAY_INDEX = "array index out of bounds"
    NAN = "NaN result"
    FLOAT_OVERFLOW = "floating-point overflow"
    UNINITIALISED = "use of uninitialised variable"
    MISALIGNED = "misaligned memory access"
    REACHED = "reachable code"
    RECURSION_DEPTH = "recursion depth exceeded"
    NON_TERMINATION = "run without end"


class Origin(Enum):
    """Reason why a value is unknown."""

    INPUT = "input"
    """Nondeterministic choice that the program requests, such as ``__VERIFIER_nondet_int()``."""
    UNINITIALISED = "uninitialised"
    """Read of an uninitialised variable."""
    EXTERNAL = "external"
    """Result or effect of a function without a body."""
    UNMODELLED = "unmodelled"
    """Result or effect of a library function whose defined behaviour is not modelled."""


FROM_OUTSIDE = frozenset({Origin.INPUT, Origin.EXTERNAL, Origin.UNINITIALISED})
"""Origins of values that the environment of the program supplies, or that are left open: pointers
among them may point to environment memory.
"""

OMITTED_EFFECT = "%havocked"
"""Part of the name of a variable that gets an UNMODELLED value where an effect of a library
function is omitted: the rest of the run may differ from the real one even if that value is not
used.
"""


class Storage(Enum):
    """Storage duration of an object."""

    STACK = "stack"
    """Until the function that allocated it returns."""
    BLOCK = "block"
    """Until the block of its declaration ends, when its addresses may be reused: a variable-length
    array.

    An `EndLifetime` marks the end of its block if it may be used afterwards. When the same
    statement allocates another object in the same call, the block of the previous one has ended.
    """
    HEAP = "heap"
    """Until it is freed."""


@dataclass(frozen=True, slots=True)
class Assign:
    """``target := value``."""

    target: Term
    value: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Havoc:
    """``target := any value of its sort``; ``source`` names the function or variable it comes from."""

    target: Term
    origin: Origin
    source: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Assume:
    """End the run silently unless ``condition``."""

    condition: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Check:
    """Continue only if ``condition`` holds.

    If it is false and the property names ``kind``, the run violates the property. Otherwise the run
    continues for kinds in `properties.NON_FATAL`, ends for ASSERTION and ERROR_CALL, and is
    undefined from here on for all other kinds.
    """

    condition: Term
    kind: CheckKind
    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Load:
    """``target := memory[address .. address + size of target's sort)``, little endian."""

    target: Term
    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Store:
    """``memory[address .. address + size of value's sort) := value``, little endian."""

    address: Term
    value: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Allocate:
    """``target := address of a new object of size bytes``, disjoint from every live object.

    Contents are unknown, or zero when ``zeroed``; if it ``is_string``, it is not empty and the last
    byte is zero. ``name`` is the C name of a stack variable or the allocating function's name.
    """

    target: Term
    size: Term
    storage: Storage
    zeroed: bool
    alignment: int
    name: str
    span: Span | None
    is_string: bool = False


@dataclass(frozen=True, slots=True)
class MakeStrings:
    """``target := address of a new vector`` of the addresses of ``count`` new strings and a null
    pointer.

    All objects lie on the stack. The vector is allocated first, and then each string: its length,
    any number of the sort of ``length``, is chosen as by a `Havoc` of that variable, then it is
    allocated as by an `Allocate` to ``string``, with unknown contents up to its terminating zero.
    No other statement assigns or reads these two variables. ``name`` is the C name of the vector.
    Requires: the size of the vector does not overflow.
    """

    target: Term
    count: Term
    length: Term
    string: Term
    name: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class EndLifetime:
    """End the lifetime of the object of the active call that starts at ``address``, if there is
    one: its block ends.
    """

    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Free:
    """End the lifetime of the heap object that starts at ``address``; null is allowed and has no
    effect.
    """

    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Copy:
    """``memory[target .. target + size) := memory[source .. source + size)``, also if they overlap.

    With ``is_disjoint``, blocks that overlap are an invalid access, unless they are the same.
    """

    target: Term
    source: Term
    size: Term
    span: Span | None
    is_disjoint: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """``memory[target .. target + size) := byte`` repeated (an 8-bit term)."""

    target: Term
    byte: Term
    size: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class CheckDisjoint:
    """Check that two valid blocks, from ``left`` and from ``right`` on, do not overlap; fails like
    a `Check` of INVALID_DEREFERENCE.
    """

    left: Term
    left_size: Term
    right: Term
    right_size: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class ObjectSize:
    """``target := bytes from address to the end of its object``; 0 when it points to no live
    object.
    """

    target: Term
    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Call:
    """Call of a function of the program; ``callee`` is its name, or the address of a function.

    The call is undefined if the address is not that of a function, or the function has parameters
    of other sorts. Arguments beyond the last parameter are ignored, as on x86.
    """

    targets: tuple[Term, ...]
    callee: str | Term
    arguments: tuple[Term, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class CheckMemory:
    """Leak check at the end of the program, failing like a `Check` of ``kind``.

    UNFREED_MEMORY fails iff a heap object is alive. MEMORY_LEAK fails iff a live heap object is
    unreachable. Reachable are the heap objects with the address of their first or another byte in a
    global variable, in a variable of an active call that is no temporary, or in a live object that
    is not on the heap or is itself reachable. In an object, only words at multiples of a pointer's
    size count. A variable without a value holds no address.
    """

    kind: CheckKind
    span: Span | None


OVERLAP = "overlapping blocks"
"""Text of a failed `CheckDisjoint`."""

LEAK_KINDS = (CheckKind.MEMORY_LEAK, CheckKind.UNFREED_MEMORY)
"""The kinds of `CheckMemory`: checks of the heap at the end of a run."""

SimpleStatement = (
    Assign
    | Havoc
    | Assume
    | Check
    | Load
    | Store
    | Allocate
    | MakeStrings
    | EndLifetime
    | Free
    | Copy
    | Fill
    | CheckDisjoint
    | ObjectSize
    | CheckMemory
)
"""Statements that stay inside their function."""

Statement = SimpleStatement | Call


@dataclass(frozen=True, slots=True)
class Goto:
    """Continue at block ``target``."""

    target: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """Continue at ``then`` if ``condition``, else at ``otherwise``."""

    condition: Term
    then: str
    otherwise: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Return:
    """Return from the function with one value for each of its results."""

    values: tuple[Term, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Stop:
    """End of the program: ``exit``, ``abort``, or the end of a run that the property ignores."""

    reason: str
    span: Span | None


Terminator = Goto | Branch | Return | Stop
