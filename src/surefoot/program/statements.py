"""What a program can do: statements, and the terminators that end a block.

Expressions are `logic` terms over variable symbols and addresses: pure, total, typed. A pointer is a
bit-vector holding its address (32 or 64 bits); the address of a global object or of a function is
itself a variable symbol that never changes.
"""

from enum import Enum

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Term


class CheckKind(Enum):
    """What went wrong when a check fails."""

    ERROR_CALL = "call of an error function"
    ASSERTION = "assertion"
    CONTRACT = "contract"
    INVARIANT_ESTABLISHED = "loop invariant established"
    INVARIANT_PRESERVED = "loop invariant preserved"
    INVALID_DEREFERENCE = "invalid memory access"
    INVALID_FREE = "invalid free"
    MEMORY_LEAK = "lost memory"
    UNFREED_MEMORY = "memory left at the end"
    DIVISION_BY_ZERO = "division by zero"
    DIVISION_OVERFLOW = "overflow in division"
    SIGNED_OVERFLOW = "signed overflow"
    SHIFT = "shift by a negative or too large amount"
    CONVERSION = "conversion of a value out of range"
    UNREACHABLE = "undefined control flow"
    UNSIGNED_OVERFLOW = "unsigned overflow"
    VALUE_CHANGE = "conversion that changes the value"
    ARRAY_INDEX = "array index out of range"
    NAN = "NaN made by an operation"
    UNINITIALISED = "variable without a value"
    MISALIGNED = "misaligned memory access"
    REACHED = "code that is reached"
    RECURSION_DEPTH = "recursion that is too deep"


class Origin(Enum):
    """Why a value is unknown."""

    INPUT = "input"
    """A nondeterministic choice the program asks for, such as ``__VERIFIER_nondet_int()``."""
    UNINITIALISED = "uninitialised"
    """A variable read before it was given a value."""
    EXTERNAL = "external"
    """The result or effect of a function without a body."""
    UNMODELLED = "unmodelled"
    """The result or effect of a library function that has a known meaning which is not modelled."""


HAVOCKED_FROM_HERE = "%havocked"
"""In the name of a variable that gets an UNMODELLED value: from there on the run lacks something that a library function does, whatever becomes of the value."""


class Storage(Enum):
    """How long an object lives."""

    STACK = "stack"
    """Until the function that allocated it returns."""
    BLOCK = "block"
    """As STACK, but when the block it is declared in ends, its addresses are free for later objects: a variable-length array.

    Where its block ends is said (`Leave`) if it may be used afterwards. When the same statement makes another one in the same call, the block of the last has ended.
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
    """The run ends silently here unless ``condition``."""

    condition: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Check:
    """Going on requires ``condition``.

    When it is false: a violation if the property names ``kind``; otherwise the run is undefined here,
    except for the kinds that are survived (`properties.SURVIVED`), and ASSERTION and ERROR_CALL, which end it.
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
    """``target := address of a new object of size bytes``, disjoint from every object that is alive.

    Contents are unknown, or zero when ``zeroed``; if it ``is_string``, the last byte is zero, and there is one. ``name`` is the C name of a stack variable or the
    allocating function's name.
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
    """``target := address of a new vector``, of the addresses of ``count`` new strings, one after the other, and a null pointer.

    All of it lies on the stack. The vector is made first, and then each string: first its length, which is any number of the sort of ``length``, is chosen as by a `Havoc` of
    that variable, then it is made as by an `Allocate` to ``string``, with unknown contents up to the zero at its end. Nobody else assigns or reads these two variables.
    ``name`` is the C name of the vector. Requires  ``count`` is so small that the size of the vector does not overflow.
    """

    target: Term
    count: Term
    length: Term
    string: Term
    name: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Leave:
    """Ends the life of the object of the running activation that starts at ``address``, if there is one: its block is left."""

    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Free:
    """Ends the life of the heap object that starts at ``address``; null is allowed and does nothing."""

    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Copy:
    """``memory[target .. target + size) := memory[source .. source + size)``, whatever they share.

    With ``is_apart``, blocks that share bytes are as undefined as those that are not there, unless they are the same.
    """

    target: Term
    source: Term
    size: Term
    span: Span | None
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """``memory[target .. target + size) := byte`` repeated (an 8-bit term)."""

    target: Term
    byte: Term
    size: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class CheckApart:
    """A check that no byte is in both of two blocks that are there: one from ``left`` on, the other from ``right`` on. It fails like a `Check` of INVALID_DEREFERENCE."""

    left: Term
    left_size: Term
    right: Term
    right_size: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class ObjectSize:
    """``target := bytes from address to the end of its object``; 0 when it points to no live object."""

    target: Term
    address: Term
    span: Span | None


@dataclass(frozen=True, slots=True)
class Call:
    """Runs a function of the program; ``callee`` is its name, or the address of a function.

    An address that is no function's, or that of a function whose parameters have other sorts than the arguments, is
    undefined. Arguments beyond the last parameter are ignored, as they are on x86.
    """

    targets: tuple[Term, ...]
    callee: str | Term
    arguments: tuple[Term, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class CheckMemory:
    """The program ends here: a check of what is left on the heap, failing like a `Check` of ``kind``.

    UNFREED_MEMORY fails iff a heap object is alive. MEMORY_LEAK fails iff a live heap object is out of reach. Within reach are the heap objects whose first byte, or
    another byte, has its address in a global variable, in a variable of an activation that is no temporary, or in a live object that is not on the heap or is itself within
    reach. In an object, only what is at a multiple of a pointer's size counts. A variable that has no value yet has none that is an address.
    """

    kind: CheckKind
    span: Span | None


OVERLAP = "blocks that overlap"
"""What a `CheckApart` that fails is about."""

OF_THE_HEAP = (CheckKind.MEMORY_LEAK, CheckKind.UNFREED_MEMORY)
"""The kinds of `CheckMemory`."""

SimpleStatement = (
    Assign
    | Havoc
    | Assume
    | Check
    | Load
    | Store
    | Allocate
    | MakeStrings
    | Leave
    | Free
    | Copy
    | Fill
    | CheckApart
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
    """Leave the function with one value for each of its results."""

    values: tuple[Term, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The program ends here normally: ``exit``, ``abort``, or the end of a run the property ignores."""

    reason: str
    span: Span | None


Terminator = Goto | Branch | Return | Stop
