"""J with resolved names and types, the result of `checker`."""

from collections.abc import Iterator
from math import prod

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.j.syntax import Scalar


class Kind(Enum):
    """The kinds of variables."""

    GLOBAL = "global"
    PARAMETER = "parameter"
    LOCAL = "local"
    RESULT = "result"
    BOUND = "bound"
    """Bound by a quantifier."""


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A variable, or an array if it has ``dimensions``."""

    name: str
    type: Scalar
    dimensions: tuple[int, ...]
    kind: Kind
    span: Span

    @property
    def is_array(self) -> bool:
        """True if it is an array."""
        return bool(self.dimensions)

    @property
    def size(self) -> int:
        """The number of elements; 1 for a scalar."""
        return prod(self.dimensions)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a truth value."""

    value: int | bool
    type: Scalar
    span: Span


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a variable or element; in the prestate if ``is_old``."""

    variable: Variable
    indices: "tuple[Expression, ...]"
    is_old: bool
    span: Span

    @property
    def type(self) -> Scalar:
        """The type of the value."""
        return self.variable.type


@dataclass(frozen=True, slots=True)
class Negative:
    """``-operand``."""

    operand: "Expression"
    span: Span
    type: Scalar = Scalar.INT


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``left operator right``, one of ``+ - * / %``."""

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span
    type: Scalar = Scalar.INT


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left operator right``; truth values only with ``==`` and ``!=``."""

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span
    type: Scalar = Scalar.BOOL


@dataclass(frozen=True, slots=True)
class Not:
    """``!operand``."""

    operand: "Expression"
    span: Span
    type: Scalar = Scalar.BOOL


@dataclass(frozen=True, slots=True)
class Connective:
    """``left operator right``, one of ``&& || ->``; ``right`` is evaluated only if ``left`` does
    not decide the value.
    """

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span
    type: Scalar = Scalar.BOOL


@dataclass(frozen=True, slots=True)
class Choice:
    """``condition ? then : otherwise``."""

    condition: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span

    @property
    def type(self) -> Scalar:
        """The type of the value."""
        return self.then.type


@dataclass(frozen=True, slots=True)
class CallOf:
    """A call; an argument is a value, or an array, which is passed by reference."""

    function: str
    arguments: "tuple[Expression | Variable, ...]"
    type: Scalar
    """The type of the result; unused for ``void`` functions."""
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """``body`` for all, or for some, values of ``variable`` from ``first`` to ``last``; it is
    evaluated for all of them.
    """

    is_forall: bool
    variable: Variable
    first: "Expression"
    last: "Expression"
    body: "Expression"
    span: Span
    type: Scalar = Scalar.BOOL


Expression = Literal | Read | Negative | Arithmetic | Comparison | Not | Connective | Choice | CallOf | Quantified


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration; the value is arbitrary."""

    variable: Variable
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """``variable[indices] = value``."""

    variable: Variable
    indices: tuple[Expression, ...]
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
class While:
    """``while (condition) {body; step}``; ``continue`` jumps to ``step``; ``invariants`` are
    checked before each test of ``condition``.
    """

    condition: Expression
    body: "tuple[Statement, ...]"
    step: "tuple[Statement, ...]"
    invariants: "tuple[Claim, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """``break`` or ``continue``."""

    is_break: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A call statement."""

    call: CallOf
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """An assumption or assertion of ``formula``, described by ``text``."""

    is_assumed: bool
    formula: Expression
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Pre:
    """A precondition: assumed at the program entry, checked at calls."""

    name: str
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Post:
    """A postcondition, which holds if the `Pre` of its name, if any, held in the prestate."""

    name: str
    formula: Expression
    span: Span


Statement = Declare | Assign | If | While | Jump | Return | Evaluate | Claim | Pre | Post


@dataclass(frozen=True, slots=True)
class Function:
    """A function, or the statements of the file itself; ``pres`` and ``posts`` are not among the
    statements of ``body``.
    """

    name: str
    result: Variable | None
    parameters: tuple[Variable, ...]
    pres: tuple[Pre, ...]
    posts: tuple[Post, ...]
    body: tuple[Statement, ...]
    span: Span
    end: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A file: its functions and global variables."""

    functions: dict[str, Function]
    globals: tuple[Variable, ...]
    main: Function | None
    """The statements outside of functions, if there are some."""
    uses_elements: bool
    """True if the program depends on the size of arrays without a size (``--elements``)."""


def operands(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct subexpressions of ``expression``."""
    match expression:
        case Literal():
            return ()
        case Read(_, indices):
            return indices
        case Negative(operand) | Not(operand):
            return (operand,)
        case Arithmetic(_, left, right) | Comparison(_, left, right) | Connective(_, left, right):
            return left, right
        case Choice(condition, then, otherwise):
            return condition, then, otherwise
        case CallOf(_, arguments):
            return tuple(each for each in arguments if not isinstance(each, Variable))
        case Quantified(_, _, first, last, body):
            return first, last, body


def expressions_in(expression: Expression) -> Iterator[Expression]:
    """Yield ``expression`` and all its subexpressions."""
    waiting = [expression]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += operands(found)


def expressions_of(statement: Statement) -> tuple[Expression, ...]:
    """Return the expressions of a statement, without those of nested statements."""
    match statement:
        case Declare() | Jump():
            return ()
        case Assign(_, indices, value):
            return (*indices, value)
        case If(condition):
            return (condition,)
        case While(condition, invariants=invariants):
            return (*(each.formula for each in invariants), condition)
        case Return(value):
            return () if value is None else (value,)
        case Evaluate(call):
            return (call,)
        case Claim(formula=formula) | Pre(formula=formula) | Post(formula=formula):
            return (formula,)


def statements_in(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Yield ``statements`` and all nested statements."""
    for statement in statements:
        yield statement
        match statement:
            case If(_, then, otherwise):
                yield from statements_in(then)
                yield from statements_in(otherwise)
            case While(_, body, step):
                yield from statements_in(body)
                yield from statements_in(step)
            case _:
                pass


def all_expressions(function: Function) -> Iterator[Expression]:
    """Yield every expression in ``function``."""
    for statement in (*function.pres, *function.posts, *statements_in(function.body)):
        for expression in expressions_of(statement):
            yield from expressions_in(expression)
