"""Abstract syntax of J, the result of `parser`."""

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span


class Scalar(Enum):
    """The scalar types."""

    INT = "int"
    BOOL = "bool"


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a truth value."""

    value: int | bool
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """A variable or an array element; ``rv`` is a name."""

    name: str
    indices: "tuple[Expression, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """``-`` or ``!``."""

    operator: str
    operand: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic, comparisons and connectives."""

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """``condition ? then : otherwise``."""

    condition: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """``function(arguments)``; arrays are passed by their names."""

    function: str
    arguments: "tuple[Expression, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """``forall`` or ``exists`` with ``first <= variable <= last``."""

    is_forall: bool
    variable: str
    first: "Expression"
    last: "Expression"
    body: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Old:
    """``old(expression)``: the value in the prestate."""

    expression: "Expression"
    span: Span


Expression = Literal | Place | Unary | Binary | Conditional | Call | Quantified | Old


@dataclass(frozen=True, slots=True)
class Declaration:
    """``type name[sizes] = initial``; a size of None is that of ``--elements``."""

    type: Scalar
    name: str
    sizes: tuple[Expression | None, ...]
    initial: Expression | None
    is_constant: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Assignment:
    """``target = value``."""

    target: Place
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """``if (condition) {then} else {otherwise}``."""

    condition: Expression
    then: "tuple[Statement, ...]"
    otherwise: "tuple[Statement, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Loop:
    """``for (first; condition; step) {body}``, or a ``while``, which has neither ``first`` nor
    ``step``.
    """

    first: "tuple[Statement, ...]"
    condition: Expression
    step: "tuple[Statement, ...]"
    invariants: "tuple[Invariant, ...]"
    body: "tuple[Statement, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Invariant:
    """``@invariant NAME { formula }`` of a loop; the name is optional."""

    name: str
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """``break`` or ``continue``."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A call statement."""

    call: Call
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """``assert(formula)`` or ``assume(formula)``."""

    word: str
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Specification:
    """``@pre name {formula}`` or ``@post name {formula}``."""

    is_pre: bool
    name: str
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """``{statements}``."""

    statements: "tuple[Statement, ...]"
    span: Span


Statement = Declaration | Assignment | If | Loop | Jump | Return | Evaluation | Claim | Specification | Block


@dataclass(frozen=True, slots=True)
class FunctionDeclaration:
    """``result name(parameters) {body}``; ``result`` is ``None`` for ``void``."""

    result: Scalar | None
    name: str
    parameters: tuple[Declaration, ...]
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A file: ``statements`` in order, declarations among them, and functions."""

    functions: tuple[FunctionDeclaration, ...]
    statements: tuple[Statement, ...]
    end: Span
