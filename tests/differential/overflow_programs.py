"""Generated functions with arithmetic at the limits of its types, and the native reports of
sanitizers.

Every function has a few variables with extreme values and a few statements, each on its own
line. A run ends with the first report. ``LONG`` and ``ULONG`` stand for ``long``: with 32-bit
``long`` they are ``int`` natively.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

from surefoot.base.records import dataclass
from surefoot.frontend.native import build_executable
from surefoot.program.program import DataModel
from surefoot.program.statements import CheckKind

UNDEFINED = ("signed-integer-overflow", "shift", "integer-divide-by-zero", "float-cast-overflow")
DEFINED = ("unsigned-integer-overflow", "implicit-conversion")

HARNESS = r"""
#ifdef NATIVE
#include <setjmp.h>
#include <stdio.h>
struct location { const char *file; unsigned line, column; };
struct type { unsigned short kind, info; };
struct data { struct location where; struct type *left, *right; };
static jmp_buf out;
static int current;
static void report(struct data *data, const char *kind) {
    printf("%d %u %s\n", current, data->where.line, kind);
    longjmp(out, 1);
}
static void overflow(struct data *data) { report(data, data->left->info & 1 ? "SIGNED_OVERFLOW" : "UNSIGNED_OVERFLOW"); }
void __ubsan_handle_add_overflow(struct data *data, unsigned long left, unsigned long right) { overflow(data); }
void __ubsan_handle_sub_overflow(struct data *data, unsigned long left, unsigned long right) { overflow(data); }
void __ubsan_handle_mul_overflow(struct data *data, unsigned long left, unsigned long right) { overflow(data); }
void __ubsan_handle_negate_overflow(struct data *data, unsigned long value) { overflow(data); }
void __ubsan_handle_divrem_overflow(struct data *data, unsigned long left, unsigned long right) {
    report(data, right ? "DIVISION_OVERFLOW" : "DIVISION_BY_ZERO");
}
void __ubsan_handle_shift_out_of_bounds(struct data *data, unsigned long left, unsigned long right) {
    unsigned long width = data->left->info >> 1 > 5 ? 64 : 32;
    report(data, right < width ? "SIGNED_OVERFLOW" : "SHIFT");
}
void __ubsan_handle_float_cast_overflow(struct data *data, unsigned long value) { report(data, "CONVERSION"); }
void __ubsan_handle_implicit_conversion(struct data *data, unsigned long left, unsigned long right) { report(data, "LOST_VALUE"); }
int main(void) {
    for (current = 0; current < (int)(sizeof tests / sizeof *tests); current++)
        if (!setjmp(out)) tests[current]();
}
#else
extern int __VERIFIER_nondet_int(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        CASES
    }
}
#endif
"""
PRELUDE = """
#ifndef LONG
#define LONG long
#endif
#define ULONG unsigned LONG
enum sign { NEGATIVE = -1, POSITIVE = 1 };
struct fields { int narrow : 5; unsigned small : 3; long long wide : 40; };
static int array[4] = { 2147483647, -1, 0, 7 };
static int truth(int x) { return x; }
"""


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    width: int
    signed: bool

    @property
    def least(self) -> int:
        return -(1 << self.width - 1) if self.signed else 0

    @property
    def most(self) -> int:
        return (1 << self.width - self.signed) - 1


def _kinds(data_model: DataModel) -> list[_Kind]:
    long = 64 if data_model is DataModel.LP64 else 32
    return [
        _Kind("signed char", 8, signed=True),
        _Kind("unsigned char", 8, signed=False),
        _Kind("short", 16, signed=True),
        _Kind("unsigned short", 16, signed=False),
        _Kind("int", 32, signed=True),
        _Kind("int", 32, signed=True),
        _Kind("enum sign", 32, signed=True),
        _Kind("unsigned", 32, signed=False),
        _Kind("LONG", long, signed=True),
        _Kind("ULONG", long, signed=False),
        _Kind("long long", 64, signed=True),
        _Kind("unsigned long long", 64, signed=False),
        _Kind("_Bool", 1, signed=False),
    ]


_WIDEST = _Kind("long long", 64, signed=True)


@dataclass(frozen=True, slots=True)
class Batch:
    """The text of a C file with ``count`` functions under test."""

    text: str
    count: int


def batch(seed: int, count: int, data_model: DataModel, *, for_gcc: bool = False) -> Batch:
    """Return functions with up to three operators in an expression, or one.

    Those ``for_gcc`` avoid differences of gcc: it reports nothing for folded or narrowed
    operations, evaluates operands in another order, and gives wide bit-fields types of their
    own.
    """
    random = Random(seed)
    lines = PRELUDE.splitlines()
    for number in range(count):
        lines += _Writer(random, data_model, for_gcc=for_gcc).function(f"test{number}")
    names = ", ".join(f"test{number}" for number in range(count))
    cases = " ".join(f"case {number}: test{number}(); break;" for number in range(count))
    lines.append(f"static void (*const tests[])(void) = {{ {names} }};")
    return Batch("\n".join(lines) + HARNESS.replace("CASES", cases), count)


class _Writer:
    def __init__(self, random: Random, data_model: DataModel, *, for_gcc: bool) -> None:
        self._random = random
        self._kinds = _kinds(data_model)
        self._for_gcc = for_gcc
        self._has_own_long = data_model is DataModel.LP64 and not for_gcc
        """Clang looks at bit-fields only where the value has another type, and ``long`` has to be one."""
        self._variables: list[str] = []
        self._places: list[str] = []
        """The variables that are assigned; for gcc only those that keep all bits."""

    def function(self, name: str) -> list[str]:
        random = self._random
        lines = [f"static void {name}(void) {{"]
        for letter in "abcd":
            kind = random.choice(self._kinds) if letter != "a" else _WIDEST
            if not self._for_gcc or kind == _WIDEST:
                self._places.append(letter)
            lines.append(f"{kind.name} {letter} = ({kind.name})({self._value(kind)});")
            self._variables.append(letter)
        lines.append(f"double x = {self._real()}; float y = {self._real()};")
        lines.append("struct fields f = { 15, 7, 549755813887LL };")
        self._variables += ["f.narrow", "f.small"]
        if not self._for_gcc:
            self._variables.append("f.wide")
        if self._has_own_long:
            self._places += ["f.narrow", "f.small", "f.wide"]
        lines += [self._statement() for _ in range(random.randint(1, 5))]
        return [*lines, "}"]

    def _value(self, kind: _Kind) -> str:
        near = [kind.least, kind.least + 1, kind.most, kind.most - 1, kind.most // 2, kind.most // 3, kind.least // 2]
        small = [value for value in (-2, -1, 0, 1, 2, 3, 7, 31, 32, 63) if kind.least <= value <= kind.most]
        return _literal(self._random.choice([*near, *small, self._random.randint(kind.least, kind.most)]))

    def _real(self) -> str:
        limits = ["2147483647.0", "2147483648.0", "-2147483649.0", "-2147483648.9", "9223372036854775807.0"]
        return self._random.choice([*limits, "-9223372036854775808.0", "1e30", "1e300 * 1e300", "-0.5", "255.9", "3.0"])

    def _statement(self) -> str:
        random = self._random
        place = random.choice(self._places)
        match random.randrange(14):
            case 0 | 1 | 2:
                return f"{place} = {self._expression()};"
            case 3 | 4:
                operator = random.choice(["+", "-", "*", "&", "^"])
                return f"{place} {operator}= {self._part()};"
            case 5:
                return f"{place} {random.choice(['/', '%'])}= {self._divisor()};"
            case 6:
                return f"{place} {random.choice(['<<', '>>'])}= {self._amount()};"
            case 7 | 8:
                return random.choice([f"{place}++;", f"++{place};", f"{place}--;", f"--{place};"])
            case 9:
                return f"if ({self._part()}) {place} = {self._expression()};"
            case 10:
                return f"{place} = array[({self._expression()}) & 3];"
            case 11:
                return f"{place} = (unsigned)sizeof({self._expression()} + 0);"
            case 12:
                kind = random.choice([kind.name for kind in self._kinds if kind.name != "_Bool"])
                return f"{place} = ({kind}){random.choice('xy')};"
            case _:
                return f"for (int i = 0; i < 3; i++) {place} += {self._part()};"

    def _expression(self) -> str:
        return self._of(self._random.randint(0, 1 if self._for_gcc else 3))

    def _part(self) -> str:
        """Return an expression in something that gcc could simplify with it."""
        return self._of(0) if self._for_gcc else self._expression()

    def _of(self, operators: int) -> str:
        random = self._random
        if operators == 0:
            if self._for_gcc or random.random() < 0.7:
                return random.choice(self._variables)
            return self._constant()
        left, right = self._of((operators - 1) // 2), self._of(operators // 2)
        match random.randrange(16):
            case 0 | 1 | 2 | 3 | 4 | 5 | 6:
                return f"({left} {random.choice('+-*')} {right})"
            case 7 | 8:
                return f"({left} {random.choice('/%')} {self._divisor()})"
            case 9 | 10:
                return f"({left} {random.choice(['<<', '>>'])} {self._amount()})"
            case 11:
                return f"(-{left})"
            case 12:
                return f"(({random.choice(self._kinds).name}){left})"
            case 13:
                return f"({left} {random.choice(['<', '==', '&&', '||', '&', '|', '^'])} {right})"
            case 14:
                return f"({left} ? {right} : {self._of(0)})"
            case _:
                return random.choice([f"(~{left})", f"(!{left})", f"truth({left})"])

    def _constant(self) -> str:
        kind = self._random.choice([kind for kind in self._kinds if kind.width >= 32 and kind.name != "enum sign"])
        return f"({kind.name}){self._value(kind)}" if self._random.random() < 0.3 else self._value(kind)

    def _divisor(self) -> str:
        simple = self._random.choice(self._variables)
        return self._random.choice([simple, f"({simple} | 1)", simple if self._for_gcc else "-1"])

    def _amount(self) -> str:
        simple = self._random.choice(self._variables)
        amounts: list[str] = [simple, f"({simple} & 31)", *(() if self._for_gcc else ("31", "1", "63"))]
        return self._random.choice(amounts)


def _literal(value: int) -> str:
    """Return a constant expression without overflow."""
    if value < 0:
        return f"(-{_literal(-value)})" if value > -(2**31) else f"(-{_literal(-value - 1)} - 1)"
    if value < 2**31:
        return str(value)
    return f"{value}LL" if value < 2**63 else f"{value}ULL"


Report = tuple[int, CheckKind]
"""The line of the first report, and what it is about."""


def native_reports(
    batch: Batch, folder: Path, data_model: DataModel, sanitizers: Sequence[str], compiler: str | None = None
) -> dict[int, Report]:
    """Return the first report of the sanitizers of clang, or of another ``compiler``, for each
    function.
    """
    source, program = folder / "native.c", folder / "native"
    source.write_text(batch.text)
    long = ["-DLONG=int"] if data_model is DataModel.ILP32 else []
    flags = ["-DNATIVE", *long, f"-fsanitize={','.join(sanitizers)}"]
    if compiler is None:
        build_executable([source], program, DataModel.LP64, flags)
    else:
        command = [compiler, "-std=gnu17", "-O0", "-w", *flags, "-c", "-o", f"{program}.o", str(source)]
        subprocess.run(command, check=True, timeout=60)
        subprocess.run([compiler, "-o", str(program), f"{program}.o"], check=True, timeout=60)
    ran = subprocess.run([program], capture_output=True, text=True, timeout=20, check=True)
    found = [line.split() for line in ran.stdout.splitlines()]
    return {int(number): (int(line), CheckKind[kind]) for number, line, kind in found}
