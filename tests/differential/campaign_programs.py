"""Random C programs with loops, memory and floats and few inputs, for exhaustive runs.

A program is defined on all inputs. It reads them by ``__VERIFIER_nondet_uchar`` and has one
place, `PLACE`, where a value is observed: a check is inserted there when the observed values are
known. ``GLOBAL`` and ``ARRIVE`` report states of a run to `every_run`; otherwise they are empty.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

PLACE = "@"
PRELUDE = """\
#ifndef GLOBAL
#define GLOBAL
#define ARRIVE(...) (void)0
#endif
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static unsigned char input(unsigned char most) { unsigned char x = __VERIFIER_nondet_uchar(); __VERIFIER_assume(x <= most); return x; }
"""


class Kind(Enum):
    """Kinds of programs, one for each third of the seeds."""

    LOOPS = "loops"
    MEMORY = "memory"
    FLOATS = "floats"


class Rounds(Enum):
    """Source of the bound of a loop."""

    CONSTANT = "a constant"
    INPUT = "an input"
    STATE = "what it computes"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Draft:
    """A program without its check: its text and the expression that the check is about."""

    kind: Kind
    text: str
    observed: str
    loops: tuple[Rounds, ...]

    def with_statement(self, statement: str) -> str:
        """Return the program with ``statement`` where the value is observed."""
        return self.text.replace(PLACE, statement)


def draft_of(kind: Kind, seed: int, attempt: int) -> Draft:
    """Return a program; the same for the same arguments."""
    choose = random.Random(f"{kind.value} {seed} {attempt}")
    writer = _Writer(choose)
    match kind:
        case Kind.LOOPS:
            _declare_numbers(writer)
        case Kind.MEMORY:
            _declare_memory(writer)
        case Kind.FLOATS:
            _declare_floats(writer)
    return writer.draft(kind)


@dataclass(slots=True)
class _Writer:
    """Writes ``main``: ``values`` can be read, ``keys`` are a state, and each of ``statements`` writes one without a loop."""

    choose: random.Random
    globals: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    conditions: list[Callable[[], str]] = field(default_factory=list)
    statements: list[Callable[[], str]] = field(default_factory=list)
    steps: list[Callable[[], tuple[str, str]]] = field(default_factory=list)
    """Conditions with statements that make them false in the end."""
    loops: list[Rounds] = field(default_factory=list)
    has_unbounded_loops: bool = True
    is_state_known: bool = True
    """Whether ``keys`` determine how a run goes on."""
    counters: int = 0

    def draft(self, kind: Kind) -> Draft:
        """Return the program with one to three loops, observed after them or in one of them."""
        parts = [self.block(2)] if self.choose.random() < 0.5 else []
        loops = [self.loop(1 + (self.choose.random() < 0.25)) for _ in range(self.choose.choice((1, 1, 1, 2, 2, 3)))]
        parts += loops
        written = [
            name for name in self.values if any(f"{name} {sign}= " in text for text in loops for sign in ("", "+", "-"))
        ]
        observed = self.choose.choice(written or self.values)
        if self.choose.random() < 0.4:
            at = self.choose.randrange(len(parts))
            body, closing, rest = parts[at].rpartition("}")
            parts[at] = f"{body}{PLACE}\n{closing}{rest}" if closing else f"{parts[at]}\n{PLACE}"
        else:
            parts.append(PLACE)
        lines = [PRELUDE, *self.globals, "int main(void) {", *self.declared, *parts, "return 0;", "}", ""]
        return Draft(kind, "\n".join(lines), observed, tuple(self.loops))

    def block(self, statements: int) -> str:
        return "\n".join(self.statement() for _ in range(self.choose.randint(1, statements)))

    def statement(self) -> str:
        chance = self.choose.random()
        if chance < 0.25:
            other = f" else {{ {self.simple()} }}" if self.choose.random() < 0.5 else ""
            return f"if ({self.condition()}) {{ {self.simple()} }}{other}"
        return self.simple()

    def simple(self) -> str:
        return self.choose.choice(self.statements)()

    def condition(self) -> str:
        return self.choose.choice(self.conditions)()

    def loop(self, depth: int) -> str:
        """Return a loop that every run leaves, or one that a run may stay in for ever."""
        counter = f"i{self.counters}"
        self.counters += 1
        rounds = self.choose.choice(
            [Rounds.CONSTANT, Rounds.INPUT, Rounds.STATE] + [Rounds.NOTHING] * (2 if self.has_unbounded_loops else 0)
        )
        self.loops.append(rounds)
        match rounds:
            case Rounds.CONSTANT:
                bound = self.choose.choice((2, 3, 5, 9, 20, 60)) if depth == 1 else self.choose.randint(2, 4)
                head = f"for (unsigned {counter} = 0; {counter} < {bound}; {counter}++) {{"
            case Rounds.INPUT:
                most = self.choose.choice((3, 6, 20, 100, 255)) if depth == 1 else 4
                head = f"unsigned n{counter} = input({most});\nfor (unsigned {counter} = 0; {counter} < n{counter}; {counter}++) {{"
            case Rounds.STATE:
                going_on, step = self.choose.choice(self.steps)()
                body = self.body(depth)
                return f"while ({self.arrival(counter)}{going_on}) {{\n{body}\n{step}\n}}"
            case Rounds.NOTHING:
                body = self.body(depth)
                return f"while ({self.arrival(counter)}input(1)) {{\n{body}\n}}"
        self.keys.append(counter)
        if rounds is Rounds.INPUT:
            self.keys.append(f"n{counter}")
        if self.choose.random() < 0.5:
            self.values.append(counter)
        text = f"{head}\n{self.body(depth)}\n}}"
        for names in (self.keys, self.values):
            names[:] = [name for name in names if name not in {counter, f"n{counter}"}]
        return text

    def arrival(self, counter: str) -> str:
        """Return the statement that reports the state at the head of a loop whose body is written."""
        return f"ARRIVE({', '.join([counter[1:], *self.keys])}), " if self.is_state_known else ""

    def body(self, depth: int) -> str:
        parts = [self.block(2)]
        if depth > 1:
            parts.append(self.loop(depth - 1))
        if self.choose.random() < 0.15:
            parts.insert(0, f"if ({self.condition()}) break;")
        return "\n".join(parts)


# ---- numbers

_WIDTHS = {"unsigned char": 255, "unsigned short": 65535, "unsigned": 0xFFFFFFFF, "int": 100}


def _declare_numbers(writer: _Writer) -> None:
    """Two to four variables of integer types, local and global."""
    choose = writer.choose
    few = choose.random() < 0.6
    names = {name: choose.choice(list(_WIDTHS)) for name in "abcd"[: choose.randint(2, 4)]}
    for name, kind in names.items():
        start = choose.choice((str(choose.randint(0, 9)), f"input({choose.choice((1, 3, 9))})"))
        if start.isdigit() and choose.random() < 0.3:
            writer.globals.append(f"GLOBAL {kind} {name} = {start};")
        else:
            writer.declared.append(f"{kind} {name} = {start};")
    if choose.random() < 0.3:
        writer.declared.append("unsigned char e = __VERIFIER_nondet_uchar();")
        writer.keys.append("e")
    writer.values += [*names]
    writer.keys += [*names]
    readable = [*writer.keys]
    writer.has_unbounded_loops = few

    def value() -> str:
        return choose.choice([*writer.values, *readable, str(choose.randint(0, 12))])

    def expression() -> str:
        match choose.randrange(7):
            case 0:
                return f"({value()} / {choose.randint(2, 7)}u)"
            case 1:
                return f"({value()} % {choose.randint(2, 9)}u)"
            case 2:
                return f"((unsigned){value()} {choose.choice(('<<', '>>'))} {choose.randint(1, 4)})"
            case _:
                return f"((unsigned){value()} {choose.choice('+-*&|^+-')} {value()})"

    def assignment() -> str:
        name = choose.choice([*names])
        if few or names[name] == "int":
            return f"{name} = {expression()} {choose.choice(('& 7', '% 10', '& 15', '% 3'))};"
        return f"{name} = {expression()};"

    def saturating() -> str:
        name, most, step = choose.choice([*names]), choose.randint(3, 30), choose.randint(1, 3)
        return choose.choice(
            (
                f"if ({name} < {most}) {name} += {step};",
                f"{name} = {name} < {most} ? {name} + {step} : {choose.randint(0, 2)};",
                f"if ({name} > {step}) {name} -= {step};",
            )
        )

    def fresh() -> str:
        return f"{choose.choice([*names])} = input({choose.choice((1, 2, 5))});" if few else saturating()

    def compared() -> str:
        return f"{value()} {choose.choice(('<', '<=', '==', '!=', '>'))} {value()}"

    def step() -> tuple[str, str]:
        name = choose.choice([*names])
        if choose.random() < 0.5:
            return f"{name} > {choose.randint(0, 3)}", f"{name} = {name} / {choose.randint(2, 3)};"
        mark = f"m{writer.counters}"
        writer.declared.append(f"unsigned char {mark} = {choose.randint(0, 5)};")
        writer.keys.append(mark)
        return f"{mark} < {choose.randint(6, 40)}", f"{mark} += {choose.randint(1, 3)};"

    writer.statements += [assignment, assignment, saturating, saturating, fresh]
    writer.conditions += [compared]
    writer.steps += [step]


# ---- memory


def _declare_memory(writer: _Writer) -> None:
    """Declare an array, a struct, a heap block and a pointer that moves between them; sometimes a
    list.
    """
    choose = writer.choose
    cell = choose.choice(("unsigned char", "unsigned", "short"))
    size, block = choose.choice((2, 3, 4, 7)), choose.choice((1, 2, 3))
    writer.globals.append(f"struct pair {{ {cell} first; char between; {cell} second; }};")
    is_global = choose.random() < 0.5
    array = f"{cell} a[{size}] = {{{', '.join(str(choose.randint(0, 5)) for _ in range(choose.randint(1, size)))}}};"
    (writer.globals if is_global else writer.declared).append(f"{'GLOBAL ' if is_global else ''}{array}")
    writer.declared += [
        "struct pair s = {1, 2, 3}, t = {4, 0, 5};",
        f"{cell} x = {choose.choice(('0', 'input(3)'))}, *p = &x, *q = a;",
        "struct pair *r = &s;",
    ]
    cells = ["x", "s.first", "t.second", "r->first", "r->second", "*p", "*q"]
    places = ["&x", "&s.first", "&t.second", "&r->second", "p", "q", "a"]
    keys = ["x", "s.first", "s.second", "t.first", "t.second", *(f"a[{at}]" for at in range(size))]
    keys += ["(double)(size_t)p", "(double)(size_t)q", "r == &t"]
    has_heap = choose.random() < 0.6
    if has_heap:
        writer.declared.append(f"{cell} *h = calloc({block}, sizeof *h);\nif (!h) return 0;")
        cells.append(f"h[x % {block}]" if choose.random() < 0.5 else f"h[{block - 1}]")
        places += ["h", f"h + {block - 1}"]
        keys += [f"h[{at}]" for at in range(block)]
        keys.append("(double)(size_t)h")
    has_list = choose.random() < 0.25
    if has_list:
        writer.globals.append("struct node { unsigned char value; struct node *next; };")
        writer.declared.append("struct node *list = 0;\nunsigned char length = 0;")
        keys += ["length"]
        writer.has_unbounded_loops = writer.is_state_known = False
        writer.values += ["length", "(list ? list->value : 0)"]
    writer.values += ["x", "a[0]", f"a[{size - 1}]", "*p", "r->first", "s.second"] + (["h[0]"] if has_heap else [])
    writer.keys += keys

    def index() -> str:
        counters = [name for name in writer.keys if name.startswith("i")]
        return choose.choice(
            [
                f"a[input({size - 1})]",
                f"a[(unsigned char)x % {size}]",
                f"a[{choose.randrange(size)}]",
                *(f"a[{each} % {size}]" for each in counters),
                *(f"a[{each} % {size}]" for each in counters),
            ]
        )

    def value() -> str:
        return choose.choice([*cells, index(), index(), str(choose.randint(0, 9)), f"input({choose.choice((1, 3))})"])

    def written() -> str:
        target = choose.choice([*cells, index(), index()])
        form = choose.choice(("{} & 7", "({} + 1) & 3", "({} ^ {}) & 7", "({} + {}) % 5u", "{} > {}"))
        return f"{target} = {form.format(value(), value())};"

    def pointed() -> str:
        name = choose.choice("pq")
        target = choose.choice([*places, f"&{index()}"])
        other = choose.choice(places)
        return choose.choice((f"{name} = {target};", f"{name} = {value()} > 1 ? {target} : {other};"))

    def copied() -> str:
        return choose.choice(
            (
                "s = t;",
                "t = *r;",
                "r = r == &s ? &t : &s;",
                "r = input(1) ? &s : &t;",
                f"memcpy(a, &a[{size // 2}], {max(1, size // 2)} * sizeof *a);" if size > 1 else "s = t;",
                "memset(&s, 0, sizeof s);",
                "memmove(a + 1, a, sizeof a - sizeof *a);",
                f"{{ {cell} *z = p; p = q; q = z; }}",
            )
        )

    def pushed() -> str:
        if not has_list:
            return written()
        return (
            "if (length < 4) { struct node *n = malloc(sizeof *n); if (!n) return 0; "
            f"n->value = {value()} & 7; n->next = list; list = n; length++; }}"
        )

    def popped() -> str:
        if not has_list:
            return written()
        return choose.choice(
            (
                "if (list) { struct node *n = list; list = n->next; x = n->value; free(n); length--; }",
                "for (struct node *n = list; n; n = n->next) x = (x + n->value) & 15;",
            )
        )

    def compared() -> str:
        return choose.choice(
            (
                f"{value()} {choose.choice(('<', '==', '!=', '>'))} {value()}",
                f"{choose.choice('pq')} {choose.choice(('==', '!='))} {choose.choice(places)}",
            )
        )

    def step() -> tuple[str, str]:
        mark = f"m{writer.counters}"
        writer.declared.append(f"unsigned char {mark} = 0;")
        writer.keys.append(mark)
        return f"{mark} < {choose.randint(2, 9)}", f"{mark}++;"

    writer.statements += [written, written, written, pointed, copied, pushed, popped]
    writer.conditions += [compared]
    writer.steps += [step]


# ---- floats


def _declare_floats(writer: _Writer) -> None:
    """Two or three variables of floating types, and one that is a whole number."""
    choose = writer.choose
    names = {name: choose.choice(("float", "double")) for name in "xyz"[: choose.randint(2, 3)]}
    specials = "0.0, -0.0, 1.0, -1.5, 1e-310, 1e300, 1.0 / 0.0, 0.0 / 0.0, 16777217.0, 0.1"
    writer.globals.append(f"static const double special[10] = {{{specials}}};")
    for name, kind in names.items():
        start = choose.choice(
            (
                f"{choose.choice((0, 1, -2, 3))}.{choose.choice((0, 5, 25, 1))}",
                f"input({choose.choice((3, 7, 20))}) * {choose.choice(('0.25f', '0.1', '1e38f', '0.5'))}",
                "special[input(9)]",
                "special[input(5)]",
            )
        )
        writer.declared.append(f"{kind} {name} = {start};")
    writer.declared.append("unsigned char k = input(2);")
    writer.values += [*names]
    writer.keys += [*names, "k"]

    def constant() -> str:
        return choose.choice(("0.5", "0.5f", "2.0f", "0.1", "-1.0", "1.0f", "3.0", "0.25f", "1e-3", "100.0"))

    def value() -> str:
        counters = [name for name in writer.keys if name.startswith("i")]
        return choose.choice([*names, *names, constant(), "k", *counters])

    def written() -> str:
        name = choose.choice([*names])
        form = choose.choice(
            (
                "{name} * {constant}",
                "{name} * 0.5f + {constant}",
                "{name} + {value}",
                "{name} - {value}",
                "(double){value} / {value}",
                "(float){value} + {constant}",
                "-{name}",
                "{value}",
                "{value} * {value}",
                "{name} < {constant} ? {name} + {constant} : {constant}",
                "{name} != {name} ? 0 : {value}",
            )
        )
        while "{" in form:
            form = form.replace("{value}", value(), 1).replace("{constant}", constant(), 1).replace("{name}", name)
        return f"{name} = {form};"

    def whole() -> str:
        name = choose.choice([*names])
        return choose.choice(
            (
                f"k = {name} >= 0 && {name} < 9 ? (unsigned char){name} : 7;",
                f"{name} = (int)k - 3;",
                f"k = ({value()} < {value()}) + ({name} == {name});",
                "k = (k + 1) & 3;",
            )
        )

    def compared() -> str:
        return f"{value()} {choose.choice(('<', '<=', '==', '!=', '>'))} {value()}"

    def step() -> tuple[str, str]:
        name = choose.choice([*names])
        mark = f"m{writer.counters}"
        writer.declared.append(f"unsigned char {mark} = 0;")
        writer.keys.append(mark)
        return f"{name} < {constant()} && {mark} < {choose.randint(3, 12)}", f"{name} += {constant()}; {mark}++;"

    writer.statements += [written, written, written, whole]
    writer.conditions += [compared]
    writer.steps += [step]
