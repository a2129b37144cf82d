"""C code for ACSL predicates and terms, given the types of their C terms.

Arithmetic is exact (`typed_code`). It is done in the unsigned type of the width, which gives the
same bits, because clang's sanitizers check signed operations for overflow.
"""

import re
from collections.abc import Iterator, Mapping
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
    Separated,
    Term,
    Truth,
    Unary,
    Valid,
    Verbatim,
    names_in,
    nodes_of,
    parts_of,
)
from surefoot.frontend.acsl.typed_code import (
    LARGEST_OFFSET,
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
from surefoot.frontend.environment import ARBITRARY_INDEX
from surefoot.frontend.limits import LIMITS

RESULT: Final = "__surefoot_result"
OBJECT_SIZE: Final = "__surefoot_object_size"
WRITABLE_SIZE: Final = "__surefoot_writable_size"

Typed = Mapping[Term, Type]


@dataclass(frozen=True, slots=True)
class ElementRange:
    """Elements of an array: their address, their size in bytes, and C conditions that there are
    some and that offset and size fit a pointer.
    """

    start: str
    size: Code
    is_nonempty: str
    fits_pointer: str


@dataclass(frozen=True, slots=True)
class BoundVariable:
    """A quantified variable: its C variable, and whether that is an `arbitrary_index`."""

    code: Code
    is_arbitrary_index: bool = False


Bindings = Mapping[str, BoundVariable]


def arbitrary_index(ctype: str, depth: int) -> str:
    """Return the constant for a quantified variable of type ``ctype`` within ``depth`` others."""
    words = re.findall(r"\w+", ctype)
    return f"{ARBITRARY_INDEX}{'_'.join(words)}_{depth}"


def unevaluated(term: Term, bound: Mapping[str, str]) -> str:
    """Return C text with the C type of ``term``, for use in unevaluated operands."""
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
            return unevaluated(of, bound)
        case Index(base, index):
            return f"({unevaluated(base, bound)})[{unevaluated(index, bound)}]"
        case Member(base, sign, name):
            return f"({unevaluated(base, bound)}){sign}{name}"
        case Dereference(pointer):
            return f"(*({unevaluated(pointer, bound)}))"
        case AddressOf(of):
            return f"(&({unevaluated(of, bound)}))"
        case Cast(type, of):
            return f"(({type})({unevaluated(of, bound)}))"
        case Unary(sign, of):
            return f"({sign}({unevaluated(of, bound)}))"
        case Binary(sign, left, right):
            return f"(({unevaluated(left, bound)}) {sign} ({unevaluated(right, bound)}))"
        case Choice(_, then, otherwise):
            return f"(1 ? ({unevaluated(then, bound)}) : ({unevaluated(otherwise, bound)}))"
        case Truth():
            return "1"


class Emitter:
    """Generator of the code of one function or statement."""

    def __init__(self, types: Typed, prefix: str, *, uses_unsigned: bool = True) -> None:
        self._types = types
        self._prefix = prefix
        self._uses_unsigned = uses_unsigned
        self._count = 0
        self.prologue: list[str] = []
        """Declarations to insert at the entry of the function."""
        self.display_names: dict[str, str] = {}
        """Names of generated C variables in reports."""
        self._olds: dict[str, Code] = {}
        """Variables with saved values, by the code of the value."""

    def fresh(self, what: str, display_name: str | None = None) -> str:
        """Return a fresh name of a C variable; reports show it as ``display_name``, or not at all
        if that is None.
        """
        self._count += 1
        name = f"__surefoot_{what}_{self._prefix}_{self._count}"
        if display_name is not None:
            self.display_names[name] = display_name
        return name

    # ---- predicates

    def truth(self, predicate: Predicate, bindings: Bindings) -> str:
        """Return a C expression that is 1 if ``predicate`` holds, else 0."""
        match predicate:
            case Constant(value):
                return str(int(value))
            case Comparison():
                return self._comparison(predicate, bindings)
            case Holds(term):
                return f"(({self._scalar(term, bindings).text}) != 0)"
            case Not(of):
                return f"(!{self.truth(of, bindings)})"
            case Joined(connective, left, right):
                return _joined(connective, self.truth(left, bindings), self.truth(right, bindings))
            case Quantified():
                return self._loop_value(predicate, bindings)
            case Valid():
                return self._valid(predicate, bindings)
            case Separated():
                return self._separated(predicate, bindings)

    def range_of(self, predicate: Quantified, variable: Code, bindings: Bindings) -> str:
        """Return a condition that the unconstrained ``variable`` is in the range of the quantifier."""
        variable = _unconstrained(variable)
        least, most = self._integer(predicate.least, bindings), self._integer(predicate.most, bindings)
        above = compared("<=" if predicate.is_least_included else "<", least, variable)
        below = compared("<=" if predicate.is_most_included else "<", variable, most)
        return f"({above} && {below})"

    def variable(self, predicate: Quantified, bindings: Bindings) -> Code:
        """Return a new C variable whose type holds the range of the quantifier and its end."""
        least, most = self._integer(predicate.least, bindings).type, self._integer(predicate.most, bindings).type
        lowest = range_of(least)[0] + (not predicate.is_least_included)
        highest = max(lowest, range_of(most)[1] - (not predicate.is_most_included))
        name = self.fresh("bound", predicate.variable)
        for ctype, low, high in _COUNTERS:
            if low <= lowest and highest < high:  # the loop counter reaches highest + 1
                return Code(name, Integer(lowest, highest, ctype))
        raise AnnotationError(
            f"the range of {predicate.variable} exceeds 128 bits", predicate.at, "give it smaller bounds"
        )

    def _loop_value(self, predicate: Quantified, bindings: Bindings) -> str:
        """Return the truth value of the quantifier as a statement expression with a loop."""
        variable = self.variable(predicate, bindings)
        inner = {**bindings, predicate.variable: BoundVariable(variable)}
        found = self.fresh("found")
        body = self.truth(predicate.body, inner)
        stops = f"!{body}" if predicate.is_universal else body
        head = self.loop_head(predicate, variable, bindings)
        result = f"!{found}" if predicate.is_universal else found
        return f"({{ _Bool {found} = 0; {head} {{ if ({stops}) {{ {found} = 1; break; }} }} {result}; }})"

    def loop_head(self, predicate: Quantified, variable: Code, bindings: Bindings) -> str:
        """Return ``for (...)`` over the range of the quantifier."""
        least = self._integer(predicate.least, bindings)
        most = self._integer(predicate.most, bindings)
        kind = variable.type
        ctype = kind.ctype if isinstance(kind, Integer) else ""
        start = least if predicate.is_least_included else self._sum("+", least, Code("1", integer(1, 1)), predicate.at)
        within = compared("<=" if predicate.is_most_included else "<", _unconstrained(variable), most)
        name = variable.text
        wide = "unsigned" if ctype == "int" else "unsigned long long" if "long" in ctype else f"unsigned {ctype}"
        return f"for ({ctype} {name} = ({ctype})({start.text}); {within}; {name} = ({ctype})(({wide}){name} + 1u))"

    def _comparison(self, predicate: Comparison, bindings: Bindings) -> str:
        left, right = self._scalar(predicate.left, bindings), self._scalar(predicate.right, bindings)
        match left.type, right.type:
            case Integer(), Integer():
                return compared(predicate.sign, left, right)
            case (Pointer(), Integer()) | (Integer(), Pointer()):
                if Number(0, 0).value not in (_value_of(predicate.left), _value_of(predicate.right)):
                    raise AnnotationError(
                        "comparison between pointer and integer", predicate.at, "compare the pointer with \\null"
                    )
                return f"(({left.text}) {predicate.sign} ({right.text}))"
            case (Floating(), Integer() as exact) | (Integer() as exact, Floating()) if not exact.fits_double:
                text = "comparison of a floating-point number with an integer that may exceed 2^53"
                raise AnnotationError(text, predicate.at, "convert a smaller integer type, which is exact")
            case (Pointer(), Floating()) | (Floating(), Pointer()):
                raise AnnotationError("comparison between pointer and floating-point number", predicate.at)
            case _:
                return f"(({left.text}) {predicate.sign} ({right.text}))"

    def _valid(self, predicate: Valid, bindings: Bindings) -> str:
        pointer = self.term(predicate.pointer, bindings)
        if not isinstance(pointer.type, Pointer):
            raise AnnotationError("\\valid needs a pointer", predicate.at)
        size_from = WRITABLE_SIZE if predicate.is_writable else OBJECT_SIZE
        if predicate.first is None or predicate.last is None:
            return f"({size_from}({pointer.text}) >= sizeof(*({pointer.text})))"
        found = self.element_range(pointer, predicate.first, predicate.last, bindings, predicate.at)
        room = Code(f"{size_from}({found.start})", _SIZE)
        return f"(!{found.is_nonempty} || ({found.fits_pointer} && {compared('<=', found.size, room)}))"

    def _separated(self, predicate: Separated, bindings: Bindings) -> str:
        first = self._bytes_of(predicate.pointer, predicate.first, predicate.last, bindings, predicate.at)
        second = self._bytes_of(predicate.other, predicate.other_first, predicate.other_last, bindings, predicate.at)
        starts = [f"(unsigned long)({each.start})" for each in (first, second)]
        ends = [f"{at} + (unsigned long)({each.size.text})" for at, each in zip(starts, (first, second), strict=True)]
        apart = f"({ends[0]} <= {starts[1]} || {ends[1]} <= {starts[0]})"
        is_empty = f"!{first.is_nonempty} || !{second.is_nonempty}"
        return f"({is_empty} || ({first.fits_pointer} && {second.fits_pointer} && {apart}))"

    def _bytes_of(
        self, pointer: Term, first: Term | None, last: Term | None, bindings: Bindings, at: int
    ) -> "ElementRange":
        """Return the element at ``pointer``, or those from ``first`` to ``last``."""
        code = self.term(pointer, bindings)
        if not isinstance(code.type, Pointer):
            raise AnnotationError("\\separated needs pointers", at)
        if first is None or last is None:
            return self.element_range(code, Number(0, at), Number(0, at), bindings, at)
        return self.element_range(code, first, last, bindings, at)

    def element_range(self, pointer: Code, first: Term, last: Term, bindings: Bindings, at: int) -> "ElementRange":
        """Return the elements from ``first`` to ``last`` of the array at ``pointer``."""
        low, high = self._integer(first, bindings), self._integer(last, bindings)
        element = Code(f"sizeof(*({pointer.text}))", Integer(0, 2**31 - 1, "unsigned long"))
        offset = self._product(low, element, at)
        count = self._sum("+", self._sum("-", high, low, at), number_of(1), at)
        size = self._product(count, element, at)
        start = f"((char *)({pointer.text}) + (long long)({offset.text}))"
        fits_pointer = (
            f"({self._between(offset, -LARGEST_OFFSET, LARGEST_OFFSET)} && {self._between(size, 0, LARGEST_OFFSET)})"
        )
        return ElementRange(start, size, compared("<=", low, high), fits_pointer)

    def _between(self, code: Code, least: int, most: int) -> str:
        low, high = (Code(f"({number}LL)", integer(number, number)) for number in (least, most))
        return f"({compared('<=', low, code)} && {compared('<=', code, high)})"

    # ---- terms

    def term(self, term: Term, bindings: Bindings) -> Code:
        """Return code for the value of ``term``."""
        match term:
            case Name(name) if name in bindings:
                return bindings[name].code
            case Name() | Verbatim() | Result():
                return Code(unevaluated(term, {}), self._types[term])
            case Number(value):
                return number_of(value)
            case Old():
                return self._old(term, bindings)
            case Index(base, index):
                array = self.term(base, bindings).text
                return Code(f"({array})[{as_index(self._integer(index, bindings), array)}]", self._types[term])
            case Member(base, sign, name):
                return Code(f"({self.term(base, bindings).text}){sign}{name}", self._types[term])
            case Dereference(pointer):
                return Code(f"(*({self.term(pointer, bindings).text}))", self._types[term])
            case AddressOf(of):
                return Code(f"(&({self.term(of, bindings).text}))", Pointer())
            case Cast(type, of):
                return Code(f"(({type})({self._scalar(of, bindings).text}))", self._types[term])
            case Unary(sign, of):
                return self._unary(sign, of, bindings, term.at)
            case Binary():
                return self._binary(term, bindings)
            case Choice(condition, then, otherwise, at):
                return self._choice(
                    self.truth(condition, bindings), self._scalar(then, bindings), self._scalar(otherwise, bindings), at
                )
            case Truth(predicate):
                return Code(self.truth(predicate, bindings), Integer(0, 1, "int"))

    def _scalar(self, term: Term, bindings: Bindings) -> Code:
        code = self.term(term, bindings)
        if isinstance(code.type, Opaque):
            raise AnnotationError(
                "a struct or union cannot be used as a value in an annotation", term.at, "use its members"
            )
        return code

    def _integer(self, term: Term, bindings: Bindings) -> Code:
        code = self._scalar(term, bindings)
        if not isinstance(code.type, Integer):
            raise AnnotationError("expected an integer", term.at)
        return code

    def _unary(self, sign: str, of: Term, bindings: Bindings, at: int) -> Code:
        code = self._scalar(of, bindings)
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
                raise AnnotationError(f"invalid operand of unary {sign}", at)

    def _binary(self, term: Binary, bindings: Bindings) -> Code:
        left, right = self._scalar(term.left, bindings), self._scalar(term.right, bindings)
        match left.type, right.type:
            case Integer(), Integer():
                return self._of_integers(term, left, right)
            case Pointer(), Integer() if term.sign in {"+", "-"}:
                return Code(f"(({left.text}) {term.sign} {as_index(right, left.text)})", Pointer())
            case Integer(), Pointer() if term.sign == "+":
                return Code(f"(({right.text}) + {as_index(left, right.text)})", Pointer())
            case Pointer(), Pointer() if term.sign == "-":
                return Code(f"(({left.text}) - ({right.text}))", Integer(-(2**63), 2**63 - 1, "long"))
            case (Floating() | Integer(), Floating() | Integer()) if term.sign in {"+", "-", "*", "/"}:
                for each in (left, right):
                    if isinstance(each.type, Integer) and not each.type.fits_double:
                        raise AnnotationError(
                            "an integer that may exceed 2^53 is converted to a floating-point number", term.at
                        )
                return Code(f"(({left.text}) {term.sign} ({right.text}))", Floating())
            case _:
                raise AnnotationError(f"invalid operands of {term.sign}", term.at)

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
        """Return ``left sign right`` in a type that holds the operands and the result."""
        width = width_of(at, range_of(left.type), range_of(right.type), (least, most))
        of = signed_type(width)
        if not self._uses_unsigned:
            return Code(f"((({of})({left.text})) {sign} (({of})({right.text})))", Integer(least, most, of))
        wide = unsigned_type(width)
        computed = f"({wide})({of})({left.text}) {sign} ({wide})({of})({right.text})"
        return Code(f"(({of})({computed}))", Integer(least, most, of))

    def _shifted(self, term: Binary, left: Code) -> Code:
        if not (isinstance(term.right, Number) and term.right.value <= LIMITS.annotation_shift):
            text = f"only shifts by a constant up to {LIMITS.annotation_shift} are supported"
            raise AnnotationError(text, term.at)
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
                raise AnnotationError("the branches of ?: have different types", at)

    # ---- \\old

    def _old(self, term: Old, bindings: Bindings) -> Code:
        """Return the variable in which the function entry saves the value of ``term``."""
        chosen = [bound for name, bound in bindings.items() if name in names_in(term.of)]
        if not all(bound.is_arbitrary_index for bound in chosen):
            hint = "supported for variables of an outermost \\forall in ensures, assert and loop invariant"
            raise AnnotationError("\\old of a term with a quantified variable is not supported here", term.at, hint)
        code = self.term(term.of, bindings)
        if code.text in self._olds:
            return self._olds[code.text]
        name = self.fresh("old", None if isinstance(term.of, Truth) else f"\\old({_shown(term.of)})")
        if chosen:
            self.prologue.append(self._saved_if_valid(name, term, code, bindings))
        else:
            self.prologue.append(f"__auto_type {name} = {code.text};")
        self._olds[code.text] = Code(name, code.type)
        return self._olds[code.text]

    def _inside(self, access: Term, bindings: Bindings) -> Iterator[Term | Predicate]:
        """Yield the terms that are evaluated to find the place of ``access``."""
        match access:
            case Member(base=base, sign="."):
                yield from self._inside(base, bindings)
            case Index(base=base, index=index):
                yield from nodes_of(index)
                is_array = isinstance(base, Index) and not isinstance(self.term(base, bindings).type, Pointer)
                yield from self._inside(base, bindings) if is_array else nodes_of(base)
            case _:
                yield from (node for part in parts_of(access) for node in nodes_of(part))

    def _saved_if_valid(self, name: str, term: Old, code: Code, bindings: Bindings) -> str:
        """Save the value of memory that is valid for some values of the quantified variables; else
        the value is unknown.
        """
        if any(map(_may_fail, self._inside(term.of, bindings))):
            raise AnnotationError("\\old of an element at a place that other memory or a quotient determines", term.at)
        if not isinstance(term.of, Index | Dereference | Member) or not isinstance(code.type, Integer | Pointer):
            raise AnnotationError(
                "\\old of a term with a quantified variable must be an integer or pointer in memory", term.at
            )
        value = f"({code.text}) + 0"
        unknown = f"(__typeof__({value}))__surefoot_unknown_number()"
        return f"__auto_type {name} = {OBJECT_SIZE}(&({code.text})) >= sizeof({code.text}) ? {value} : {unknown};"


def _may_fail(term: Term | Predicate) -> bool:
    """Return whether the evaluation of ``term`` itself may be undefined."""
    match term:
        case Index() | Dereference():
            return True
        case Member(sign=sign):
            return sign == "->"
        case Binary(sign=sign):
            return sign in {"/", "%"}
        case _:
            return False


_COUNTERS: Final = (
    ("int", -(2**31), 2**31 - 1),
    ("long long", -(2**63), 2**63 - 1),
    ("unsigned long long", 0, 2**64 - 1),
    ("_BitInt(128)", -(2**127), 2**127 - 1),
)
"""The C types of quantified variables, with their least and greatest values."""
_SIZE: Final = Integer(0, 2**64 - 1, "unsigned long")


def _unconstrained(variable: Code) -> Code:
    """Return ``variable`` with the range of its C type."""
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


def _shown(term: Term) -> str:
    """Return ``term`` as C text without needless parentheses."""
    text = re.sub(r"\((\w+)\)", r"\1", unevaluated(term, {}))
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text


def _value_of(term: Term) -> int | None:
    return term.value if isinstance(term, Number) else None
