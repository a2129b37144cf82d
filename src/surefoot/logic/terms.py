"""Terms: immutable and hash-consed, so that equal terms are one object and comparison is identity.

The interning tables, one for each operator, are process-wide caches on which no result depends.
Ids number the terms in the order of their creation. They order the arguments of commutative
operators, so that runs of surefoot are repeatable.

Symbols are identities of variables; the spelling is for readers and not part of the identity.
"""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.sorts import INT, Sort
from surefoot.logic.values import RoundingMode


class SymbolKind(Enum):
    """Role of a symbol; symbols of different kinds differ whatever their spelling."""

    DECLARED = "declared"
    """Declared by a program, a model or an SMT-LIB text: the owner is the declared name, the number
    0.
    """
    CHOICE = "choice"
    """A value that a run chooses: the owner is the name of what gets it."""
    ADDRESS = "address"
    """Address of an object that a run allocates."""
    CONTENTS = "contents"
    """Contents of an object before any write."""
    STATE = "state"
    """A variable of a location of a control system."""
    COPY = "copy"
    """Copy of another symbol, whose `Symbol.key` is the owner, for another step of an unrolling or
    another state.
    """
    ACTIVATION = "activation"
    """A literal that switches formulas of a solver on."""
    AUXILIARY = "auxiliary"
    """Name for something that a solver or a text cannot express in place: a parameter, an element,
    the bits of a float.
    """


@dataclass(slots=True, unsafe_hash=True)
class Symbol:
    """Identity ``kind``, ``owner``, ``number`` with a ``spelling`` for readers, which need not be
    unique.

    Immutability is checked statically only: a frozen class takes four times as long to
    construct.
    """

    kind: Final[SymbolKind]
    owner: Final[str]
    number: Final[int]
    spelling: Final[str] = field(compare=False)

    def __str__(self) -> str:
        return self.spelling

    @property
    def key(self) -> str:
        """Identity as text, different for different symbols. It is the owner of symbols derived
        from this one.
        """
        return f"{self.kind.value} {self.number} {self.owner}"


_DECLARED: Final = SymbolKind.DECLARED


def declared(name: str) -> Symbol:
    """Return the symbol that is declared under ``name``."""
    return Symbol(_DECLARED, name, 0, name)


@dataclass(frozen=True, slots=True)
class FunctionSymbol:
    """An uninterpreted function: its name, the sorts of its parameters and of its result."""

    name: str
    parameters: tuple[Sort, ...]
    result: Sort


class Term:
    """Application of ``op`` to ``args``; created only by the constructors of this package.

    The type of ``payload`` depends on ``op``, see `Op`; it is None where `Op` gives none.
    """

    __slots__ = ("args", "id", "op", "payload", "sort")
    op: Op
    args: tuple["Term", ...]
    payload: Any
    sort: Sort
    id: int

    def __init__(self, op: Op, args: tuple["Term", ...], payload: object, sort: Sort, number: int) -> None:
        self.op = op
        self.args = args
        self.payload = payload
        self.sort = sort
        self.id = number

    def __reduce__(self) -> tuple[Callable[..., "Term"], tuple[object, ...]]:
        """Pickled terms are interned again where they are read: the same node, not simplified anew."""
        from surefoot.logic.transport import pack, unpack_one

        return unpack_one, (pack((self,)),)

    def __repr__(self) -> str:
        text = _text(self, depth=5)
        return text if len(text) <= LIMITS.shown_characters else f"{text[: LIMITS.shown_characters]}..."


_TABLES: Final[dict[Op, dict[tuple[object, ...], Term]]] = {op: {} for op in Op}
_VARIABLE: Final = Op.VARIABLE
_VARIABLES: Final = _TABLES[_VARIABLE]
_IDS: Final = count()


def intern(op: Op, args: tuple[Term, ...], sort: Sort, payload: object = None) -> Term:
    """Return the one term with this head; the sort is a function of the other three."""
    table = _TABLES[op]
    key = args if payload is None else (payload, args)
    found = table.get(key)
    if found is None:
        found = table[key] = Term(op, args, payload, sort, next(_IDS))
    return found


def intern_leaf(op: Op, payload: object, sort: Sort) -> Term:
    """Return the one constant of this sort with this value."""
    table = _TABLES[op]
    key = (payload, sort)
    found = table.get(key)
    if found is None:
        found = table[key] = Term(op, (), payload, sort, next(_IDS))
    return found


def variable(name: str | Symbol, sort: Sort) -> Term:
    """Return the variable of this symbol and sort; a name stands for the symbol that is declared
    under it.

    The same symbol with another sort is another variable.
    """
    key = (name, sort)
    found = _VARIABLES.get(key)
    if found is not None:
        return found
    symbol = declared(name) if isinstance(name, str) else name
    if symbol is name and symbol == declared(symbol.owner):
        return variable(symbol.owner, sort)  # declared symbols are found by their names
    found = _VARIABLES[key] = Term(_VARIABLE, (), symbol, sort, next(_IDS))
    return found


def _text(term: Term, depth: int) -> str:
    """Return an s-expression that leaves out what is deeper than ``depth`` or beyond the first
    arguments.
    """
    payload = term.payload
    if term.op is Op.VARIABLE:
        return str(payload)
    if term.op is Op.CONSTANT:
        return _constant_text(term)
    if depth == 0:
        return "..."
    head = term.op.value
    if isinstance(payload, FunctionSymbol):
        head = payload.name
    elif isinstance(payload, tuple):
        head = f"{head}[{payload[0]}:{payload[1]}]"
    elif payload is not None:
        head = f"{head}[{payload}]"
    shown = [_text(argument, depth - 1) for argument in term.args[: LIMITS.shown_arguments]]
    if len(term.args) > LIMITS.shown_arguments:
        shown.append("...")
    return f"({' '.join([head, *shown])})"


def _constant_text(term: Term) -> str:
    value = term.payload
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, RoundingMode):
        return value.name
    if term.sort.width:
        return f"{value}:{term.sort.width}"
    return str(value) if term.sort is INT else f"{term.sort}#{value:x}"
