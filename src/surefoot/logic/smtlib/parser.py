"""Parser of SMT-LIB 2.6 text.

SMT-LIB leaves some values unspecified: ``div`` and ``mod`` by zero, ``fp.to_sbv`` and
``fp.to_ubv`` out of range, ``fp.min`` and ``fp.max`` of two zeros, the bits of NaN in
``fp.to_ieee_bv``. They get the value of our logic; `Parser.open_lines` lists the lines where
that may matter. With `Parser.unspecified` they are left to the interpretation, but for the bits
of NaN.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass, field
from surefoot.logic import softfloat
from surefoot.logic.constructors.arrays import apply, constant_array
from surefoot.logic.constructors.constants import FALSE, TRUE, bv, constant, fp, int_constant, rounding
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.smtlib import names
from surefoot.logic.smtlib.operations import OPERATIONS, Operation, applied, as_written, integer_conversion
from surefoot.logic.smtlib.reader import Atom, Expression, Group, problem, read_expressions
from surefoot.logic.smtlib.unspecified import UnspecifiedValues
from surefoot.logic.sorts import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FLOAT128,
    INT,
    ROUNDING_MODE,
    ArraySort,
    FloatSort,
    Sort,
    SortError,
    UninterpretedSort,
    array_sort,
    bit_vector,
    float_sort,
    uninterpreted_sort,
)
from surefoot.logic.terms import FunctionSymbol, Symbol, SymbolKind, Term, variable
from surefoot.logic.values import RoundingMode, canonical_nan
from surefoot.logic.walk import substitute


@dataclass(frozen=True, slots=True)
class Annotation:
    """``(! term :keyword value)``, inside the body of the definition called ``owner`` if there is
    one.
    """

    term: Term
    keyword: str
    value: str | None
    owner: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Script:
    """Contents of a script in the order of the text: assertions, declared variables and functions,
    annotations.

    The variables in `interpretation` hold the values that SMT-LIB leaves unspecified.
    """

    assertions: tuple[Term, ...]
    variables: tuple[Term, ...]
    functions: tuple[FunctionSymbol, ...]
    annotations: tuple[Annotation, ...] = ()
    interpretation: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class _Macro:
    """A function defined by the script: its body over variables that stand for its parameters."""

    parameters: tuple[Term, ...]
    body: Term


Meaning = Term | FunctionSymbol | _Macro


def parse_script(text: str, *, has_interpretation: bool = False) -> Script:
    """Read a script with one set of assertions; raise InputError with the line of what cannot be
    read.

    With ``has_interpretation``, values that SMT-LIB leaves unspecified are variables; otherwise
    they get the value of our logic.
    """
    unspecified = UnspecifiedValues(text) if has_interpretation else None
    parser = Parser({}, unspecified=unspecified)
    for command in read_expressions(text):
        parser.run(command)
    return Script(
        tuple(parser.assertions),
        tuple(symbol for symbol in parser.declared if isinstance(symbol, Term)),
        tuple(symbol for symbol in parser.declared if isinstance(symbol, FunctionSymbol)),
        tuple(parser.annotations),
        () if unspecified is None else tuple(unspecified.variables.values()),
    )


def parse_term(text: str, symbols: Mapping[str, Term | FunctionSymbol]) -> Term:
    """Parse one term; ``symbols`` binds its names."""
    expressions = read_expressions(text)
    if len(expressions) != 1:
        raise InputError(f"expected one SMT-LIB term, not {len(expressions)}")
    return Parser(symbols).term(expressions[0])


class _Apply(NamedTuple):
    """Work to do: apply the head to the last ``arity`` results."""

    head: Atom | Group
    arity: int


class _Bind(NamedTuple):
    """Work to do: bind names to the last results."""

    names: tuple[str, ...]


class _Unbind(NamedTuple):
    """Work to do: end the scope of names."""

    names: tuple[str, ...]


class _Annotate(NamedTuple):
    """Work item: record the annotation of the last result."""

    attributes: list[Expression]
    line: int


_Work = Expression | _Apply | _Bind | _Unbind | _Annotate

_NAMED_SORTS: Final[Mapping[str, Sort]] = {
    "Bool": BOOL,
    "Int": INT,
    "RoundingMode": ROUNDING_MODE,
    "Float16": FLOAT16,
    "Float32": FLOAT32,
    "Float64": FLOAT64,
    "Float128": FLOAT128,
}
_NAMED_CONSTANTS: Final[Mapping[str, Term]] = {
    "true": TRUE,
    "false": FALSE,
    **{mode.name: rounding(mode) for mode in RoundingMode},
    **{mode.value: rounding(mode) for mode in RoundingMode},
}
_IGNORED: Final = frozenset(
    ("set-logic", "set-info", "set-option", "check-sat", "get-model", "get-info", "get-unsat-core", "echo", "exit")
)
_DIVISIONS: Final = frozenset(("div", "mod"))
_OPEN: Final = frozenset(("fp.to_sbv", "fp.to_ubv", "fp.to_ieee_bv", "fp.min", "fp.max"))
_LITERALS: Final = re.compile(r"(?P<number>\d+)|(?P<decimal>\d+\.\d+)|#x(?P<hex>[0-9a-fA-F]+)|#b(?P<binary>[01]+)")


@dataclass(slots=True)
class Parser:
    """Parser state: declarations and assertions so far. Other formats extend it by commands of
    their own.

    ``symbols`` binds names that the text does not declare. With ``is_exact``, for text that we
    printed, terms are not simplified and arguments keep their order. Quantifiers are refused
    unless ``quantified`` creates the symbol of a bound name; a quantified formula is then parsed
    as its body. Values that SMT-LIB leaves unspecified are variables of ``unspecified`` if it is
    given.
    """

    symbols: Mapping[str, Term | FunctionSymbol]
    is_exact: bool = False
    quantified: Callable[[str, Sort], Term] | None = None
    unspecified: UnspecifiedValues | None = None
    assertions: list[Term] = field(default_factory=list)
    declared: list[Term | FunctionSymbol] = field(default_factory=list)
    annotations: list[Annotation] = field(default_factory=list)
    open_lines: list[int] = field(default_factory=list)
    """Lines of operators whose value SMT-LIB leaves unspecified for some arguments that may occur.
    """
    _sorts: dict[str, tuple[tuple[str, ...], Expression] | Sort] = field(default_factory=dict)
    _scopes: dict[str, list[Meaning | Fraction]] = field(default_factory=dict)
    _owner: str | None = None

    def __post_init__(self) -> None:
        for name, meaning in self.symbols.items():
            self._scopes[name] = [meaning]

    def run(self, command: Expression) -> None:
        """Carry out one command of a script."""
        match command:
            case Group(_, [Atom("assert"), expression]):
                formula = self.term(expression)
                if formula.sort is not BOOL:
                    raise problem(command.line, f"an assertion of {formula.sort}")
                self.assertions.append(formula)
            case Group(_, [Atom("declare-const"), Atom() as name, sort]):
                self._declare(name, (), self._sort(sort))
            case Group(_, [Atom("declare-fun"), Atom() as name, Group(_, parameters), sort]):
                self._declare(name, tuple(self._sort(parameter) for parameter in parameters), self._sort(sort))
            case Group(_, [Atom("define-fun"), Atom() as name, Group(_, parameters), sort, body]):
                if integer_conversion(name.text) is None:
                    self._define(name, parameters, self._sort(sort), body)
            case Group(_, [Atom("declare-sort"), Atom() as name, *arity]):
                if [item.text for item in arity if isinstance(item, Atom)] not in ([], ["0"]):
                    raise problem(name.line, "only sorts without parameters can be declared")
                self._define_sort(name, uninterpreted_sort(names.read(name.text)))
            case Group(_, [Atom("define-sort"), Atom() as name, Group(_, parameters), body]):
                self._define_sort(name, (tuple(_symbol(parameter) for parameter in parameters), body))
            case Group(_, [Atom(word), *_]) if word in _IGNORED:
                pass
            case Group(line, [Atom(word), *_]):
                raise problem(line, f"the command {word} is not supported, or not of this form")
            case Group(line) | Atom(_, line):
                raise problem(line, "expected a command")

    def term(self, expression: Expression) -> Term:
        """Return the term that an s-expression denotes."""
        work: list[_Work] = [expression]
        results: list[Term | Fraction] = []
        while work:
            match work.pop():
                case Atom() as atom:
                    results.append(self._atom(atom))
                case Group() as group:
                    work.extend(self._unfolded(group, results))
                case _Apply(head, arity):
                    arguments = results[len(results) - arity :]
                    del results[len(results) - arity :]
                    results.append(self._application(head, arguments))
                case _Bind(bound):
                    values = results[len(results) - len(bound) :]
                    del results[len(results) - len(bound) :]
                    for name, value in zip(bound, values, strict=True):
                        self._scopes.setdefault(name, []).append(value)
                case _Unbind(bound):
                    for name in bound:
                        self._scopes[name].pop()
                case _Annotate(attributes, line):
                    self._annotate(_only_term(results[-1], line), attributes, line)
        return _only_term(results[0], expression.line)

    def _annotate(self, term: Term, attributes: list[Expression], line: int) -> None:
        """Note each keyword with the value that follows it, if one does and is a single word."""
        for position, attribute in enumerate(attributes):
            if not isinstance(attribute, Atom) or not attribute.text.startswith(":") or attribute.quoted:
                continue
            following = attributes[position + 1] if position + 1 < len(attributes) else None
            value = following.text if isinstance(following, Atom) else None
            has_value = value is not None and not value.startswith(":")
            self.annotations.append(Annotation(term, attribute.text, value if has_value else None, self._owner, line))

    def _declare(self, name: Atom, parameters: tuple[Sort, ...], result: Sort) -> None:
        own = names.read(name.text)
        element = names.read_element(name.text, result.name) if isinstance(result, UninterpretedSort) else None
        if element is not None:
            self._enter(name, constant(element, result))
            return
        symbol = FunctionSymbol(own, parameters, result) if parameters else variable(own, result)
        self._enter(name, symbol)
        self.declared.append(symbol)

    def _define(self, name: Atom, parameters: list[Expression], sort: Sort, body: Expression) -> None:
        bound: list[str] = []
        variables: list[Term] = []
        for parameter in parameters:
            match parameter:
                case Group(_, [Atom() as own_name, own_sort]):
                    bound.append(own_name.text)
                    parameter_name = Symbol(
                        SymbolKind.AUXILIARY, f"parameter of {name.text}", len(bound), own_name.text
                    )
                    variables.append(variable(parameter_name, self._sort(own_sort)))
                case Group(line) | Atom(_, line):
                    raise problem(line, "expected a parameter and its sort")
        for own, meaning in zip(bound, variables, strict=True):
            self._scopes.setdefault(own, []).append(meaning)
        self._owner = names.read(name.text)
        term = self.term(body)
        self._owner = None
        for own in bound:
            self._scopes[own].pop()
        if term.sort is not sort:
            raise problem(name.line, f"{name.text} is defined as a term of {term.sort}, not of {sort}")
        self._enter(name, _Macro(tuple(variables), term) if variables else term)

    def _enter(self, name: Atom, meaning: Meaning) -> None:
        if self._scopes.get(name.text):
            raise problem(name.line, f"{name.text} is declared twice")
        self._scopes[name.text] = [meaning]

    def _define_sort(self, name: Atom, meaning: tuple[tuple[str, ...], Expression] | Sort) -> None:
        if name.text in self._sorts or name.text in _NAMED_SORTS:
            raise problem(name.line, f"the sort {name.text} is declared twice")
        self._sorts[name.text] = meaning

    def sort(self, expression: Expression) -> Sort:
        """Return the sort that an s-expression denotes."""
        return self._sort(expression)

    def _sort(self, expression: Expression, parameters: Mapping[str, Sort] | None = None) -> Sort:
        parameters = parameters or {}
        try:
            match expression:
                case Atom(text) if text in parameters:
                    return parameters[text]
                case Atom(text) if text in _NAMED_SORTS:
                    return _NAMED_SORTS[text]
                case Atom(text) if text in self._sorts:
                    return self._defined_sort(expression, text, ())
                case Group(_, [Atom("_"), Atom("BitVec"), Atom(width)]) if width.isdecimal():
                    return bit_vector(_width(width, expression.line))
                case Group(_, [Atom("_"), Atom("FloatingPoint"), Atom(exponent), Atom(significand)]) if (
                    exponent + significand
                ).isdecimal():
                    return float_sort(_width(exponent, expression.line), _width(significand, expression.line))
                case Group(_, [Atom("Array"), index, element]):
                    return array_sort(self._sort(index, parameters), self._sort(element, parameters))
                case Group(_, [Atom(text), *arguments]) if text in self._sorts:
                    return self._defined_sort(
                        expression, text, tuple(self._sort(argument, parameters) for argument in arguments)
                    )
                case Atom(text, line):
                    raise problem(line, f"unknown sort {text}; Bool, Int, bit-vectors, floats and arrays are supported")
                case Group(line):
                    raise problem(line, "unknown sort")
        except SortError as error:
            raise problem(expression.line, str(error)) from None

    def _defined_sort(self, expression: Expression, name: str, arguments: tuple[Sort, ...]) -> Sort:
        meaning = self._sorts[name]
        count = len(meaning[0]) if isinstance(meaning, tuple) else 0
        if count != len(arguments):
            raise problem(expression.line, f"the sort {name} takes {count} parameters")
        if isinstance(meaning, tuple):
            return self._sort(meaning[1], dict(zip(meaning[0], arguments, strict=True)))
        return meaning

    def _atom(self, atom: Atom) -> Term | Fraction:
        bindings = self._scopes.get(atom.text)
        if bindings:
            meaning = bindings[-1]
            if isinstance(meaning, Term | Fraction):
                return meaning
            raise problem(atom.line, f"the function {atom.text} needs arguments")
        literal = None if atom.quoted else _LITERALS.fullmatch(atom.text)
        if literal is None:
            if atom.text in _NAMED_CONSTANTS:
                return _NAMED_CONSTANTS[atom.text]
            raise problem(atom.line, f"unknown symbol {atom.text}")
        if literal["number"] is not None:
            return int_constant(int(atom.text))
        if literal["decimal"] is not None:
            return Fraction(atom.text)
        digits, base, bits = (literal["hex"], 16, 4) if literal["hex"] else (literal["binary"], 2, 1)
        return bv(int(digits, base), bits * len(digits))

    def _unfolded(self, group: Group, results: list[Term | Fraction]) -> Iterator[_Work]:
        """Yield the work items that evaluate ``group``, first ones last; append literals to
        ``results`` at once.
        """
        match group.items:
            case [Atom("let"), Group(_, bindings), body]:
                bound, values = _bindings(bindings)
                yield _Unbind(bound)
                yield body
                yield _Bind(bound)
                yield from reversed(values)
            case [Atom("forall" | "exists"), Group(_, bindings), body]:
                bound, symbols = self._quantified_symbols(bindings, group.line)
                results.extend(symbols)
                yield _Unbind(bound)
                yield body
                yield _Bind(bound)
            case [Atom("_"), *parts]:
                results.append(_indexed_literal(parts, group.line))
            case [Atom("!"), annotated, *attributes]:
                yield _Annotate(attributes, group.line)
                yield annotated
            case [head, *arguments] if arguments:
                yield _Apply(head, len(arguments))
                yield from reversed(arguments)
            case _:
                raise problem(group.line, "expected a term")

    def _quantified_symbols(self, bindings: list[Expression], line: int) -> tuple[tuple[str, ...], list[Term]]:
        """Return the names that a quantifier binds, and a symbol for each."""
        if self.quantified is None:
            raise problem(line, "a quantifier is not supported here")
        bound, sorts = _bindings(bindings)
        return bound, [
            self.quantified(names.read(name), self._sort(sort)) for name, sort in zip(bound, sorts, strict=True)
        ]

    def _application(self, head: Expression, arguments: list[Term | Fraction]) -> Term | Fraction:
        line = head.line
        try:
            match head:
                case Atom(text) if self._scopes.get(text):
                    return self._called(head, [_only_term(argument, line) for argument in arguments])
                case Atom(text):
                    if any(isinstance(argument, Fraction) for argument in arguments):
                        return _arithmetic(text, arguments, line)
                    if text == "/":
                        return _arithmetic(text, [_as_fraction(argument, line) for argument in arguments], line)
                    return self._operated(text, (), arguments, line)
                case Group(_, [Atom("_"), Atom("to_fp"), *indices]) if _is_rational(arguments):
                    exponent, significand = _numbers(indices, line)
                    return _rounded_literal(float_sort(exponent, significand), arguments, line)
                case Group(_, [Atom("_"), Atom(text), *indices]):
                    return self._operated(text, _numbers(indices, line), arguments, line)
                case Group(_, [Atom("as"), Atom("const"), expression]):
                    sort = self._sort(expression)
                    if not isinstance(sort, ArraySort) or len(arguments) != 1:
                        raise problem(line, "expected one value of a constant array")
                    return constant_array(sort, _only_term(arguments[0], line))
                case Group():
                    raise problem(line, "unknown operator")
        except SortError as error:
            raise problem(line, str(error)) from None

    def _operated(self, name: str, indices: tuple[int, ...], arguments: list[Term | Fraction], line: int) -> Term:
        operation: Operation | None = OPERATIONS.get(name) or integer_conversion(name)
        if operation is None:
            raise problem(line, f"unknown function {name}")
        if not operation.accepts(len(indices), len(arguments)):
            raise problem(line, f"{name} cannot be applied to {len(indices)} indices and {len(arguments)} arguments")
        terms = [_only_term(argument, line) for argument in arguments]
        if name in _OPEN or (name in _DIVISIONS and not all(map(_is_known_divisor, terms[1:]))):
            self.open_lines.append(line)
        if self.unspecified is not None:
            return self.unspecified.apply(name, operation, indices, terms)
        built = applied(operation, indices, terms)
        return as_written(name, indices, terms, built) if self.is_exact else built

    def _called(self, head: Atom, arguments: list[Term]) -> Term:
        match self._scopes[head.text][-1]:
            case FunctionSymbol() as symbol:
                return apply(symbol, *arguments)
            case _Macro(parameters, body):
                if [parameter.sort for parameter in parameters] != [argument.sort for argument in arguments]:
                    raise problem(head.line, f"{head.text} is applied to arguments of other sorts than its parameters")
                return substitute(body, dict(zip(parameters, arguments, strict=True)))
            case Term() | Fraction():
                raise problem(head.line, f"{head.text} is not a function")


def _is_known_divisor(term: Term) -> bool:
    return term.op is Op.CONSTANT and term.payload != 0


def _symbol(expression: Expression) -> str:
    if isinstance(expression, Atom):
        return expression.text
    raise problem(expression.line, "expected a symbol")


def _bindings(bindings: list[Expression]) -> tuple[tuple[str, ...], list[Expression]]:
    bound: list[str] = []
    values: list[Expression] = []
    for binding in bindings:
        match binding:
            case Group(_, [Atom(name), value]):
                bound.append(name)
                values.append(value)
            case Group(line) | Atom(_, line):
                raise problem(line, "expected a name and its value")
    return tuple(bound), values


def _numbers(expressions: list[Expression], line: int) -> tuple[int, ...]:
    texts = [_symbol(expression) for expression in expressions]
    if not all(text.isdecimal() for text in texts):
        raise problem(line, "expected numbers as indices")
    return tuple(_width(text, line) for text in texts)


def _width(text: str, line: int) -> int:
    """Return the number of bits that ``text``, which is decimal, stands for."""
    if len(text) > len(str(LIMITS.bit_vector_width)) or int(text) > LIMITS.bit_vector_width:
        raise problem(line, f"bit-vectors of more than {LIMITS.bit_vector_width} bits are not supported")
    return int(text)


def _indexed_literal(parts: list[Expression], line: int) -> Term:
    """Return the constant ``(_ name indices)``."""
    name, indices = _symbol(parts[0]), _numbers(parts[1:], line)
    if name.startswith("bv") and name[2:].isdecimal() and len(indices) == 1 and indices[0] > 0:
        return bv(int(name[2:]), indices[0])
    if name in ("+oo", "-oo", "+zero", "-zero", "NaN") and len(indices) == 2 and min(indices) > 1:
        sort = float_sort(*indices)
        magnitude = ((1 << sort.exponent) - 1) << (sort.significand - 1) if name.endswith("oo") else 0
        sign = 1 << (sort.bits - 1) if name.startswith("-") else 0
        return fp(canonical_nan(sort) if name == "NaN" else sign | magnitude, sort)
    raise problem(line, f"unknown constant (_ {name} ...)")


def _only_term(result: Term | Fraction, line: int) -> Term:
    if isinstance(result, Fraction):
        raise problem(line, "real numbers are supported as arguments of to_fp only")
    return result


def _as_fraction(result: Term | Fraction, line: int) -> Fraction:
    if isinstance(result, Fraction):
        return result
    if result.op is not Op.CONSTANT or result.sort is not INT:
        raise problem(line, "real numbers are supported as literals only")
    return Fraction(result.payload)


def _is_rational(arguments: list[Term | Fraction]) -> bool:
    if len(arguments) != 2:
        return False
    number = arguments[1]
    return isinstance(number, Fraction) or number.sort is INT


def _rounded_literal(sort: FloatSort, arguments: list[Term | Fraction], line: int) -> Term:
    mode, number = arguments
    if isinstance(mode, Fraction) or mode.op is not Op.CONSTANT or mode.sort is not ROUNDING_MODE:
        raise problem(line, "a real number is rounded in a constant rounding mode only")
    numerator, denominator = _as_fraction(number, line).as_integer_ratio()
    return fp(softfloat.from_ratio(sort, mode.payload, numerator, denominator), sort)


def _arithmetic(name: str, arguments: list[Term | Fraction], line: int) -> Fraction:
    """Return the value of a real literal that is written with a sign or as a fraction."""
    numbers = [_as_fraction(argument, line) for argument in arguments]
    match name, numbers:
        case "-", [number]:
            return -number
        case "/", [dividend, divisor] if divisor:
            return dividend / divisor
        case _:
            raise problem(line, "real numbers are supported as literals only")
