"""Random C programs without undefined behaviour, as a Hypothesis strategy.

A program is a function ``unsigned long long NAME(void)`` that returns a checksum of what it computed. Expressions
carry their C type, so that operators are applied as written, with C's own promotions and conversions, wherever the
result cannot overflow; elsewhere they go through the helpers of `PRELUDE`. Indices are masked, loops have small constant
bounds and counters that nothing else writes. Values enter by ``INPUT(type, tag, value)``, which the user of the text
defines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import strategies as st

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class IntType:
    """A C integer type; no two of those used here differ in name only."""

    name: str
    width: int
    signed: bool

    @property
    def tag(self) -> str:
        return f"{'i' if self.signed else 'u'}{self.width}"


@dataclass(frozen=True, slots=True)
class FloatType:
    """``float`` or ``double``."""

    name: str
    width: int

    @property
    def tag(self) -> str:
        return f"f{self.width}"


CType = IntType | FloatType

INT_TYPES = (
    IntType("signed char", 8, signed=True),
    IntType("unsigned char", 8, signed=False),
    IntType("short", 16, signed=True),
    IntType("unsigned short", 16, signed=False),
    IntType("int", 32, signed=True),
    IntType("unsigned", 32, signed=False),
    IntType("long long", 64, signed=True),
    IntType("unsigned long long", 64, signed=False),
)
INT = INT_TYPES[4]
UNSIGNED = INT_TYPES[5]
FLOAT_TYPES = (FloatType("float", 32), FloatType("double", 64))
ALL_TYPES: tuple[CType, ...] = (*INT_TYPES, *FLOAT_TYPES)
ARRAY_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Expression:
    """C text, safe to put anywhere, and its type after C's rules."""

    text: str
    type: CType


def _helpers() -> str:
    """Total versions of the operators that C leaves undefined somewhere, for each type after promotion."""
    lines = []
    for kind in INT_TYPES[4:]:
        name, tag = kind.name, kind.tag
        unsigned = name if not kind.signed else f"unsigned {name}" if name != "int" else "unsigned"
        lines += [
            f"static {name} {word}_{tag}({name} a, {name} b) {{ return ({name})(({unsigned})a {sign} ({unsigned})b); }}"
            for word, sign in (("add", "+"), ("sub", "-"), ("mul", "*"))
        ]
        lowest = f"b == 0 || (b == -1 && a == ({name})(({unsigned})1 << {kind.width - 1}))" if kind.signed else "b == 0"
        lines += [
            f"static {name} {word}_{tag}({name} a, {name} b) {{ return {lowest} ? a : a {sign} b; }}"
            for word, sign in (("div", "/"), ("rem", "%"))
        ]
        lines += [
            f"static {name} shl_{tag}({name} a, unsigned b) {{ return ({name})(({unsigned})a << (b & {kind.width - 1})); }}",
            f"static {name} shr_{tag}({name} a, unsigned b) {{ return a >> (b & {kind.width - 1}); }}",
        ]
    for kind in INT_TYPES:
        half = f"{2.0 ** (kind.width - 1):.1f}"
        low, high = (f"-{half}", half) if kind.signed else ("-0.5", f"{2.0**kind.width:.1f}")
        lines.append(
            f"static {kind.name} to_{kind.tag}(double x) {{ return x > {low} && x < {high} ? ({kind.name})x : 3; }}"
        )
    return "\n".join(lines)


PRELUDE = f"""\
#include <stdlib.h>
#include <string.h>
typedef unsigned long long checksum;
{_helpers()}
static checksum mix(checksum sum, checksum value) {{ return (sum ^ value) * 1099511628211ull + 1; }}
static checksum mix_f64(checksum sum, double value) {{
  checksum bits;
  memcpy(&bits, &value, sizeof bits);
  return mix(sum, value != value ? 7 : bits);
}}
struct pair {{ short first; int second : 13; unsigned third : 9; long long fourth; unsigned char bytes[{ARRAY_LENGTH}]; }};
union word {{ unsigned whole; float real; unsigned char bytes[4]; short halves[2]; }};
union block {{ unsigned char bytes[160]; short halves[80]; int words[40]; }};
static struct pair rotate(struct pair p) {{
  struct pair q = {{.first = p.second, .second = p.first, .third = p.bytes[1], .fourth = p.third, .bytes = {{p.bytes[3]}}}};
  q.bytes[2] = (unsigned char)p.fourth;
  return q;
}}
static float carried(float x) {{ return x; }}
static unsigned copied(unsigned bits) {{
  union word w = {{.whole = bits}}, v;
  float row[3] = {{0, w.real, 1}};
  row[bits & 2] = -carried(row[1]);
  v.real = row[bits & 2];
  return v.whole + !!__builtin_signbit(v.real) + 2 * !!__builtin_signbit(__builtin_copysignf(1, v.real));
}}
static unsigned recycled(unsigned x) {{
  unsigned *old = malloc(8), *kept = malloc(8);
  size_t place = (size_t)old;
  old[1] = x;
  kept[0] = old[1] + 1;
  free(old);
  unsigned *new = calloc(2, 4);
  int is_again = (size_t)new == place;
  new[!is_again] = kept[0];
  kept = realloc(kept, 16);
  kept[3] = new[is_again] + new[!is_again];
  int are_apart = (size_t)new != (size_t)kept && (size_t)kept != (size_t)&x && (place & 7) == 0;
  x = are_apart ? kept[0] + 3 * kept[3] : 0;
  free(new);
  free(kept);
  return x;
}}
"""
FIELDS = {
    "first": INT_TYPES[2],
    "second": INT,
    "third": INT,  # an unsigned bit-field narrower than int promotes to int
    "fourth": INT_TYPES[6],
}


def _promoted(kind: IntType) -> IntType:
    return INT if kind.width < 32 else kind


def _common(left: CType, right: CType) -> CType:
    """Return the usual arithmetic conversions."""
    for real in reversed(FLOAT_TYPES):
        if real in (left, right):
            return real
    if isinstance(left, FloatType) or isinstance(right, FloatType):
        raise TypeError("no other floating type")
    a, b = _promoted(left), _promoted(right)
    if a.width != b.width:
        return max(a, b, key=lambda kind: kind.width)
    return b if a.signed else a


@dataclass(slots=True)
class _Writer:
    """Writes one program; what may be read or assigned where is in the lists."""

    draw: Callable[[st.SearchStrategy[int]], int]
    name: str
    kinds: Sequence[CType] = ALL_TYPES
    returns_checksum: bool = True
    variables: list[Expression] = field(default_factory=list)
    readable: list[Expression] = field(default_factory=list)
    arrays: list[tuple[str, CType]] = field(default_factory=list)
    pointers: list[tuple[str, CType]] = field(default_factory=list)
    functions: list[tuple[str, tuple[CType, ...], CType]] = field(default_factory=list)
    counters: int = 0
    inputs: int = 0

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def program(self) -> str:
        helpers = [self.function(index) for index in range(self.number(0, 2))]
        body = self.declarations() + self.block(depth=2, statements=self.number(2, 5))
        if self.returns_checksum:
            body += ["checksum sum = 14695981039346656037ull;", *self.summary(), "return sum;"]
        else:
            body.append(f"return (checksum){self.choose(self.variables).text};")
        return "\n".join([*helpers, f"checksum {self.name}(void) {{", *body, "}"])

    def function(self, index: int) -> str:
        """Return a helper that works on its parameters only."""
        parameters = tuple(self.choose(self.kinds) for _ in range(self.number(1, 3)))
        outer = self.variables, self.readable
        self.variables = [Expression(f"p{number}", kind) for number, kind in enumerate(parameters)]
        self.readable = list(self.variables)
        result = self.choose(self.kinds)
        body = self.block(depth=1, statements=self.number(0, 2))
        returned = self.converted(self.expression(2), result)
        self.variables, self.readable = outer
        name = f"{self.name}_helper{index}"
        declared = ", ".join(f"{kind.name} p{number}" for number, kind in enumerate(parameters))
        self.functions.append((name, parameters, result))
        return "\n".join([f"static {result.name} {name}({declared}) {{", *body, f"return {returned};", "}"])

    def declarations(self) -> list[str]:
        lines = []
        for index in range(self.number(2, 4)):
            kind = self.choose(self.kinds)
            lines.append(f"{kind.name} v{index} = {self.input(kind)};")
            self.variables.append(Expression(f"v{index}", kind))
        self.readable += self.variables
        for index in range(self.number(0, 2)):
            kind = self.choose(self.kinds)
            values = ", ".join(self.literal(kind) for _ in range(self.number(1, ARRAY_LENGTH)))
            lines.append(f"{kind.name} a{index}[{ARRAY_LENGTH}] = {{{values}}};")
            self.arrays.append((f"a{index}", kind))
        lines.append(f"struct pair s = {{{self.number(-5, 5)}, {self.number(-9, 9)}, {self.number(0, 511)}}};")
        lines.append(f"union word w = {{.whole = {self.input(UNSIGNED)}}};")
        lines.append(f"union block b = {{.words = {{{self.number(0, 9)}, {self.number(0, 9)}}}}};")
        self.readable += [Expression(f"s.{name}", kind) for name, kind in FIELDS.items()]
        target = self.choose(self.variables)
        lines.append(f"{target.type.name} *q0 = &{target.text};")
        self.pointers.append(("q0", target.type))
        self.readable.append(Expression("(*q0)", target.type))
        return lines

    def input(self, kind: CType) -> str:
        """Return a constant that may be given as an input; floating inputs are small whole numbers and a fraction."""
        self.inputs += 1
        if isinstance(kind, FloatType):
            return f"INPUT({kind.name}, {kind.tag}, {self.number(-100, 100)}.{self.choose(('0', '5', '25', '1'))})"
        return f"INPUT({kind.name}, {kind.tag}, {self.literal(kind)})"

    def literal(self, kind: CType) -> str:
        if isinstance(kind, FloatType):
            return self.choose(("0.0", "-0.0", "1.5", "0.1", "-3.25", "1e10", "1e-40", "16777217.0", "0x1p-149"))
        low, high = (-(1 << kind.width - 1), (1 << kind.width - 1) - 1) if kind.signed else (0, (1 << kind.width) - 1)
        value = self.choose((0, 1, 2, 7, low, high, self.number(low, high)))
        if value == low and kind.signed:
            return f"({kind.name})({low + 1}{'ll' if kind.width == 64 else ''} - 1)"
        return f"({kind.name}){value}{'' if kind.width < 64 else 'll' if kind.signed else 'ull'}"

    def converted(self, expression: Expression, kind: CType) -> str:
        """Return ``expression`` as a ``kind``: implicitly where C always defines the result."""
        if isinstance(expression.type, FloatType) and isinstance(kind, IntType):
            return f"to_{kind.tag}({expression.text})"
        return expression.text

    def integer(self, depth: int) -> Expression:
        found = self.expression(depth)
        if isinstance(found.type, IntType):
            return found
        kind = self.choose(INT_TYPES)
        return Expression(f"to_{kind.tag}({found.text})", kind)

    def index(self) -> str:
        return f"({self.integer(1).text}) & {ARRAY_LENGTH - 1}"

    def expression(self, depth: int) -> Expression:
        if depth == 0 or self.number(0, 4) == 0:
            return self.leaf()
        form = self.choose((self.arithmetic, self.arithmetic, self.comparison, self.bitwise, self.cast, self.other))
        return form(depth - 1)

    def leaf(self) -> Expression:
        which = self.number(0, 5)
        if which == 0:
            kind = self.choose(self.kinds)
            return Expression(f"({kind.name}){self.literal(kind)}", kind)
        if which == 1 and self.arrays:
            name, kind = self.choose(self.arrays)
            return Expression(f"{name}[{self.number(0, ARRAY_LENGTH - 1)}]", kind)
        return self.choose(self.readable)

    def arithmetic(self, depth: int) -> Expression:
        left, right = self.expression(depth), self.expression(depth)
        kind = _common(left.type, right.type)
        if isinstance(kind, FloatType):
            return Expression(f"({left.text} {self.choose('+-*/')} {right.text})", kind)
        word, sign = self.choose((("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("rem", "%")))
        narrow = max(left.type.width, right.type.width) < (16 if sign == "*" else 32)
        if sign in "+-*" and (narrow or not kind.signed):
            return Expression(f"({left.text} {sign} {right.text})", kind)
        return Expression(f"{word}_{kind.tag}({left.text}, {right.text})", kind)

    def comparison(self, depth: int) -> Expression:
        left, right = self.expression(depth), self.expression(depth)
        sign = self.choose(("<", "<=", "==", "!=", ">", ">=", "&&", "||"))
        return Expression(f"({left.text} {sign} {right.text})", INT)

    def bitwise(self, depth: int) -> Expression:
        left, right = self.integer(depth), self.integer(depth)
        if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
            raise TypeError("integers only")
        sign = self.choose(("&", "|", "^", "<<", ">>", "~"))
        kind = _promoted(left.type)
        if sign == "~":
            return Expression(f"(~{left.text})", kind)
        if sign in {"<<", ">>"}:
            return Expression(f"{'shl' if sign == '<<' else 'shr'}_{kind.tag}({left.text}, {right.text})", kind)
        return Expression(f"({left.text} {sign} {right.text})", _common(left.type, right.type))

    def cast(self, depth: int) -> Expression:
        kind = self.choose(self.kinds)
        return Expression(f"(({kind.name}){self.converted(self.expression(depth), kind)})", kind)

    def other(self, depth: int) -> Expression:
        which = self.number(0, 4)
        if which == 0 and self.arrays:
            name, kind = self.choose(self.arrays)
            return Expression(f"{name}[{self.index()}]", kind)
        if which == 1 and self.functions:
            name, parameters, result = self.choose(self.functions)
            arguments = ", ".join(self.converted(self.expression(depth), kind) for kind in parameters)
            return Expression(f"{name}({arguments})", result)
        if which == 2:
            left, right = self.expression(depth), self.expression(depth)
            kind = _common(left.type, right.type)
            return Expression(f"({self.expression(depth).text} ? {left.text} : {right.text})", kind)
        operand = self.expression(depth)
        if which == 3 and isinstance(operand.type, FloatType):
            return Expression(f"(-{operand.text})", operand.type)
        return Expression(f"(!{operand.text})", INT)

    def block(self, depth: int, statements: int) -> list[str]:
        return [line for _ in range(statements) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        forms = [self.assignment, self.assignment, self.update, self.element]
        if self.pointers and any(name == "q0" for name, _ in self.pointers):
            forms += [self.through_pointer, self.aggregate]
        if depth:
            forms += [self.branch, self.loop, self.selection]
        return self.choose(forms)(depth)

    def assignment(self, _depth: int) -> list[str]:
        target = self.choose(self.variables)
        return [f"{target.text} = {self.converted(self.expression(3), target.type)};"]

    def update(self, _depth: int) -> list[str]:
        """Return a compound assignment, on a type where it cannot overflow."""
        target = self.choose(self.variables)
        if isinstance(target.type, FloatType):
            return [f"{target.text} {self.choose('+-*/')}= {self.expression(2).text};"]
        if not target.type.signed:
            return [f"{target.text} {self.choose('&|^')}= {self.integer(2).text};", f"{target.text}++;"]
        return [f"{target.text} {self.choose('&|^')}= {self.integer(2).text};"]

    def element(self, depth: int) -> list[str]:
        if not self.arrays:
            return self.assignment(depth)
        name, kind = self.choose(self.arrays)
        return [f"{name}[{self.index()}] = {self.converted(self.expression(2), kind)};"]

    def through_pointer(self, _depth: int) -> list[str]:
        name, kind = self.choose(self.pointers)
        places = [f"&{variable.text}" for variable in self.variables if variable.type == kind]
        places += [f"{array} + ({self.index()})" for array, element in self.arrays if element == kind]
        lines = [f"*{name} = {self.converted(self.expression(2), kind)};"]
        if places:
            lines.append(f"{name} = {self.expression(1).text} ? {self.choose(places)} : {self.choose(places)};")
        return lines

    def aggregate(self, _depth: int) -> list[str]:
        match self.number(0, 12):
            case 11:
                return [f"w.whole = copied(w.whole | {self.choose(('0', '0x7f800000u', '0xffc00000u'))});"]
            case 12:
                return [f"w.whole = recycled({self.integer(2).text});"]
            case 7:
                return [f"b.bytes[({self.integer(1).text}) & 127] = {self.integer(2).text};"]
            case 8:
                return [f"b.words[({self.integer(1).text}) & 31] = {self.integer(2).text};"]
            case 9:
                places = (f"b.bytes + (({self.integer(1).text}) & 63)" for _ in range(2))
                return [f"memmove({', '.join(places)}, {self.number(1, 12)});"]
            case 10:
                target = self.choose(self.variables)
                if isinstance(target.type, IntType):
                    return [f"{target.text} = b.halves[({self.integer(1).text}) & 63];"]
                return [f"b.halves[({self.integer(1).text}) & 63] = {self.integer(1).text};"]
            case 0:
                return ["s = rotate(s);"]
            case 1:
                return [
                    f"w.real = {self.converted(self.expression(2), FLOAT_TYPES[0])};",
                    "if (w.real != w.real) w.whole = 5;",
                ]
            case 2:
                return [f"w.bytes[{self.index()}] = {self.integer(2).text};"]
            case 3:
                return [f"s.bytes[{self.index()}] = {self.integer(2).text};"]
            case 4 if self.arrays:
                name, _ = self.choose(self.arrays)
                return [f"memset({name}, {self.number(0, 63)}, sizeof {name});"]
            case 5 if self.arrays:
                name, _ = self.choose(self.arrays)
                return [f"memcpy({name} + 2, {name}, 2 * sizeof *{name});"]
            case _:
                name = self.choose(tuple(FIELDS))
                return [f"s.{name} = {self.integer(2).text};"]

    def branch(self, depth: int) -> list[str]:
        lines = [f"if ({self.expression(2).text}) {{", *self.block(depth - 1, self.number(1, 2))]
        if self.number(0, 1):
            lines += ["} else {", *self.block(depth - 1, self.number(1, 2))]
        return [*lines, "}"]

    def loop(self, depth: int) -> list[str]:
        counter, bound = f"i{self.counters}", self.number(1, 3)
        self.counters += 1
        self.readable.append(Expression(counter, INT))
        body = self.block(depth - 1, self.number(1, 2))
        if self.number(0, 2) == 0:
            body.insert(
                len(body) // 2 if depth == 1 else 0,
                f"if ({self.expression(1).text}) {self.choose(('break', 'continue'))};",
            )
        self.readable.pop()
        if self.number(0, 3) == 0:
            return [f"{{ int {counter} = 0; do {{", *body, f"}} while (++{counter} < {bound}); }}"]
        return [f"for (int {counter} = 0; {counter} < {bound}; {counter}++) {{", *body, "}"]

    def selection(self, depth: int) -> list[str]:
        lines = [f"switch (({self.integer(2).text}) & 3) {{"]
        for value in range(self.number(1, 3)):
            lines += [f"case {value}:", *self.block(depth - 1, 1)]
            lines += ["break;"] if self.number(0, 1) else []
        return [*lines, "default:", *self.block(depth - 1, 1), "}"]

    def summary(self) -> list[str]:
        lines = [self.mixed(variable) for variable in self.variables]
        lines += [
            self.mixed(Expression(f"{name}[i]", kind), "for (int i = 0; i < 4; i++) ") for name, kind in self.arrays
        ]
        lines += [f"sum = mix(sum, s.{name});" for name in FIELDS]
        lines.append("for (int i = 0; i < 4; i++) sum = mix(sum, s.bytes[i] * 256u + w.bytes[i]);")
        return [*lines, "for (int i = 0; i < 40; i += 8) sum = mix(sum, b.words[i] ^ b.bytes[i] << 3);"]

    def mixed(self, expression: Expression, before: str = "") -> str:
        function = "mix" if isinstance(expression.type, IntType) else "mix_f64"
        return f"{before}sum = {function}(sum, {expression.text});"


@st.composite
def batches(draw: st.DrawFn, most: int) -> list[str]:
    """Draw up to ``most`` programs called ``program0``, ``program1``, ..., which return checksums.

    They need `PRELUDE` and a macro ``INPUT(type, tag, value)``.
    """
    return [_Writer(draw, f"program{index}").program() for index in range(draw(st.integers(1, most)))]


@st.composite
def single_programs(draw: st.DrawFn, kinds: Sequence[CType]) -> str:
    """Return one program called ``program0`` with variables of the types ``kinds``; it returns the
    value of one of them.
    """
    return _Writer(draw, "program0", kinds, returns_checksum=False).program()
