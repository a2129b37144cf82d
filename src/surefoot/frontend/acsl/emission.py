"""C code for predicates and terms, given the types that clang found for the parts that are C's own.

Integers are mathematical: each operation is done in a type wide enough for every value of its operands and its result. It is done in the unsigned type of that width, which
gives the same bits, because clang's sanitizers would ask whether the signed one overflows.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.syntax import (
    AddressOf,
    Binary,
    Cast,
    Choice,
    Comparison,
    Connective,
    Constant,
    Dereference,
    Holds,
    Index,
    Joined,
    Member,
    Name,
    Not,
    Number,
    Old,
    Predicate,
    Quantified,
    Result,
    Term,
    Truth,
    Unary,
    Valid,
    Verbatim,
    names_in,
)
from surefoot.frontend.acsl.typed_code import (
    Code,
    Floating,
    Integer,
    Opaque,
    Pointer,
    Type,
    as_index,
    bitwise,
    compared,
    divided,
    integer,
    number_of,
    range_of,
    signed_type,
    unsigned_type,
    width_of,
)

RESULT: Final = "__surefoot_result"
OBJECT_SIZE: Final = "__surefoot_object_size"
WRITABLE_SIZE: Final = "__surefoot_writable_size"
_LONGEST_SHIFT: Final = 128
_FARTHEST: Final = 1 << 62
"""Pointers are not moved by more bytes than this."""

Typed = Mapping[Term, Type]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Elements of an array: where they begin, their bytes, C conditions that there are some, and that neither number is too large for a pointer."""

    start: str
    size: Code
    is_some: str
    is_near: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A quantified variable: its C variable, and whether that is chosen when the function begins."""

    code: Code
    is_early: bool = False


Bounds = Mapping[str, Bound]


def plain(term: Term, bound: Mapping[str, str]) -> str:
    """C text for ``term`` that has the same type where C decides about types; it is never evaluated."""
    match term:
        case Name(name):
            return bound.get(name, name)
        case Number(value):
            return str(value) if value < 2**63 else "0"
        case Verbatim(text):
            return text
        case Result():
            return RESULT
        case Old(of):
            return plain(of, bound)
        case Index(base, index):
            return f"({plain(base, bound)})[{plain(index, bound)}]"
        case Member(base, sign, name):
            return f"({plain(base, bound)}){sign}{name}"
        case Dereference(pointer):
            return f"(*({plain(pointer, bound)}))"
        case AddressOf(of):
            return f"(&({plain(of, bound)}))"
        case Cast(type, of):
            return f"(({type})({plain(of, bound)}))"
        case Unary(sign, of):
            return f"({sign}({plain(of, bound)}))"
        case Binary(sign, left, right):
            return f"(({plain(left, bound)}) {sign} ({plain(right, bound)}))"
        case Choice(_, then, otherwise):
            return f"(1 ? ({plain(then, bound)}) : ({plain(otherwise, bound)}))"
        case Truth():
            return "1"


class Emitter:
    """Writes the code of one function or statement; ``olds`` collects what has to be kept from its beginning."""

    def __init__(self, types: Typed, prefix: str, *, uses_unsigned: bool = True) -> None:
        self._types = types
        self._prefix = prefix
        self._uses_unsigned = uses_unsigned
        self._count = 0
        self.early: list[str] = []
        """Declarations that belong to the beginning of the function."""
        self.shown: dict[str, str] = {}
        """How C variables that were made are called in reports."""
        self._olds: dict[Old, Code] = {}

    def fresh(self, what: str, shown: str | None = None) -> str:
        """A new name of a C variable, that reports call ``shown``, if anything."""
        self._count += 1
        name = f"__surefoot_{what}_{self._prefix}_{self._count}"
        if shown is not None:
            self.shown[name] = shown
        return name

    # ---- predicates

    def truth(self, predicate: Predicate, bounds: Bounds) -> str:
        """A C expression that is 1 where ``predicate`` holds, else 0."""
        match predicate:
            case Constant(value):
                return str(int(value))
            case Comparison():
                return self._comparison(predicate, bounds)
            case Holds(term):
                return f"(({self._scalar(term, bounds).text}) != 0)"
            case Not(of):
                return f"(!{self.truth(of, bounds)})"
            case Joined(connective, left, right):
                return _joined(connective, self.truth(left, bounds), self.truth(right, bounds))
            case Quantified():
                return self._by_loop(predicate, bounds)
            case Valid():
                return self._valid(predicate, bounds)

    def range_of(self, predicate: Quantified, variable: Code, bounds: Bounds) -> str:
        """That ``variable``, whatever it holds, is in the range of the quantifier."""
        variable = _anything(variable)
        least, most = self._integer(predicate.least, bounds), self._integer(predicate.most, bounds)
        above = compared("<=" if predicate.is_least_included else "<", least, variable)
        below = compared("<=" if predicate.is_most_included else "<", variable, most)
        return f"({above} && {below})"

    def variable(self, predicate: Quantified, bounds: Bounds) -> Code:
        """A new C variable that holds every value in the range of the quantifier, and one more."""
        least, most = self._integer(predicate.least, bounds).type, self._integer(predicate.most, bounds).type
        lowest = range_of(least)[0] + (not predicate.is_least_included)
        highest = max(lowest, range_of(most)[1] - (not predicate.is_most_included))
        name = self.fresh("bound", predicate.variable)
        for ctype, low, high in _COUNTERS:
            if low <= lowest and highest < high:  # a loop counts one further
                return Code(name, Integer(lowest, highest, ctype))
        raise AnnotationError(f"the range of {predicate.variable} is too large", predicate.at)

    def _by_loop(self, predicate: Quantified, bounds: Bounds) -> str:
        """The quantifier as a statement expression with a loop."""
        variable = self.variable(predicate, bounds)
        inner = {**bounds, predicate.variable: Bound(variable)}
        found = self.fresh("found")
        body = self.truth(predicate.body, inner)
        stops = f"!{body}" if predicate.is_universal else body
        head = self.loop_head(predicate, variable, bounds)
        result = f"!{found}" if predicate.is_universal else found
        return f"({{ _Bool {found} = 0; {head} {{ if ({stops}) {{ {found} = 1; break; }} }} {result}; }})"

    def loop_head(self, predicate: Quantified, variable: Code, bounds: Bounds) -> str:
        """``for (...)`` over the range of the quantifier."""
        least = self._integer(predicate.least, bounds)
        most = self._integer(predicate.most, bounds)
        kind = variable.type
        ctype = kind.ctype if isinstance(kind, Integer) else ""
        start = least if predicate.is_least_included else self._sum("+", least, Code("1", integer(1, 1)), predicate.at)
        within = compared("<=" if predicate.is_most_included else "<", _anything(variable), most)
        name = variable.text
        wide = "unsigned long long" if "long" in ctype else "unsigned"
        return f"for ({ctype} {name} = ({ctype})({start.text}); {within}; {name} = ({ctype})(({wide}){name} + 1u))"

    def _comparison(self, predicate: Comparison, bounds: Bounds) -> str:
        left, right = self._scalar(predicate.left, bounds), self._scalar(predicate.right, bounds)
        match left.type, right.type:
            case Integer(), Integer():
                return compared(predicate.sign, left, right)
            case (Pointer(), Integer()) | (Integer(), Pointer()):
                if Number(0, 0).value not in (_value_of(predicate.left), _value_of(predicate.right)):
                    raise AnnotationError(
                        "a pointer is compared with an integer", predicate.at, "compare it with \\null"
                    )
                return f"(({left.text}) {predicate.sign} ({right.text}))"
            case (Floating(), Integer() as exact) | (Integer() as exact, Floating()) if not exact.fits_double:
                hint = "floating numbers are exact up to 2^53"
                raise AnnotationError(
                    "a floating number is compared with an integer that may be rounded", predicate.at, hint
                )
            case (Pointer(), Floating()) | (Floating(), Pointer()):
                raise AnnotationError("a pointer is compared with a floating number", predicate.at)
            case _:
                return f"(({left.text}) {predicate.sign} ({right.text}))"

    def _valid(self, predicate: Valid, bounds: Bounds) -> str:
        pointer = self.term(predicate.pointer, bounds)
        if not isinstance(pointer.type, Pointer):
            raise AnnotationError("\\valid is about pointers", predicate.at)
        size_from = WRITABLE_SIZE if predicate.is_writable else OBJECT_SIZE
        if predicate.first is None or predicate.last is None:
            return f"({size_from}({pointer.text}) >= sizeof(*({pointer.text})))"
        found = self.stretch(pointer, predicate.first, predicate.last, bounds, predicate.at)
        room = Code(f"{size_from}({found.start})", _SIZE)
        return f"(!{found.is_some} || ({found.is_near} && {compared('<=', found.size, room)}))"

    def stretch(self, pointer: Code, first: Term, last: Term, bounds: Bounds, at: int) -> "Stretch":
        """The elements from ``first`` to ``last`` of the array at ``pointer``."""
        low, high = self._integer(first, bounds), self._integer(last, bounds)
        element = Code(f"sizeof(*({pointer.text}))", Integer(0, 2**31 - 1, "unsigned long"))
        offset = self._product(low, element, at)
        count = self._sum("+", self._sum("-", high, low, at), number_of(1), at)
        size = self._product(count, element, at)
        start = f"((char *)({pointer.text}) + (long long)({offset.text}))"
        is_near = f"({self._between(offset, -_FARTHEST, _FARTHEST)} && {self._between(size, 0, _FARTHEST)})"
        return Stretch(start, size, compared("<=", low, high), is_near)

    def _between(self, code: Code, least: int, most: int) -> str:
        low, high = (Code(f"({number}LL)", integer(number, number)) for number in (least, most))
        return f"({compared('<=', low, code)} && {compared('<=', code, high)})"

    # ---- terms

    def term(self, term: Term, bounds: Bounds) -> Code:
        """Code for the value of ``term``."""
        match term:
            case Name(name) if name in bounds:
                return bounds[name].code
            case Name() | Verbatim() | Result():
                return Code(plain(term, {}), self._types[term])
            case Number(value):
                return number_of(value)
            case Old():
                return self._old(term, bounds)
            case Index(base, index):
                return Code(f"({self.term(base, bounds).text})[{self._index(index, bounds)}]", self._types[term])
            case Member(base, sign, name):
                return Code(f"({self.term(base, bounds).text}){sign}{name}", self._types[term])
            case Dereference(pointer):
                return Code(f"(*({self.term(pointer, bounds).text}))", self._types[term])
            case AddressOf(of):
                return Code(f"(&({self.term(of, bounds).text}))", Pointer())
            case Cast(type, of):
                return Code(f"(({type})({self._scalar(of, bounds).text}))", self._types[term])
            case Unary(sign, of):
                return self._unary(sign, of, bounds, term.at)
            case Binary():
                return self._binary(term, bounds)
            case Choice(condition, then, otherwise, at):
                return self._choice(
                    self.truth(condition, bounds), self._scalar(then, bounds), self._scalar(otherwise, bounds), at
                )
            case Truth(predicate):
                return Code(self.truth(predicate, bounds), Integer(0, 1, "int"))

    def _scalar(self, term: Term, bounds: Bounds) -> Code:
        code = self.term(term, bounds)
        if isinstance(code.type, Opaque):
            raise AnnotationError("a struct or union as a whole", term.at, "write about its members")
        return code

    def _integer(self, term: Term, bounds: Bounds) -> Code:
        code = self._scalar(term, bounds)
        if not isinstance(code.type, Integer):
            raise AnnotationError("an integer is needed here", term.at)
        return code

    def _index(self, term: Term, bounds: Bounds) -> str:
        return as_index(self._integer(term, bounds), term.at)

    def _unary(self, sign: str, of: Term, bounds: Bounds, at: int) -> Code:
        code = self._scalar(of, bounds)
        match code.type:
            case Integer(least, most) if sign == "-" and least == most and isinstance(of, Number):
                return number_of(-least)
            case Integer() if sign == "+":
                return code
            case Integer():
                negated = self._sum("-", number_of(0), code, at)
                return negated if sign == "-" else self._sum("-", negated, number_of(1), at)
            case Floating() if sign != "~":
                return Code(f"({sign}({code.text}))", Floating())
            case _:
                raise AnnotationError(f"{sign} of something that is no number", at)

    def _binary(self, term: Binary, bounds: Bounds) -> Code:
        left, right = self._scalar(term.left, bounds), self._scalar(term.right, bounds)
        match left.type, right.type:
            case Integer(), Integer():
                return self._of_integers(term, left, right)
            case Pointer(), Integer() if term.sign in {"+", "-"}:
                return Code(f"(({left.text}) {term.sign} {as_index(right, term.at)})", Pointer())
            case Integer(), Pointer() if term.sign == "+":
                return Code(f"(({right.text}) + {as_index(left, term.at)})", Pointer())
            case Pointer(), Pointer() if term.sign == "-":
                return Code(f"(({left.text}) - ({right.text}))", Integer(-(2**63), 2**63 - 1, "long"))
            case (Floating() | Integer(), Floating() | Integer()) if term.sign in {"+", "-", "*", "/"}:
                for each in (left, right):
                    if isinstance(each.type, Integer) and not each.type.fits_double:
                        raise AnnotationError("an integer may be rounded to a floating number", term.at)
                return Code(f"(({left.text}) {term.sign} ({right.text}))", Floating())
            case _:
                raise AnnotationError(f"{term.sign} of operands that it is not defined for", term.at)

    def _of_integers(self, term: Binary, left: Code, right: Code) -> Code:
        match term.sign:
            case "+" | "-":
                return self._sum(term.sign, left, right, term.at)
            case "*":
                return self._product(left, right, term.at)
            case "/" | "%":
                return divided(term.sign, left, right, term.at)
            case "<<" | ">>":
                return self._shifted(term, left)
            case _:
                return bitwise(term.sign, left, right, term.at)

    def _sum(self, sign: str, left: Code, right: Code, at: int) -> Code:
        (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
        least, most = (low + lower, high + higher) if sign == "+" else (low - higher, high - lower)
        return self._exact(sign, left, right, least, most, at)

    def _product(self, left: Code, right: Code, at: int) -> Code:
        corners = [one * other for one in range_of(left.type) for other in range_of(right.type)]
        return self._exact("*", left, right, min(corners), max(corners), at)

    def _exact(self, sign: str, left: Code, right: Code, least: int, most: int, at: int) -> Code:
        """``left sign right`` in a type that holds the operands and the result."""
        width = width_of(at, range_of(left.type), range_of(right.type), (least, most))
        of = signed_type(width)
        if not self._uses_unsigned:
            return Code(f"((({of})({left.text})) {sign} (({of})({right.text})))", Integer(least, most, of))
        wide = unsigned_type(width)
        computed = f"({wide})({of})({left.text}) {sign} ({wide})({of})({right.text})"
        return Code(f"(({of})({computed}))", Integer(least, most, of))

    def _shifted(self, term: Binary, left: Code) -> Code:
        if not (isinstance(term.right, Number) and term.right.value <= _LONGEST_SHIFT):
            raise AnnotationError("a shift by something else than a small constant is not supported", term.at)
        factor = 1 << term.right.value
        if term.sign == "<<":
            return self._product(left, number_of(factor), term.at)
        least, most = range_of(left.type)
        width = width_of(term.at, (least, most), (0, term.right.value))
        if term.right.value >= width:
            width = term.right.value + 1
        of = signed_type(width)
        return Code(f"((({of})({left.text})) >> {term.right.value})", Integer(least // factor, most // factor, of))

    def _choice(self, condition: str, then: Code, otherwise: Code, at: int) -> Code:
        text = f"({condition} ? ({{then}}) : ({{otherwise}}))"
        match then.type, otherwise.type:
            case Integer(low, high), Integer(lower, higher):
                width = width_of(at, (low, high), (lower, higher))
                of = signed_type(width)
                chosen = text.format(then=f"({of})({then.text})", otherwise=f"({of})({otherwise.text})")
                return Code(chosen, Integer(min(low, lower), max(high, higher), of))
            case (Pointer(), Pointer()) | (Floating(), Floating()):
                return Code(text.format(then=then.text, otherwise=otherwise.text), then.type)
            case _:
                raise AnnotationError("the two values of ?: have different types", at)

    # ---- what was before

    def _old(self, term: Old, bounds: Bounds) -> Code:
        """A variable that is set when the function begins."""
        chosen = {name: bound for name, bound in bounds.items() if name in names_in(term.of)}
        if not all(bound.is_early for bound in chosen.values()):
            hint = "it works in ensures, for variables of \\forall that no \\exists or ! stands before"
            raise AnnotationError(
                "\\old of something that depends on a quantified variable is not supported here", term.at, hint
            )
        if term in self._olds:
            return self._olds[term]
        code = self.term(term.of, bounds)
        name = self.fresh("old", "\\old")
        if chosen:
            self.early.append(self._kept_if_there(name, term, code))
        else:
            self.early.append(f"__auto_type {name} = {code.text};")
        self._olds[term] = Code(name, code.type)
        return self._olds[term]

    def _kept_if_there(self, name: str, term: Old, code: Code) -> str:
        """Keep the value of memory that is there for some values of quantified variables only; else the value is unknown."""
        if not isinstance(term.of, Index | Dereference | Member) or not isinstance(code.type, Integer | Pointer):
            raise AnnotationError(
                "\\old with a quantified variable is supported for memory with integers and pointers", term.at
            )
        value = f"({code.text}) + 0"
        unknown = f"(__typeof__({value}))__surefoot_unknown_number()"
        return f"__auto_type {name} = {OBJECT_SIZE}(&({code.text})) >= sizeof({code.text}) ? {value} : {unknown};"


_COUNTERS: Final = (
    ("int", -(2**31), 2**31 - 1),
    ("long long", -(2**63), 2**63 - 1),
    ("unsigned long long", 0, 2**64 - 1),
)
"""The C types of quantified variables, with their least and largest values."""
_SIZE: Final = Integer(0, 2**64 - 1, "unsigned long")


def _anything(variable: Code) -> Code:
    """The variable as one that may hold every value of its C type."""
    kind = variable.type
    for ctype, low, high in _COUNTERS:
        if isinstance(kind, Integer) and kind.ctype == ctype:
            return Code(variable.text, Integer(low, high, ctype))
    return variable


def _joined(connective: Connective, left: str, right: str) -> str:
    match connective:
        case Connective.AND | Connective.OR:
            return f"({left} {connective.value} {right})"
        case Connective.IMPLIES:
            return f"(!{left} || {right})"
        case Connective.IFF:
            return f"(!{left} == !{right})"
        case Connective.XOR:
            return f"(!{left} != !{right})"


def _value_of(term: Term) -> int | None:
    return term.value if isinstance(term, Number) else None
