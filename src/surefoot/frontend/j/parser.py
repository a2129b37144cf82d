"""Parser of J: the grammar of the paper, extended by the constructs of its examples.

unit        ::= (function | statement)*
function    ::= (type | void) NAME ( parameters ) { statement* }
statement   ::= [const] type NAME sizes [= expression] ; | place = expression ; | place (+= | -=) expression ; | place (++ | --) ;
              | if (e) body [else body] | while (e) invariant* body | for (simple ; e ; simple) invariant* body | break ; | continue ; | return [e] ;
              | call ; | assert (e) ; | assume (e) ; | @pre NAME { e } [;] | @post NAME { e } [;] | { statement* }
invariant   ::= @invariant NAME { e } [;]
expression  ::= ?: , then -> (to the right), || , && , == != , < <= > >= , + - , * / % , - ! , each binding stronger than the last
quantifier  ::= (forall | exists) ( [int] NAME [e .. e] ) { e }  |  (forall | exists) ( [int] NAME ) [e .. e] { e }
"""

from collections.abc import Callable
from typing import TypeVar

from surefoot.base.errors import CompileError
from surefoot.base.spans import Span
from surefoot.frontend.j.source import KEYWORDS, Source, Token, tokens
from surefoot.frontend.j.syntax import (
    Assignment,
    Binary,
    Block,
    Call,
    Claim,
    Conditional,
    Declaration,
    Evaluation,
    Expression,
    FunctionDeclaration,
    If,
    Invariant,
    Jump,
    Literal,
    Loop,
    Old,
    Place,
    Quantified,
    Return,
    Scalar,
    Specification,
    Statement,
    Unary,
    Unit,
)
from surefoot.frontend.limits import LIMITS

_TYPES = {"int": Scalar.INT, "bool": Scalar.BOOL}
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Operators by ascending precedence."""
_T = TypeVar("_T")


def parse(source: Source) -> Unit:
    """Parse ``source``; raises `CompileError`."""
    return _Parser(source).unit()


class _Parser:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens = list(tokens(source))
        self._place = 0
        self._depth = 0

    def unit(self) -> Unit:
        functions: list[FunctionDeclaration] = []
        statements: list[Statement] = []
        while self._next.kind != "end":
            if self._is_function():
                functions.append(self._function())
            else:
                statements += self._statement()
        return Unit(tuple(functions), tuple(statements), self._next.span)

    @property
    def _next(self) -> Token:
        return self._tokens[self._place]

    def _ahead(self, distance: int) -> str:
        return self._tokens[min(self._place + distance, len(self._tokens) - 1)].text

    def _take(self) -> Token:
        token = self._next
        self._place += token.kind != "end"
        return token

    def _accept(self, *texts: str) -> Token | None:
        return self._take() if self._next.text in texts and self._next.kind != "end" else None

    def _expect(self, text: str, what: str = "") -> Token:
        found = self._accept(text)
        if found is None:
            raise self._error(f"expected {what or text!r}")
        return found

    def _error(self, message: str, hint: str = "") -> CompileError:
        token = self._next
        there = "the end of the file" if token.kind == "end" else repr(token.text)
        return self._source.error(token.span, f"{message}, not {there}", hint)

    def _name(self, what: str) -> Token:
        if self._next.kind != "word" or self._next.text in KEYWORDS:
            hint = f"{self._next.text} is a keyword" if self._next.text in KEYWORDS else ""
            raise self._error(f"expected the name of {what}", hint)
        return self._take()

    def _is_function(self) -> bool:
        if self._next.text == "void":
            return True
        return self._next.text in _TYPES and self._ahead(2) == "("

    def _function(self) -> FunctionDeclaration:
        result = _TYPES.get(self._take().text)
        name = self._name("a function")
        self._expect("(")
        parameters: list[Declaration] = []
        while not self._accept(")"):
            if parameters:
                self._expect(",", "',' or ')'")
            parameters.append(self._parameter())
        return FunctionDeclaration(result, name.text, tuple(parameters), self._braces(), name.span)

    def _parameter(self) -> Declaration:
        kind = self._type()
        sizes = self._sizes()
        name = self._name("a parameter")
        return Declaration(kind, name.text, sizes or self._sizes(), None, is_constant=False, span=name.span)

    def _type(self) -> Scalar:
        if self._next.text not in _TYPES:
            raise self._error("expected a type", "int or bool")
        return _TYPES[self._take().text]

    def _sizes(self) -> tuple[Expression | None, ...]:
        found: list[Expression | None] = []
        while self._accept("["):
            found.append(None if self._next.text == "]" else self._expression())
            self._expect("]")
        return tuple(found)

    def _braces(self) -> tuple[Statement, ...]:
        opening = self._expect("{")
        found: list[Statement] = []
        while not self._accept("}"):
            if self._next.kind == "end":
                raise self._source.error(opening.span, "unmatched '{'")
            found += self._statement()
        return tuple(found)

    def _body(self) -> tuple[Statement, ...]:
        """Parse statements in braces, or one statement without."""
        return self._braces() if self._next.text == "{" else tuple(self._statement())

    def _statement(self) -> list[Statement]:
        return self._nested(self._one_statement)

    def _nested(self, parse: Callable[[], _T]) -> _T:
        self._depth += 1
        if self._depth > LIMITS.j_nesting:
            hint = f"the limit is {LIMITS.j_nesting} levels"
            raise self._source.error(self._next.span, "this is nested too deeply", hint)
        try:
            return parse()
        finally:
            self._depth -= 1

    def _one_statement(self) -> list[Statement]:
        token = self._next
        match token.text:
            case "int" | "bool" | "const":
                return self._declarations()
            case "if":
                return [self._if()]
            case "while":
                return [self._while()]
            case "for":
                return [self._for()]
            case "break" | "continue":
                self._take()
                self._expect(";")
                return [Jump(token.text, token.span)]
            case "return":
                self._take()
                value = None if self._next.text == ";" else self._expression()
                self._expect(";")
                return [Return(value, token.span)]
            case "assert" | "assume":
                self._take()
                self._expect("(")
                formula = self._expression()
                self._expect(")")
                self._expect(";")
                return [Claim(token.text, formula, token.span)]
            case "@pre" | "@post":
                return [self._specification()]
            case "@invariant":
                raise self._source.error(
                    token.span, "@invariant outside of a loop", "write it between the head and the body of a loop"
                )
            case "{":
                return [Block(self._braces(), token.span)]
            case ";":
                self._take()
                return []
            case _:
                found = self._simple()
                self._expect(";")
                return found

    def _declarations(self) -> list[Statement]:
        is_constant = self._accept("const") is not None
        kind = self._type()
        shared = self._sizes()
        found: list[Statement] = []
        while True:
            name = self._name("a variable")
            sizes = shared or self._sizes()
            initial = self._expression() if self._accept("=") else None
            found.append(Declaration(kind, name.text, sizes, initial, is_constant, name.span))
            if not self._accept(","):
                self._expect(";")
                return found

    def _simple(self) -> list[Statement]:
        """Parse an assignment or a call, without the semicolon."""
        token = self._next
        if token.kind != "word" or token.text in KEYWORDS - {"rv"}:
            raise self._error("expected a statement", _statement_hint(token.text))
        if self._ahead(1) == "(":
            call = self._call()
            return [Evaluation(call, call.span)]
        target = self._target()
        operator = self._accept("=", "+=", "-=", "++", "--")
        if operator is None:
            raise self._error("expected '=' after the target of an assignment", _statement_hint(token.text))
        value: Expression
        match operator.text:
            case "=":
                value = self._expression()
            case "++" | "--":
                value = Binary(operator.text[0], target, Literal(1, operator.span), operator.span)
            case _:
                value = Binary(operator.text[0], target, self._expression(), operator.span)
        return [Assignment(target, value, token.span)]

    def _target(self) -> Place:
        name = self._take()
        indices: list[Expression] = []
        while self._accept("["):
            indices.append(self._expression())
            self._expect("]")
        return Place(name.text, tuple(indices), name.span)

    def _if(self) -> If:
        span = self._take().span
        condition = self._in_parentheses()
        then = self._body()
        otherwise = self._body() if self._accept("else") else ()
        return If(condition, then, otherwise, span)

    def _while(self) -> Loop:
        span = self._take().span
        condition = self._in_parentheses()
        return Loop((), condition, (), self._invariants(), self._body(), span)

    def _for(self) -> Loop:
        span = self._take().span
        self._expect("(")
        first: list[Statement] = []
        if self._next.text in _TYPES:
            first = self._declarations()
        else:
            first = [] if self._next.text == ";" else self._simple()
            self._expect(";")
        condition = Literal(value=True, span=span) if self._next.text == ";" else self._expression()
        self._expect(";")
        step = [] if self._next.text == ")" else self._simple()
        self._expect(")")
        return Loop(tuple(first), condition, tuple(step), self._invariants(), self._body(), span)

    def _invariants(self) -> tuple[Invariant, ...]:
        """Parse the invariants between the head of a loop and its body."""
        found: list[Invariant] = []
        while self._next.text == "@invariant":
            found.append(Invariant(*self._named_formula()))
        return tuple(found)

    def _specification(self) -> Specification:
        is_pre = self._next.text == "@pre"
        return Specification(is_pre, *self._named_formula())

    def _named_formula(self) -> tuple[str, Expression, Span]:
        """Parse ``@pre``, ``@post`` or ``@invariant`` with optional name and formula."""
        word = self._take()
        name = self._name("the specification") if self._next.text != "{" else None
        self._expect("{")
        formula = self._expression()
        if self._next.text != "}":
            hint = "put && between two conditions" if self._next.text in ("(", "forall", "exists") else ""
            raise self._error("expected '}' after the formula", hint)
        self._expect("}")
        self._accept(";")
        return name.text if name else "", formula, word.span

    def _in_parentheses(self) -> Expression:
        self._expect("(")
        found = self._expression()
        self._expect(")")
        return found

    def _expression(self) -> Expression:
        return self._nested(self._conditional)

    def _conditional(self) -> Expression:
        condition = self._implication()
        question = self._accept("?")
        if question is None:
            return condition
        then = self._expression()
        self._expect(":")
        return Conditional(condition, then, self._expression(), question.span)

    def _implication(self) -> Expression:
        left = self._binary(0)
        arrow = self._accept("->")
        if arrow is None:
            return left
        return Binary("->", left, self._nested(self._implication), arrow.span)

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while operator := self._accept(*_LEVELS[level]):
            left = Binary(operator.text, left, self._binary(level + 1), operator.span)
            if level == 3 and self._next.text in _LEVELS[3]:
                raise self._error("comparisons do not chain", "write a <= b && b <= c")
        return left

    def _unary(self) -> Expression:
        operator = self._accept("-", "!")
        if operator is None:
            return self._primary()
        if operator.text == "-" and self._next.kind == "number":
            return Literal(-int(self._take().text), operator.span)
        return Unary(operator.text, self._nested(self._unary), operator.span)

    def _primary(self) -> Expression:
        token = self._next
        if token.kind == "number":
            return Literal(int(self._take().text), token.span)
        match token.text:
            case "true" | "false":
                self._take()
                return Literal(token.text == "true", token.span)
            case "(":
                return self._in_parentheses()
            case "forall" | "exists":
                return self._quantified()
            case "old":
                self._take()
                return Old(self._in_parentheses(), token.span)
            case _:
                if token.kind != "word" or token.text in KEYWORDS - {"rv"}:
                    raise self._error("expected an expression")
                return self._call() if self._ahead(1) == "(" else self._target()

    def _call(self) -> Call:
        name = self._take()
        self._expect("(")
        arguments: list[Expression] = []
        while not self._accept(")"):
            if arguments:
                self._expect(",", "',' or ')'")
            arguments.append(self._expression())
        return Call(name.text, tuple(arguments), name.span)

    def _quantified(self) -> Quantified:
        word = self._take()
        self._expect("(")
        self._accept("int")
        name = self._name("the quantified variable")
        inside = self._next.text == "["
        ends = self._range() if inside else None
        self._expect(")")
        first, last = ends or self._range()
        self._expect("{")
        body = self._expression()
        self._expect("}", "'}' after the formula")
        return Quantified(word.text == "forall", name.text, first, last, body, word.span)

    def _range(self) -> tuple[Expression, Expression]:
        if self._next.text != "[":
            raise self._error(
                "expected the range of the quantified variable", "such as forall (i [0 .. n - 1]) { a[i] >= 0 }"
            )
        self._take()
        first = self._expression()
        if not self._accept("..", "..."):
            raise self._error("expected '..' between the ends of the range")
        last = self._expression()
        self._expect("]")
        return first, last


def _statement_hint(word: str) -> str:
    return {
        "else": "write else directly after the statement of its if",
        "elif": "write else if",
        "do": "use while or for",
        "switch": "use if and else",
        "rv": "rv is defined in @post only; return the result",
    }.get(word, "")
