"""Parser of a single annotation; raises `AnnotationError` for malformed annotations and unsupported
ACSL.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import combinations
from types import MappingProxyType
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.predicates import PredicateDefinition, expanded
from surefoot.frontend.acsl.quantifier_ranges import quantified
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.syntax import (
    AddressOf,
    Assigns,
    Binary,
    Cast,
    Choice,
    Clause,
    Clauses,
    Comparison,
    Connective,
    Constant,
    Dereference,
    Holds,
    Index,
    Joined,
    Location,
    Member,
    Name,
    Not,
    Number,
    Old,
    Predicate,
    Result,
    Role,
    Separated,
    Term,
    Truth,
    Unary,
    Valid,
    Verbatim,
)
from surefoot.frontend.acsl.tokens import (
    AnnotationToken,
    annotation_tokens,
    blanked,
    character_of,
    integer_of,
)
from surefoot.frontend.limits import LIMITS

_TYPE_WORDS: Final = frozenset({
    "void", "_Bool", "bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "struct", "union", "enum", "const", "volatile",
})  # fmt: skip
_MATHEMATICAL: Final = frozenset({"integer", "real", "boolean"})
_COMPARISONS: Final = ("<=", ">=", "<", ">", "==", "!=")
_RISING, _FALLING = frozenset({"<", "<=", "=="}), frozenset({">", ">=", "=="})
_UNSUPPORTED: Final = {
    "terminates": "remove it: termination is not checked",
    "assumes": "write it first in a behavior",
    "ghost": "write it as C code",
    "predicate": "define it in a comment of its own",
    "logic": "write the function out where it is used",
    "admit": "use requires, or __VERIFIER_assume",
    "check": "use assert",
}
_KEYWORDS: Final = "requires, ensures, assigns, decreases, behavior, loop invariant, loop assigns, loop variant, assert"


@dataclass(frozen=True, slots=True)
class _Pointers:
    """``base + (first..last)``."""

    base: Term
    first: Term
    last: Term
    at: int


@dataclass(frozen=True, slots=True)
class _Elements:
    """``base[first..last]``."""

    base: Term
    first: Term
    last: Term
    at: int


@dataclass(frozen=True, slots=True)
class _Range:
    """``(first..last)``."""

    first: Term
    last: Term
    at: int


_Expression = Term | Predicate | _Pointers | _Elements | _Range


def clauses_of(
    comment: str, start: int, predicates: Mapping[str, PredicateDefinition] = MappingProxyType({})
) -> Clauses:
    """Parse the annotation ``comment``, which begins at position ``start`` of its file and may apply
    ``predicates``.
    """
    return _Parser(comment, start, predicates).clauses()


class _Parser:
    def __init__(self, comment: str, start: int, predicates: Mapping[str, PredicateDefinition]) -> None:
        self._text = blanked(comment)
        self._start = start
        self._tokens = expanded(annotation_tokens(self._text, start), predicates)
        self._next = 0
        self._depth = 0
        self._behaviors: dict[str, Predicate] = {}
        """The assumptions of behaviors, by name."""

    # ---- tokens

    @property
    def _token(self) -> AnnotationToken:
        return self._tokens[self._next]

    def _peek(self, ahead: int = 1) -> AnnotationToken:
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def _take(self) -> AnnotationToken:
        token = self._token
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _is(self, *texts: str) -> bool:
        return self._token.kind in {"sign", "word"} and self._token.text in texts

    def _accept(self, *texts: str) -> AnnotationToken | None:
        return self._take() if self._is(*texts) else None

    def _expect(self, text: str) -> AnnotationToken:
        if not self._is(text):
            raise self._error(f"expected {text!r} before {self._token.text!r}")
        return self._take()

    def _error(self, message: str, hint: str = "", at: int | None = None) -> AnnotationError:
        return AnnotationError(message, self._token.at if at is None else at, hint)

    # ---- clauses

    def clauses(self) -> Clauses:
        """Parse all clauses."""
        found: list[Clause | Assigns] = []
        if self._token.kind == "end":
            raise self._error("annotation without a clause", "begin ordinary comments without @")
        while self._token.kind != "end":
            if self._accept("behavior"):
                found += self._behavior(found)
            elif self._is("complete", "disjoint") and self._peek().text == "behaviors":
                found += self._behaviors_clause()
            elif self._is("loop") and self._peek().text == "assigns":
                self._next += 1
                self._assigns(self._take().at)
            else:
                found.append(self._clause())
        return tuple(found)

    def _behavior(self, before: Sequence[Clause | Assigns]) -> list[Clause | Assigns]:
        """Parse a behavior: each clause of it holds if its assumption held before the call."""
        name = self._variable()
        self._expect(":")
        assumption: Predicate = Constant(value=True, at=self._token.at)
        while self._accept("assumes"):
            assumed = self._predicate_clause(Role.REQUIRES).predicate
            assumption = Joined(Connective.AND, assumption, assumed, assumed.at)
        self._behaviors[name] = assumption
        own = [each for each in before if isinstance(each, Assigns) and not each.behavior]
        known = {each.text for clause in own for each in clause.locations}
        found: list[Clause | Assigns] = []
        while self._is("requires", "ensures", "assigns"):
            match self._clause():
                case Clause(role, predicate, text, at):
                    held = assumption if role is Role.REQUIRES else _before(assumption)
                    found.append(Clause(role, Joined(Connective.IMPLIES, held, predicate, at), f"{name}: {text}", at))
                case Assigns(locations, at):
                    more = next((each for each in locations if each.text not in known), None)
                    if more is not None or not own:
                        text = "assigns of a behavior lists memory that the function's own assigns does not list"
                        raise self._error(text, "list it before the first behavior, too", at)
                    if not known.issubset(each.text for each in locations):
                        found.append(Assigns(locations, at, name))
        return found

    def _behaviors_clause(self) -> list[Clause]:
        """Parse `complete behaviors` or `disjoint behaviors`: a condition before the call."""
        word = self._take()
        self._next += 1
        names = [self._variable()] if not self._is(";") else list(self._behaviors)
        while self._accept(","):
            names.append(self._variable())
        self._expect(";")
        unknown = next((each for each in names if each not in self._behaviors), None)
        if unknown is not None:
            raise self._error(f"there is no behavior {unknown}", at=word.at)
        assumptions = [self._behaviors[each] for each in names]
        text = f"{word.text} behaviors {', '.join(names)}"
        if word.text == "complete":
            none: Predicate = Constant(value=False, at=word.at)
            holds = reduce(lambda left, right: Joined(Connective.OR, left, right, word.at), assumptions, none)
            return [Clause(Role.ENSURES, _before(holds), text, word.at)]
        return [
            Clause(Role.ENSURES, _before(Not(Joined(Connective.AND, one, other, word.at), word.at)), text, word.at)
            for one, other in combinations(assumptions, 2)
        ]

    def _clause(self) -> Clause | Assigns:
        word = self._take()
        name = word.text
        if name == "loop":
            name = f"loop {self._take().text}"
        match name:
            case "requires" | "ensures" | "loop invariant" | "assert":
                return self._predicate_clause(Role(name))
            case "loop variant" | "decreases":
                return self._variant(Role(name))
            case "assigns":
                return self._assigns(word.at)
            case _ if name in _UNSUPPORTED:
                raise self._error(f"{name} is not supported", _UNSUPPORTED[name], word.at)
            case _:
                hint = f"supported are {_KEYWORDS}; --contracts off ignores annotations"
                raise self._error(f"unknown clause {name!r}", hint, word.at)

    def _predicate_clause(self, role: Role) -> Clause:
        if self._token.kind == "word" and self._peek().text == ":" and self._peek().kind == "sign":
            self._next += 2  # the clause has a name
        begin = self._token.at
        predicate = self._predicate(self._expression())
        end = self._expect(";").at
        written = " ".join(self._text[begin - self._start : end - self._start].split())
        return Clause(role, predicate, written, begin)

    def _variant(self, role: Role) -> Clause:
        begin = self._token.at
        term = self._term(self._expression())
        if self._is("for"):
            raise self._error("variants of other relations are not supported", "give an integer that decreases")
        end = self._expect(";").at
        written = " ".join(self._text[begin - self._start : end - self._start].split())
        return Clause(role, Holds(term, begin), written, begin)

    def _assigns(self, at: int) -> Assigns:
        locations: list[Location] = []
        if not self._accept("\\nothing"):
            locations.append(self._location())
            while self._accept(","):
                locations.append(self._location())
        if self._is("\\from"):
            raise self._error("\\from is not supported", "remove it: dependences are not used")
        self._expect(";")
        return Assigns(tuple(locations), at)

    def _location(self) -> Location:
        at = self._token.at
        found = self._expression()
        text = " ".join(self._text[at - self._start : self._token.at - self._start].split())
        match found:
            case _Elements(base, first, last):
                return Location(base, first, last, text, at)
            case Name() | Index() | Member() | Dereference():
                return Location(found, None, None, text, at)
            case _:
                raise self._error("expected a memory location", "such as *p, x, p->next or a[0..n-1]", at)

    # ---- expressions, from the weakest operator to the strongest

    def _expression(self) -> _Expression:
        self._depth += 1
        if self._depth > LIMITS.annotation_nesting:
            raise self._error(
                "this annotation is nested too deeply", f"the limit is {LIMITS.annotation_nesting} levels"
            )
        try:
            if self._is("\\forall", "\\exists"):
                return self._quantified()
            return self._conditional()
        finally:
            self._depth -= 1

    def _conditional(self) -> _Expression:
        condition = self._equivalence()
        if not (sign := self._accept("?")):
            return condition
        then = self._term(self._expression())
        self._expect(":")
        return Choice(self._predicate(condition), then, self._term(self._expression()), sign.at)

    def _equivalence(self) -> _Expression:
        left = self._implication()
        while sign := self._accept("<==>"):
            left = Joined(
                Connective.IFF, self._predicate(left), self._predicate(self._operand(self._implication)), sign.at
            )
        return left

    def _implication(self) -> _Expression:
        left = self._exclusion()
        if sign := self._accept("==>"):
            self._depth += 1
            if self._depth > LIMITS.annotation_nesting:
                raise self._error(
                    "this annotation is nested too deeply", f"the limit is {LIMITS.annotation_nesting} levels"
                )
            right = self._predicate(self._operand(self._implication))
            self._depth -= 1
            return Joined(Connective.IMPLIES, self._predicate(left), right, sign.at)
        return left

    def _exclusion(self) -> _Expression:
        left = self._disjunction()
        while sign := self._accept("^^"):
            left = Joined(
                Connective.XOR, self._predicate(left), self._predicate(self._operand(self._disjunction)), sign.at
            )
        return left

    def _disjunction(self) -> _Expression:
        left = self._conjunction()
        while sign := self._accept("||"):
            left = Joined(
                Connective.OR, self._predicate(left), self._predicate(self._operand(self._conjunction)), sign.at
            )
        return left

    def _conjunction(self) -> _Expression:
        left = self._bits()
        while sign := self._accept("&&"):
            left = Joined(Connective.AND, self._predicate(left), self._predicate(self._operand(self._bits)), sign.at)
        return left

    def _operand(self, parse: Callable[[], _Expression]) -> _Expression:
        """Parse the right operand of a connective, which may be a quantifier without parentheses."""
        return self._expression() if self._is("\\forall", "\\exists") else parse()

    def _bits(self) -> _Expression:
        left = self._comparison()
        while self._is("|", "^", "&", "-->", "<-->"):
            sign = self._take()
            if sign.text in {"-->", "<-->"}:
                raise self._error(f"{sign.text} is not supported", "write it with |, & and ~", sign.at)
            right = self._comparison()
            if isinstance(left, Comparison | Joined) or isinstance(right, Comparison | Joined):
                raise self._error(f"a comparison beside {sign.text}", "put the operands in parentheses", sign.at)
            if isinstance(left, Binary) and left.sign in {"|", "^", "&"} and left.sign != sign.text:
                raise self._error(f"{left.sign} beside {sign.text}", "put the operands in parentheses", sign.at)
            left = Binary(sign.text, self._term(left), self._term(right), sign.at)
        return left

    def _comparison(self) -> _Expression:
        left = self._shift()
        links: list[Comparison] = []
        while self._is(*_COMPARISONS):
            sign = self._take()
            right = self._shift()
            links.append(Comparison(sign.text, self._term(left), self._term(right), sign.at))
            left = right
        if not links:
            return left
        signs = frozenset(link.sign for link in links)
        if len(links) > 1 and not (signs <= _RISING or signs <= _FALLING):
            raise self._error("all comparisons of a chain must have one direction", at=links[1].at)
        joined: Predicate = links[0]
        for link in links[1:]:
            joined = Joined(Connective.AND, joined, link, link.at)
        return joined

    def _shift(self) -> _Expression:
        left = self._sum()
        while self._is("<<", ">>"):
            sign = self._take()
            left = Binary(sign.text, self._term(left), self._term(self._sum()), sign.at)
        return left

    def _sum(self) -> _Expression:
        left = self._product()
        while self._is("+", "-"):
            sign = self._take()
            right = self._product()
            if isinstance(right, _Range) and sign.text == "+":
                left = _Pointers(self._term(left), right.first, right.last, sign.at)
            else:
                left = Binary(sign.text, self._term(left), self._term(right), sign.at)
        return left

    def _product(self) -> _Expression:
        left = self._unary()
        while self._is("*", "/", "%"):
            sign = self._take()
            left = Binary(sign.text, self._term(left), self._term(self._unary()), sign.at)
        return left

    def _unary(self) -> _Expression:
        self._depth += 1
        if self._depth > LIMITS.annotation_nesting:
            raise self._error(
                "this annotation is nested too deeply", f"the limit is {LIMITS.annotation_nesting} levels"
            )
        try:
            return self._signed()
        finally:
            self._depth -= 1

    def _signed(self) -> _Expression:
        if sign := self._accept("!"):
            return Not(self._predicate(self._unary()), sign.at)
        if sign := self._accept("-", "+", "~"):
            return Unary(sign.text, self._term(self._unary()), sign.at)
        if sign := self._accept("*"):
            match self._unary():
                case _Pointers(base, first, last):
                    return _Elements(base, first, last, sign.at)
                case pointer:
                    return Dereference(self._term(pointer), sign.at)
        if sign := self._accept("&"):
            match self._unary():
                case _Elements(base, first, last):
                    return _Pointers(base, first, last, sign.at)
                case of:
                    return AddressOf(self._term(of), sign.at)
        if self._is("(") and (cast := self._cast()) is not None:
            return cast
        return self._postfix()

    def _cast(self) -> _Expression | None:
        """Parse ``(type) operand`` if it follows, else return None."""
        at, ahead = self._token.at, 1
        words: list[str] = []
        while self._peek(ahead).kind == "word" and not self._peek(ahead).text.startswith("\\"):
            words.append(self._peek(ahead).text)
            ahead += 1
        stars = 0
        while self._peek(ahead).text == "*" and self._peek(ahead).kind == "sign":
            stars += 1
            ahead += 1
        if not words or self._peek(ahead).text != ")":
            return None
        after = self._peek(ahead + 1)
        is_type = bool(_TYPE_WORDS & set(words)) or stars > 0
        if words == ["integer"] and not stars:
            self._next += ahead + 1
            return self._unary()
        begins_operand = after.kind in {"word", "number", "float", "character"} or after.text in {"(", "~"}
        is_type |= len(words) == 1 and begins_operand and after.text not in {"&&", "||"}
        if not is_type:
            return None
        if _MATHEMATICAL & set(words):
            raise self._error(f"a cast to {words[0]} is not supported", at=at)
        self._next += ahead + 1
        return Cast(" ".join(words) + " " * bool(stars) + "*" * stars, self._term(self._unary()), at)

    def _postfix(self) -> _Expression:
        found = self._primary()
        while True:
            if sign := self._accept("["):
                index = self._expression()
                if self._accept(".."):
                    last = self._term(self._expression())
                    self._expect("]")
                    found = _Elements(self._term(found), self._term(index), last, sign.at)
                else:
                    self._expect("]")
                    found = Index(self._term(found), self._term(index), sign.at)
            elif sign := self._accept(".", "->"):
                name = self._take()
                if name.kind != "word" or name.text.startswith("\\"):
                    raise self._error("expected the name of a member", at=name.at)
                found = Member(self._term(found), sign.text, name.text, name.at)
            elif self._is("("):
                raise self._error("function calls in annotations are not supported", "write the value out")
            else:
                return found

    def _primary(self) -> _Expression:
        token = self._take()
        match token.kind:
            case "number":
                return Number(integer_of(token), token.at)
            case "character":
                return Number(character_of(token), token.at)
            case "float":
                return Verbatim(token.text, token.at)
            case "word" if token.text == "sizeof":
                return Verbatim(f"sizeof {self._balanced()}", token.at)
            case "word" if not token.text.startswith("\\"):
                return Name(token.text, token.at)
            case "word":
                return self._built_in(token)
            case "sign" if token.text == "(":
                return self._parenthesised(token)
            case _:
                raise self._error(f"expected an expression before {token.text!r}", at=token.at)

    def _parenthesised(self, opening: AnnotationToken) -> _Expression:
        inner = self._expression()
        if self._accept(".."):
            last = self._term(self._expression())
            self._expect(")")
            return _Range(self._term(inner), last, opening.at)
        self._expect(")")
        # prevents (a < b) < c from being read as a chain of comparisons
        return Truth(inner, inner.at) if isinstance(inner, Comparison) else inner

    def _balanced(self) -> str:
        opening = self._expect("(")
        depth = 1
        while depth:
            token = self._take()
            if token.kind == "end" or token.text.startswith("\\"):
                raise self._error("sizeof needs a type or an expression of C in parentheses", at=opening.at)
            depth += {"(": 1, ")": -1}.get(token.text, 0)
        return self._text[opening.at - self._start : token.at - self._start + 1]

    def _built_in(self, token: AnnotationToken) -> _Expression:
        match token.text:
            case "\\result":
                return Result(token.at)
            case "\\true" | "\\false":
                return Constant(token.text == "\\true", token.at)
            case "\\null":
                return Verbatim("((void *)0)", token.at)
            case "\\old":
                self._expect("(")
                of = self._term(self._expression())
                self._expect(")")
                return Old(of, token.at)
            case "\\at":
                return self._at_label(token)
            case "\\valid" | "\\valid_read":
                self._expect("(")
                found = self._expression()
                self._expect(")")
                is_writable = token.text == "\\valid"
                if isinstance(found, _Pointers):
                    return Valid(found.base, found.first, found.last, is_writable, token.at)
                return Valid(self._term(found), None, None, is_writable, token.at)
            case "\\separated":
                return self._separated(token)
            case _:
                raise self._error(f"{token.text} is not supported", at=token.at)

    def _separated(self, token: AnnotationToken) -> Predicate:
        self._expect("(")
        ranges = [self._expression()]
        while self._accept(","):
            ranges.append(self._expression())
        self._expect(")")
        if len(ranges) < 2:
            raise self._error("\\separated needs two pointers or more", at=token.at)
        bounds: list[tuple[Term, Term | None, Term | None]] = [
            (each.base, each.first, each.last) if isinstance(each, _Pointers) else (self._term(each), None, None)
            for each in ranges
        ]
        pairs: list[Predicate] = [Separated(*one, *other, token.at) for one, other in combinations(bounds, 2)]
        return reduce(lambda left, right: Joined(Connective.AND, left, right, token.at), pairs)

    def _at_label(self, token: AnnotationToken) -> _Expression:
        self._expect("(")
        of = self._term(self._expression())
        self._expect(",")
        label = self._take()
        self._expect(")")
        if label.text in {"Pre", "Old"}:
            return Old(of, token.at)
        if label.text == "Here":
            return of
        raise self._error(
            f"\\at with label {label.text} is not supported", "supported labels are Pre, Old and Here", label.at
        )

    def _quantified(self) -> Predicate:
        sign = self._take()
        kind = self._take()
        if kind.text != "integer":
            hint = "use integer, and give the range with <="
            raise self._error(f"a quantifier over {kind.text} is not supported", hint, kind.at)
        variables = [self._variable()]
        while self._accept(","):
            variables.append(self._variable())
        self._expect(";")
        body = self._predicate(self._expression())
        return quantified(sign.text == "\\forall", variables, body, sign.at)

    def _variable(self) -> str:
        token = self._take()
        if token.kind != "word" or token.text.startswith("\\"):
            raise self._error("expected the name of a variable", at=token.at)
        return token.text

    # ---- terms and predicates

    def _term(self, found: _Expression) -> Term:
        match found:
            case _Pointers() | _Elements() | _Range():
                hint = "ranges are allowed in \\valid(p + (0..n-1)) and in assigns a[0..n-1]"
                raise self._error("unexpected range", hint, found.at)
            case Comparison() | Holds() | Not() | Joined() | Valid() | Separated() | Constant():
                return Truth(found, found.at)
            case _:
                return found if not _is_predicate(found) else Truth(found, found.at)  # type: ignore[arg-type, return-value]

    def _predicate(self, found: _Expression) -> Predicate:
        if isinstance(found, Truth):
            return found.predicate
        if _is_predicate(found):
            return found  # type: ignore[return-value]
        return Holds(self._term(found), found.at)


def _before(predicate: Predicate) -> Predicate:
    """Return that ``predicate`` held before the call."""
    return Holds(Old(Truth(predicate, predicate.at), predicate.at), predicate.at)


def _is_predicate(found: _Expression) -> bool:
    return isinstance(found, Predicate)
