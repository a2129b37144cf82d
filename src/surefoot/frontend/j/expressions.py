"""Lowering of expressions to terms, preceded by statements for checks, calls and loops of
quantifiers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.quantifiers import Quantifiers
from surefoot.frontend.j.resolved import (
    Arithmetic,
    CallOf,
    Choice,
    Comparison,
    Connective,
    Expression,
    Literal,
    Negative,
    Not,
    Quantified,
    Read,
    Variable,
)
from surefoot.frontend.j.symbols import BlockBuilder, Symbols, element_at, is_in_bounds, sort_of
from surefoot.frontend.lower.arithmetic import divisor_is_not_zero, does_not_overflow, quotient_fits
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    bool_constant,
    bv,
    bvadd,
    bvmul,
    bvneg,
    bvsdiv,
    bvsge,
    bvsgt,
    bvsle,
    bvslt,
    bvsrem,
    bvsub,
    distinct,
    eq,
    extract,
    implies,
    ite,
    not_,
    or_,
    sign_extend,
)
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Call, Check, CheckKind, Havoc, Origin

if TYPE_CHECKING:
    from surefoot.frontend.j.functions import UnitScope

_Operation = Callable[[Term, Term], Term]
_COMPARE: Final[Mapping[str, _Operation]] = {"<": bvslt, "<=": bvsle, ">": bvsgt, ">=": bvsge, "==": eq, "!=": distinct}
_COMPUTE: Final[Mapping[str, _Operation]] = {"+": bvadd, "-": bvsub, "*": bvmul, "/": bvsdiv, "%": bvsrem}
_OPCODES = {"+": "add", "-": "sub", "*": "mul"}
_CONNECT: Final[Mapping[str, _Operation]] = {"&&": and_, "||": or_, "->": implies}


class Expressions:
    """Lowering of the expressions of one function; ``olds`` maps variables to the symbols of their
    values in the prestate.
    """

    def __init__(
        self, scope: "UnitScope", code: BlockBuilder, symbols: Symbols, olds: dict[Variable, tuple[Term, ...]]
    ) -> None:
        self._scope = scope
        self._bounds: Bounds = scope.bounds
        self._checked: Property = scope.checked
        self._quantifiers = Quantifiers(scope.bounds, scope.checked)
        self._code = code
        self._symbols = symbols
        self._olds = olds
        self._numbers: dict[Variable, Term] = {}
        """The current values of quantified variables."""

    def value(self, expression: Expression, guard: Term = TRUE) -> Term:
        """Return the value of ``expression``, evaluated under ``guard``.

        Requires: guard = true, or the expression has no effects (`Quantifiers.has_effects`).
        """
        match expression:
            case Literal(value):
                return bool_constant(value) if isinstance(value, bool) else bv(value, self._bounds.bits)
            case Read():
                return self._read(expression, guard)
            case Negative(operand, span):
                number = self.value(operand, guard)
                self._check(does_not_overflow("sub", bv(0, self._bounds.bits), number, signed=True), guard, span)
                return bvneg(number)
            case Not(operand):
                return not_(self.value(operand, guard))
            case Arithmetic():
                return self._arithmetic(expression, guard)
            case Comparison(operator, left, right):
                one, other = self._both(left, right, guard)
                return _COMPARE[operator](one, other)
            case Connective():
                return self._connective(expression, guard)
            case Choice():
                return self._choice(expression, guard)
            case CallOf(span=span):
                results = self.call(expression)
                if results is None:
                    raise AssertionError(f"{span}: a call without a result is no expression")
                return results
            case Quantified():
                return self._quantified(expression, guard)

    def check_inside(self, variable: Variable, indices: Sequence[Term], span: Span, guard: Term = TRUE) -> None:
        """Check that ``indices`` are in the bounds of ``variable``."""
        for index, size in zip(indices, variable.dimensions, strict=True):
            inside = is_in_bounds(index, size, self._bounds.bits)
            self._emit_check(inside, guard, CheckKind.ARRAY_INDEX, f"{variable.name} has {size} elements", span)

    def saved(self, value: Term, meaning: str, span: Span) -> Term:
        """Return ``value`` saved in a temporary, which later statements do not change; constants
        are returned as they are.
        """
        if value.op is Op.CONSTANT or value in (TRUE, FALSE):
            return value
        symbol = self._symbols.temporary(meaning, value.sort)
        self._code.emit(Assign(symbol, value, span))
        return symbol

    def call(self, call: CallOf) -> Term | None:
        """Emit a call and return the temporary with its result."""
        function = self._scope.unit.functions[call.function]
        scalars = [each for each in call.arguments if not isinstance(each, Variable)]
        values = iter(self.in_order(scalars, TRUE))
        arguments: list[Term] = []
        targets: list[Term] = []
        result = None
        if function.result is not None:
            result = self._symbols.temporary(f"{call.function}()", sort_of(call.type, self._bounds))
            targets.append(result)
        mentioned = self._scope.calls.globals_accessed(call.function)
        for parameter, argument in zip(function.parameters, call.arguments, strict=True):
            if not isinstance(argument, Variable):
                arguments.append(next(values))
                continue
            if argument in mentioned:
                text = f"array {argument.name} is passed by reference to {call.function}, which also accesses it by name; pass a copy"
                raise UnsupportedError(text, call.span)
            arguments += self._symbols.of(argument)
            if parameter in self._scope.calls.written_parameters:
                targets += self._symbols.of(argument)
        self._code.emit(Call(tuple(targets), call.function, tuple(arguments), call.span))
        return result

    def in_order(self, expressions: Sequence[Expression], guard: Term = TRUE) -> list[Term]:
        """Return the values of ``expressions``, evaluated from left to right."""
        found: list[Term] = []
        for place, expression in enumerate(expressions):
            value = self.value(expression, guard)
            if any(self._has_effects(each) for each in expressions[place + 1 :]):
                value = self.saved(value, "operand", expression.span)
            found.append(value)
        return found

    def _both(self, left: Expression, right: Expression, guard: Term) -> tuple[Term, Term]:
        one, other = self.in_order((left, right), guard)
        return one, other

    def _has_effects(self, expression: Expression) -> bool:
        return self._quantifiers.has_effects(expression, self._known())

    def _known(self) -> list[Variable]:
        """Return the quantified variables that are instantiated by constants."""
        return [each for each, value in self._numbers.items() if value.op is Op.CONSTANT]

    def _check(self, condition: Term, guard: Term, span: Span) -> None:
        bits = self._bounds.bits
        self._emit_check(condition, guard, CheckKind.SIGNED_OVERFLOW, f"an int has {bits} bits", span)

    def _emit_check(self, condition: Term, guard: Term, kind: CheckKind, text: str, span: Span) -> None:
        required = implies(guard, condition)
        if required is not TRUE and not self._checked.continues_after(kind):
            self._code.emit(Check(required, kind, text, span))

    def _read(self, read: Read, guard: Term) -> Term:
        variable = read.variable
        if variable in self._numbers:
            return self._numbers[variable]
        cells = self._olds[variable] if read.is_old else self._symbols.of(variable)
        found = self.in_order(read.indices, guard)
        self.check_inside(variable, found, read.span, guard)
        value = element_at(cells, variable.dimensions, found, self._bounds.bits)
        if not found or not self._checked.continues_after(CheckKind.ARRAY_INDEX):
            return value
        inside = [
            is_in_bounds(index, size, self._bounds.bits) for index, size in zip(found, variable.dimensions, strict=True)
        ]
        return ite(and_(*inside), value, cells[-1])

    def _arithmetic(self, expression: Arithmetic, guard: Term) -> Term:
        operator, span = expression.operator, expression.span
        left, right = self._both(expression.left, expression.right, guard)
        if operator in "/%":
            nonzero = divisor_is_not_zero(right)
            self._emit_check(nonzero, guard, CheckKind.DIVISION_BY_ZERO, "the divisor is not 0", span)
            self._check(quotient_fits(left, right), guard, span)
        is_product = operator in "*/%" and Op.CONSTANT not in (left.op, right.op)
        if is_product and self._bounds.abstract_products:
            unknown = self._symbols.temporary(f"some {operator}", left.sort)
            self._code.emit(Havoc(unknown, Origin.UNMODELLED, f"operator {operator}", span))
            self._scope.abstracted.append(span)
            return unknown
        if operator in _OPCODES:
            self._check(does_not_overflow(_OPCODES[operator], left, right, signed=True), guard, span)
        return _COMPUTE[operator](left, right)

    def _connective(self, expression: Connective, guard: Term) -> Term:
        operator, span = expression.operator, expression.span
        left = self.value(expression.left, guard)
        matters = not_(left) if operator == "||" else left
        if not self._has_effects(expression.right):
            right = TRUE if matters is FALSE else self.value(expression.right, and_(guard, matters))
            return _CONNECT[operator](left, right)
        result = self._symbols.temporary("condition", BOOL)
        self._code.emit(Assign(result, not_(left) if operator == "->" else left, span))
        then, after = self._code.label("then"), self._code.label("after")
        self._code.branch(matters, then, after, span)
        self._code.open(then)
        self._code.emit(Assign(result, self.value(expression.right), span))
        self._code.goto(after, span)
        self._code.open(after)
        return result

    def _choice(self, expression: Choice, guard: Term) -> Term:
        condition, span = self.value(expression.condition, guard), expression.span
        if not (self._has_effects(expression.then) or self._has_effects(expression.otherwise)):
            then = self.value(expression.then, and_(guard, condition))
            return ite(condition, then, self.value(expression.otherwise, and_(guard, not_(condition))))
        result = self._symbols.temporary("choice", sort_of(expression.type, self._bounds))
        labels = self._code.label("then"), self._code.label("otherwise")
        after = self._code.label("after")
        self._code.branch(condition, *labels, span)
        for label, part in zip(labels, (expression.then, expression.otherwise), strict=True):
            self._code.open(label)
            self._code.emit(Assign(result, self.value(part), span))
            self._code.goto(after, span)
        self._code.open(after)
        return result

    def _quantified(self, expression: Quantified, guard: Term) -> Term:
        if not self._quantifiers.is_formula(expression, self._known()):
            return self._loop(expression)
        first, last = self._both(expression.first, expression.last, guard)
        combine = and_ if expression.is_forall else or_
        return combine(*self._instances(expression, first, last, guard))

    def _instances(self, expression: Quantified, first: Term, last: Term, guard: Term) -> list[Term]:
        """Return the instances of the body, guarded by membership in the range."""
        found = []
        for number in self._values(expression, first, last, guard):
            value = bv(number, self._bounds.bits)
            inside = and_(bvsle(first, value), bvsle(value, last))
            if inside is FALSE:
                continue
            self._numbers[expression.variable] = value
            body = self.value(expression.body, and_(guard, inside))
            del self._numbers[expression.variable]
            found.append(implies(inside, body) if expression.is_forall else and_(inside, body))
        return found

    def _values(self, expression: Quantified, first: Term, last: Term, guard: Term) -> range:
        if first.op is Op.CONSTANT and last.op is Op.CONSTANT:
            return range(self._number(first), self._number(last) + 1)
        index_range = self._quantifiers.index_range(expression)
        if index_range is None:
            return range(self._bounds.least, self._bounds.most + 1)
        bits = self._bounds.bits
        if not index_range:
            inside = FALSE
        else:
            lower, upper = bv(index_range[0], bits), bv(index_range[-1], bits)
            inside = and_(bvsle(lower, first), bvsle(last, upper))
        required = implies(bvsle(first, last), inside)
        text = f"an index in the formula is inside its array only if {expression.variable.name} is from {index_range.start} to {index_range.stop - 1}"
        self._emit_check(required, guard, CheckKind.ARRAY_INDEX, text, expression.span)
        return index_range

    def _number(self, term: Term) -> int:
        number = int(term.payload)
        return number - (1 << self._bounds.bits) if number > self._bounds.most else number

    def _loop(self, expression: Quantified) -> Term:
        """Emit a loop over the range; its counter has one bit more than an ``int`` to pass the
        greatest value.
        """
        span, bits = expression.span, self._bounds.bits
        first, last = self._both(expression.first, expression.last, TRUE)
        end = self.saved(sign_extend(last, bits + 1), "last", span)
        holds = self._symbols.temporary("holds", BOOL)
        counter = self._symbols.temporary(expression.variable.name, end.sort)
        self._code.emit(Assign(counter, sign_extend(first, bits + 1), span))
        self._code.emit(Assign(holds, bool_constant(expression.is_forall), span))
        head, body, after = (self._code.label(each) for each in ("quantifier", "formula", "after"))
        self._code.goto(head, span)
        self._code.open(head)
        self._code.branch(bvsle(counter, end), body, after, span)
        self._code.open(body)
        self._numbers[expression.variable] = extract(counter, bits - 1, 0)
        truth = self.value(expression.body)
        del self._numbers[expression.variable]
        combine = and_ if expression.is_forall else or_
        self._code.emit(Assign(holds, combine(holds, truth), span))
        self._code.emit(Assign(counter, bvadd(counter, bv(1, bits + 1)), span))
        self._code.goto(head, span)
        self._code.open(after)
        return holds
