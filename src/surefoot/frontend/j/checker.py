"""Semantic analysis from `syntax` to `resolved`: scopes, types, array sizes, and ranges of
constants.
"""

from collections.abc import Sequence

from surefoot.base.errors import CompileError
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.frontend.j import resolved, syntax
from surefoot.frontend.j.bounds import Bounds, bits_for
from surefoot.frontend.j.resolved import Kind, Variable
from surefoot.frontend.j.source import Source, similar
from surefoot.frontend.j.syntax import Scalar
from surefoot.frontend.limits import LIMITS
from surefoot.program.check_sites import LOOP_INVARIANT

MAIN = "main"
_MAXSIZE = "MAXSIZE"
_COMPARED = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class _Constant:
    """A named constant."""

    value: int
    span: Span | None


_Binding = Variable | _Constant


class _InsufficientBits(Exception):
    """An ``int`` needs ``bits``, for ``reason``."""

    def __init__(self, bits: int, reason: str) -> None:
        super().__init__(bits, reason)
        self.bits = bits
        self.reason = reason


def check(unit: syntax.Unit, source: Source, bounds: Bounds) -> tuple[resolved.Unit, Bounds]:
    """Resolve ``unit``, and enlarge ``int`` until all constants and array indices fit; raises
    `CompileError` for an ill-formed program.
    """
    requested = bounds.bits
    while True:
        try:
            return _UnitChecker(unit, source, bounds).checked(), bounds
        except _InsufficientBits as found:
            bounds = replace(bounds, bits=found.bits, enlarged=f"instead of {requested}, because {found.reason}")


class _UnitChecker:
    def __init__(self, unit: syntax.Unit, source: Source, bounds: Bounds) -> None:
        self._unit = unit
        self._source = source
        self._bounds = bounds
        self._predefined: dict[str, _Binding] = {
            _MAXSIZE: _Constant(bounds.elements, None),
            "MAXINT": _Constant(bounds.most, None),
            "MININT": _Constant(bounds.least, None),
        }
        self._declared: dict[str, syntax.FunctionDeclaration] = {}
        self._uses: set[str] = set()

    def checked(self) -> resolved.Unit:
        unit = self._unit
        for function in unit.functions:
            if function.name in self._declared:
                raise self._source.error(function.span, f"redefinition of function {function.name}")
            self._declared[function.name] = function
        first = _Checker(self._source, self._bounds, self._declared, self._uses, self._predefined, None)
        body = first.statements_of_file(unit.statements)
        functions = {
            each.name: _Checker(
                self._source, self._bounds, self._declared, self._uses, first.outermost, each
            ).function()
            for each in unit.functions
        }
        globals = tuple(each for each in first.outermost.values() if isinstance(each, Variable))
        does_something = any(not isinstance(each, resolved.Declare) for each in body)
        main = None
        if does_something or not functions:
            if MAIN in functions:
                span = functions[MAIN].span
                raise self._source.error(
                    span,
                    "main is defined although there are statements outside of functions",
                    "rename it or move the statements",
                )
            start = unit.statements[0].span if unit.statements else unit.end
            main = resolved.Function(MAIN, None, (), (), (), body, start, unit.end)
        return resolved.Unit(functions, globals, main, _MAXSIZE in self._uses)


class _Checker:
    """Checker of one function, or of the statements outside of functions (``declaration`` is None)."""

    def __init__(
        self,
        source: Source,
        bounds: Bounds,
        declared: dict[str, syntax.FunctionDeclaration],
        uses: set[str],
        outer: dict[str, _Binding],
        declaration: syntax.FunctionDeclaration | None,
    ) -> None:
        self._source = source
        self._bounds = bounds
        self._declared = declared
        self._uses = uses
        self._declaration = declaration
        self.outermost: dict[str, _Binding] = dict(outer) if declaration is None else {}
        self._scopes: list[dict[str, _Binding]] = [self.outermost] if declaration is None else [outer, self.outermost]
        self._loops = 0
        self._result: Variable | None = None
        self._in_post = False
        self._in_invariant = False
        self._pres: list[resolved.Pre] = []
        self._posts: list[resolved.Post] = []

    def function(self) -> resolved.Function:
        declaration = self._declaration
        if declaration is None:
            raise AssertionError("statements of a file are no function")
        if declaration.result is not None:
            self._result = Variable("rv", declaration.result, (), Kind.RESULT, declaration.span)
        parameters = tuple(self._declared_variable(each, Kind.PARAMETER) for each in declaration.parameters)
        body = self._statements(declaration.body)
        if declaration.result is not None and _falls_through(body):
            raise self._error(
                declaration.span,
                f"control can reach the end of {declaration.name} without a return",
                "end it with a return and a value",
            )
        return resolved.Function(
            declaration.name,
            self._result,
            parameters,
            tuple(self._pres),
            tuple(self._posts),
            body,
            declaration.span,
            declaration.span,
        )

    def statements_of_file(self, statements: Sequence[syntax.Statement]) -> tuple[resolved.Statement, ...]:
        return self._statements(statements)

    def _error(self, span: Span, message: str, hint: str = "") -> CompileError:
        return self._source.error(span, message, hint)

    def _block(self, statements: Sequence[syntax.Statement]) -> tuple[resolved.Statement, ...]:
        self._scopes.append({})
        try:
            return self._statements(statements)
        finally:
            self._scopes.pop()

    def _statements(self, statements: Sequence[syntax.Statement]) -> tuple[resolved.Statement, ...]:
        return tuple(found for statement in statements for found in self._statement(statement))

    def _statement(self, statement: syntax.Statement) -> list[resolved.Statement]:
        match statement:
            case syntax.Declaration():
                return self._declaration_statement(statement)
            case syntax.Assignment(target, value, span):
                variable, indices = self._target(target)
                return [resolved.Assign(variable, indices, self._typed(value, variable.type), span)]
            case syntax.If(condition, then, otherwise, span):
                test = self._typed(condition, Scalar.BOOL)
                return [resolved.If(test, self._block(then), self._block(otherwise), span)]
            case syntax.Loop():
                return self._loop(statement)
            case syntax.Jump(word, span):
                if not self._loops:
                    raise self._error(span, f"{word} outside of a loop")
                return [resolved.Jump(word == "break", span)]
            case syntax.Return():
                return [self._return(statement)]
            case syntax.Evaluation(call, span):
                return [resolved.Evaluate(self._call(call), span)]
            case syntax.Claim(word, formula, span):
                text = "assertion" if word == "assert" else "assumption"
                return [resolved.Claim(word == "assume", self._typed(formula, Scalar.BOOL), text, span)]
            case syntax.Specification():
                return self._specification(statement)
            case syntax.Block(statements):
                return list(self._block(statements))

    def _declaration_statement(self, declaration: syntax.Declaration) -> list[resolved.Statement]:
        if declaration.is_constant:
            return self._constant(declaration)
        is_outermost = self._declaration is None and len(self._scopes) == 1
        initial = declaration.initial
        if initial is not None and declaration.sizes:
            raise self._error(initial.span, "an array cannot be initialised", "assign its elements in a loop")
        value = None if initial is None else self._typed(initial, declaration.type)
        variable = self._declared_variable(declaration, Kind.GLOBAL if is_outermost else Kind.LOCAL)
        if value is None:
            return [resolved.Declare(variable, declaration.span)]
        return [resolved.Assign(variable, (), value, declaration.span)]

    def _constant(self, declaration: syntax.Declaration) -> list[resolved.Statement]:
        if declaration.type is not Scalar.INT or declaration.sizes or declaration.initial is None:
            raise self._error(declaration.span, "a constant must be an int with a value", "such as const int SIZE = 8;")
        self._define(declaration.name, _Constant(self._number(declaration.initial), declaration.span), declaration.span)
        return []

    def _declared_variable(self, declaration: syntax.Declaration, kind: Kind) -> Variable:
        if len(declaration.sizes) > 2:
            raise self._error(declaration.span, "arrays have one or two dimensions")
        dimensions = tuple(self._size(each, declaration) for each in declaration.sizes)
        variable = Variable(declaration.name, declaration.type, dimensions, kind, declaration.span)
        if variable.size > LIMITS.j_elements:
            raise self._error(
                declaration.span,
                f"an array of {variable.size} elements is not supported",
                f"use at most {LIMITS.j_elements}",
            )
        for size in dimensions:
            self._require_fits(size - 1, declaration.span, f"{declaration.name} has {size} elements")
        self._define(declaration.name, variable, declaration.span)
        return variable

    def _size(self, size: syntax.Expression | None, declaration: syntax.Declaration) -> int:
        if size is None:
            self._uses.add(_MAXSIZE)
            return self._bounds.elements
        number = self._number(size)
        if number < 1:
            raise self._error(size.span, f"the size of array {declaration.name} is {number}", "it must be positive")
        return number

    def _number(self, expression: syntax.Expression) -> int:
        """Return the value of a constant expression, which need not fit into an ``int``."""
        match expression:
            case syntax.Literal(value) if not isinstance(value, bool):
                return value
            case syntax.Place(name, ()):
                meaning = self._lookup(name, expression.span)
                if isinstance(meaning, _Constant):
                    return meaning.value
            case syntax.Unary("-", operand):
                return -self._number(operand)
            case syntax.Binary("+", left, right):
                return self._number(left) + self._number(right)
            case syntax.Binary("-", left, right):
                return self._number(left) - self._number(right)
            case syntax.Binary("*", left, right):
                return self._number(left) * self._number(right)
            case _:
                pass
        raise self._error(
            expression.span, "expected a constant expression", "use numbers, constants, MAXSIZE, +, - and *"
        )

    def _define(self, name: str, meaning: _Binding, span: Span) -> None:
        before = self._scopes[-1].get(name)
        if before is not None and before.span is not None:
            raise self._error(span, f"redeclaration of {name}, which is declared in line {before.span.line}")
        self._scopes[-1][name] = meaning

    def _lookup(self, name: str, span: Span) -> _Binding:
        if name == "rv":
            return self._result_variable(span)
        for scope in reversed(self._scopes):
            if name in scope:
                if scope[name].span is None:
                    self._uses.add(name)
                return scope[name]
        known = [known for scope in self._scopes for known in scope]
        if name in self._declared:
            raise self._error(span, f"{name} is a function", f"call it: {name}(...)")
        raise self._error(span, f"{name} is not declared", similar(name, known))

    def _result_variable(self, span: Span) -> Variable:
        if self._declaration is None:
            raise self._error(span, "rv outside of a function")
        if self._result is None:
            raise self._error(span, f"rv in the void function {self._declaration.name}")
        if not self._in_post:
            raise self._error(span, "rv is defined in @post only")
        return self._result

    def _target(self, place: syntax.Place) -> tuple[Variable, tuple[resolved.Expression, ...]]:
        if place.name == "rv":
            raise self._error(place.span, "rv cannot be assigned", "return the result")
        meaning = self._lookup(place.name, place.span)
        if isinstance(meaning, _Constant):
            raise self._error(place.span, f"assignment to the constant {place.name}")
        return meaning, self._indices(meaning, place)

    def _indices(self, variable: Variable, place: syntax.Place) -> tuple[resolved.Expression, ...]:
        wanted = len(variable.dimensions)
        if wanted != len(place.indices):
            if not wanted:
                raise self._error(place.span, f"{place.name} is not an array")
            example = f"{place.name}{'[i][j]' if wanted == 2 else '[i]'}"
            raise self._error(
                place.span, f"{place.name} is an array of {_dimensions(variable)}", f"name an element: {example}"
            )
        return tuple(self._typed(each, Scalar.INT) for each in place.indices)

    def _loop(self, loop: syntax.Loop) -> list[resolved.Statement]:
        self._scopes.append({})
        first = self._statements(loop.first)
        invariants = tuple(self._invariant(each) for each in loop.invariants)
        condition = self._typed(loop.condition, Scalar.BOOL)
        self._loops += 1
        body = self._block(loop.body)
        self._loops -= 1
        step = self._statements(loop.step)
        self._scopes.pop()
        return [*first, resolved.While(condition, body, step, invariants, loop.span)]

    def _invariant(self, invariant: syntax.Invariant) -> resolved.Claim:
        self._in_invariant = True
        formula = self._typed(invariant.formula, Scalar.BOOL)
        self._in_invariant = False
        return resolved.Claim(
            is_assumed=False,
            formula=formula,
            text=f"{LOOP_INVARIANT} {invariant.name}".rstrip(),
            span=invariant.span,
        )

    def _return(self, statement: syntax.Return) -> resolved.Return:
        if self._declaration is None:
            raise self._error(statement.span, "return outside of a function")
        result = self._declaration.result
        if statement.value is None:
            if result is not None:
                raise self._error(
                    statement.span, f"return without a value in {self._declaration.name}", f"return {result.value}"
                )
            return resolved.Return(None, statement.span)
        if result is None:
            raise self._error(
                statement.value.span, f"return with a value in the void function {self._declaration.name}"
            )
        return resolved.Return(self._typed(statement.value, result), statement.span)

    def _specification(self, written: syntax.Specification) -> list[resolved.Statement]:
        if self._declaration is not None and len(self._scopes) > 2:
            raise self._error(
                written.span, "specification in an inner block", "move it to the outermost block of the function"
            )
        self._in_post = not written.is_pre
        formula = self._typed(written.formula, Scalar.BOOL)
        self._in_post = False
        found = (resolved.Pre if written.is_pre else resolved.Post)(written.name, formula, written.span)
        if self._declaration is None:
            return [found]
        if isinstance(found, resolved.Pre):
            if inner := _local_read(formula):
                raise self._error(
                    written.span, f"@pre mentions the local variable {inner.name}, which has no value at function entry"
                )
            self._pres.append(found)
        else:
            self._posts.append(found)
        return []

    def _typed(self, expression: syntax.Expression, wanted: Scalar) -> resolved.Expression:
        found = self._expression(expression)
        if found.type is not wanted:
            hint = "compare it with a number, as in x != 0" if wanted is Scalar.BOOL else "convert it: b ? 1 : 0"
            raise self._error(expression.span, f"expected {wanted.value}, found {found.type.value}", hint)
        return found

    def _expression(self, expression: syntax.Expression) -> resolved.Expression:
        match expression:
            case syntax.Literal(bool(truth), span):
                return resolved.Literal(truth, Scalar.BOOL, span)
            case syntax.Literal(number, span):
                return self._literal(number, span)
            case syntax.Place():
                return self._read(expression)
            case syntax.Unary("-", operand, span):
                return resolved.Negative(self._typed(operand, Scalar.INT), span)
            case syntax.Unary(_, operand, span):
                return resolved.Not(self._typed(operand, Scalar.BOOL), span)
            case syntax.Binary():
                return self._binary(expression)
            case syntax.Conditional(condition, then, otherwise, span):
                test, one = self._typed(condition, Scalar.BOOL), self._expression(then)
                return resolved.Choice(test, one, self._typed(otherwise, one.type), span)
            case syntax.Call():
                if self._declared_function(expression).result is None:
                    raise self._error(expression.span, f"the void function {expression.function} has no value")
                return self._call(expression)
            case syntax.Quantified():
                return self._quantified(expression)
            case syntax.Old(inner, span):
                return self._old(inner, span)

    def _literal(self, value: int, span: Span, name: str = "") -> resolved.Literal:
        """Return a literal for ``value``, which is a constant ``name`` or is written at ``span``."""
        self._require_fits(value, span, f"{name} is {value}" if name else f"{value} is in line {span.line}")
        return resolved.Literal(value, Scalar.INT, span)

    def _require_fits(self, value: int, span: Span, reason: str) -> None:
        """Raise `_InsufficientBits` with ``reason`` unless an ``int`` holds ``value``."""
        if self._bounds.holds(value):
            return
        if bits_for(value) > LIMITS.j_bits:
            raise self._error(span, f"{value} does not fit into an int of {LIMITS.j_bits} bits, the widest supported")
        raise _InsufficientBits(bits_for(value), reason)

    def _read(self, place: syntax.Place) -> resolved.Expression:
        meaning = self._lookup(place.name, place.span)
        if isinstance(meaning, _Constant):
            if place.indices:
                raise self._error(place.span, f"{place.name} is a constant, not an array")
            return self._literal(meaning.value, place.span, place.name)
        return resolved.Read(meaning, self._indices(meaning, place), is_old=False, span=place.span)

    def _binary(self, binary: syntax.Binary) -> resolved.Expression:
        operator, span = binary.operator, binary.span
        if operator in ("&&", "||", "->"):
            left, right = self._typed(binary.left, Scalar.BOOL), self._typed(binary.right, Scalar.BOOL)
            return resolved.Connective(operator, left, right, span)
        if operator in ("==", "!="):
            left = self._expression(binary.left)
            return resolved.Comparison(operator, left, self._typed(binary.right, left.type), span)
        left, right = self._typed(binary.left, Scalar.INT), self._typed(binary.right, Scalar.INT)
        if operator in _COMPARED:
            return resolved.Comparison(operator, left, right, span)
        return resolved.Arithmetic(operator, left, right, span)

    def _declared_function(self, call: syntax.Call) -> syntax.FunctionDeclaration:
        if call.function not in self._declared:
            raise self._error(
                call.span, f"function {call.function} is not defined", similar(call.function, self._declared)
            )
        return self._declared[call.function]

    def _call(self, call: syntax.Call) -> resolved.CallOf:
        function = self._declared_function(call)
        wanted, given = len(function.parameters), len(call.arguments)
        if wanted != given:
            raise self._error(call.span, f"{function.name} takes {wanted} arguments, not {given}")
        arguments = tuple(
            self._argument(parameter, argument)
            for parameter, argument in zip(function.parameters, call.arguments, strict=True)
        )
        arrays = [each for each in arguments if isinstance(each, Variable)]
        if len(set(arrays)) < len(arrays):
            raise self._error(
                call.span, "an array is passed twice", "arrays are passed by reference: pass different ones"
            )
        return resolved.CallOf(function.name, arguments, function.result or Scalar.INT, call.span)

    def _argument(self, parameter: syntax.Declaration, argument: syntax.Expression) -> resolved.Expression | Variable:
        if not parameter.sizes:
            return self._typed(argument, parameter.type)
        inner, self._scopes = self._scopes, self._scopes[:1]
        sizes = tuple(self._size(each, parameter) for each in parameter.sizes)
        self._scopes = inner
        if isinstance(argument, syntax.Place) and not argument.indices:
            meaning = self._lookup(argument.name, argument.span)
            if isinstance(meaning, Variable) and (meaning.dimensions, meaning.type) == (sizes, parameter.type):
                return meaning
        shape = "".join(f"[{size}]" for size in sizes)
        raise self._error(argument.span, f"expected the name of an array {parameter.type.value}{shape}")

    def _quantified(self, written: syntax.Quantified) -> resolved.Quantified:
        first, last = self._typed(written.first, Scalar.INT), self._typed(written.last, Scalar.INT)
        variable = Variable(written.variable, Scalar.INT, (), Kind.BOUND, written.span)
        self._scopes.append({written.variable: variable})
        body = self._typed(written.body, Scalar.BOOL)
        self._scopes.pop()
        return resolved.Quantified(written.is_forall, variable, first, last, body, written.span)

    def _old(self, inner: syntax.Expression, span: Span) -> resolved.Expression:
        if self._in_invariant and self._declaration is None:
            raise self._error(
                span, "old() in @invariant needs a loop inside a function", "save the value in a variable"
            )
        if not (self._in_post or self._in_invariant):
            hint = "elsewhere, save the value in a variable"
            raise self._error(span, "old() is allowed in @post and @invariant only", hint)
        return self._in_prestate(self._expression(inner), span)

    def _in_prestate(self, expression: resolved.Expression, span: Span) -> resolved.Expression:
        """Return ``expression`` over the prestate; quantified variables and the result are
        unchanged.
        """
        prestate = self._in_prestate
        match expression:
            case resolved.Literal():
                return expression
            case resolved.Read(variable, indices, _, where):
                if variable.kind is Kind.LOCAL:
                    raise self._error(
                        where, f"old() of the local variable {variable.name}, which has no value at function entry"
                    )
                is_old = variable.kind not in (Kind.BOUND, Kind.RESULT)
                return resolved.Read(variable, tuple(prestate(each, span) for each in indices), is_old, where)
            case resolved.Negative(operand, where):
                return resolved.Negative(prestate(operand, span), where)
            case resolved.Not(operand, where):
                return resolved.Not(prestate(operand, span), where)
            case resolved.Arithmetic(operator, left, right, where):
                return resolved.Arithmetic(operator, prestate(left, span), prestate(right, span), where)
            case resolved.Comparison(operator, left, right, where):
                return resolved.Comparison(operator, prestate(left, span), prestate(right, span), where)
            case resolved.Connective(operator, left, right, where):
                return resolved.Connective(operator, prestate(left, span), prestate(right, span), where)
            case resolved.Choice(condition, then, otherwise, where):
                return resolved.Choice(
                    prestate(condition, span), prestate(then, span), prestate(otherwise, span), where
                )
            case resolved.Quantified(is_forall, variable, first, last, body, where):
                ends = prestate(first, span), prestate(last, span)
                return resolved.Quantified(is_forall, variable, *ends, prestate(body, span), where)
            case resolved.CallOf():
                raise self._error(expression.span, "function calls inside old() are not supported")


def _dimensions(variable: Variable) -> str:
    return " times ".join(str(each) for each in variable.dimensions) + " elements"


def _local_read(formula: resolved.Expression) -> Variable | None:
    for each in resolved.expressions_in(formula):
        if isinstance(each, resolved.Read) and each.variable.kind is Kind.LOCAL:
            return each.variable
    return None


def _falls_through(statements: Sequence[resolved.Statement]) -> bool:
    """Return whether control may reach the end of ``statements``, by their structure."""
    for statement in statements:
        match statement:
            case resolved.Return():
                return False
            case resolved.If(_, then, otherwise) if not _falls_through(then) and not _falls_through(otherwise):
                return False
            case resolved.While(resolved.Literal(True), body) if not _breaks(body):
                return False
            case _:
                pass
    return True


def _breaks(statements: Sequence[resolved.Statement]) -> bool:
    """Return whether ``statements`` may break out of the enclosing loop."""
    for statement in statements:
        match statement:
            case resolved.Jump(True):
                return True
            case resolved.If(_, then, otherwise) if _breaks(then) or _breaks(otherwise):
                return True
            case _:
                pass
    return False
