"""Random loops and recursive functions over two 8-bit variables, with an exploration of all their states.

A program ends iff no cycle of states is reachable, or, for a recursive function, iff no call is reached again while it
is active: there are no globals, so such a call repeats for ever.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random

_DIVISION = "({} - ({} % 2 if {} >= 0 else -(-{} % 2))) // 2"
"""Python text of the division by two, which truncates in C."""
_TERMS = ("{a} + 1", "{a} - 1", "{b} + 1", "{a} + {b}", "{a} - {b}", "{a} / 2", "{b} * 2", "{a} ^ {b}", "{a} & 15")
_MORE_TERMS = ("{b}", "7", "0", "{a} + 2", "{a} - 3", "{b} - 1", "{a} | 1")
_CONDITIONS = (
    "x < y", "x != y", "x > 0", "y > 10", "x != 10", "x < 100", "y & 1", "x == y", "x <= y", "y != 0", "y > 0", "x > y",
    "x >= 3",
)  # fmt: skip
_PROGRESS = {
    "x < y": ("x + 1", "y - 1"), "x > 0": ("x - 1", "x / 2"), "y > 10": ("y - 1", "y / 2"), "x < 100": ("x + 1", "x + 2"),
    "x <= y": ("x + 1",), "y != 0": ("y - 1", "y / 2"), "y > 0": ("y - 1", "y - 3"), "x > y": ("x - 1", "y + 1"),
    "x >= 3": ("x - 3", "x / 2"), "x != 10": ("x + 1",),
}  # fmt: skip
"""Terms that bring a condition closer to its end."""
Instruction = tuple[object, ...]


@dataclass(frozen=True)
class Loops:
    """A program with loops: C text, and instructions of a machine that explores it."""

    text: str
    code: tuple[Instruction, ...]
    is_signed: bool

    @property
    def is_single(self) -> bool:
        """Whether it has one loop, without inputs inside."""
        kinds = [each[0] for each in self.code]
        return kinds.count("head") == 1 and "input" not in kinds

    def ends(self) -> bool:
        """Whether all runs end, by a depth-first search for a cycle of states."""
        done: set[tuple[int, int, int]] = set()
        numbers = range(-128, 128) if self.is_signed else range(256)
        for x in numbers:
            for y in numbers:
                if not self._ends_from((0, x, y), done, numbers):
                    return False
        return True

    def _ends_from(self, start: tuple[int, int, int], done: set[tuple[int, int, int]], numbers: range) -> bool:
        if start in done:
            return True
        active = {start}
        stack = [(start, iter(self._following(start, numbers)))]
        while stack:
            state, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                active.discard(state)
                done.add(state)
            elif following in active:
                return False
            elif following not in done:
                active.add(following)
                stack.append((following, iter(self._following(following, numbers))))
        return True

    def _following(self, state: tuple[int, int, int], numbers: range) -> list[tuple[int, int, int]]:
        """The next states at a loop head, or after an input."""
        at, x, y = state
        is_first = True
        while True:
            match self.code[at]:
                case ("set", "x", value):
                    x = value(x, y)  # type: ignore[operator]
                case ("set", "y", value):
                    y = value(x, y)  # type: ignore[operator]
                case ("input", "x"):
                    return [(at + 1, each, y) for each in numbers]
                case ("input", _):
                    return [(at + 1, x, each) for each in numbers]
                case ("unless", condition, int(target)):
                    if not condition(x, y):  # type: ignore[operator]
                        at = target
                        continue
                case ("goto", int(target)):
                    at = target
                    continue
                case ("head",):
                    if not is_first:
                        return [(at, x, y)]
                case _:
                    return []
            is_first = False
            at += 1


class _Writer:
    """C text and instructions, written side by side."""

    def __init__(self, random: Random, *, is_signed: bool) -> None:
        self._random = random
        self._is_signed = is_signed
        self.code: list[Instruction] = []

    def assignment(self) -> str:
        """An assignment to x or y."""
        target = self._random.choice("xy")
        if self._random.random() < 0.08:
            self.code.append(("input", target))
            return f"{target} = input();"
        text = term(self._random)
        self.code.append(("set", target, narrowed(text, is_signed=self._is_signed)))
        return f"{target} = {text};"

    def branch(self) -> str:
        """An assignment, or two under a condition."""
        if self._random.random() < 0.4:
            return self.assignment()
        condition = self._random.choice(_CONDITIONS)
        at = len(self.code)
        self.code.append(())
        then = self.assignment()
        middle = len(self.code)
        self.code.append(())
        self.code[at] = ("unless", compiled(condition), middle + 1)
        other = self.assignment()
        self.code[middle] = ("goto", len(self.code))
        return f"if ({condition}) {then} else {other}"

    def _progress(self, condition: str) -> str:
        value = self._random.choice(_PROGRESS[condition])
        self.code.append(("set", value[0], narrowed(value, is_signed=self._is_signed)))
        return f"{value[0]} = {value};"

    def loop(self, depth: int) -> str:
        """A loop, perhaps with a loop inside."""
        condition = self._random.choice(_CONDITIONS)
        if self._random.random() < 0.4:
            condition = f"({condition}) && ({self._random.choice(_CONDITIONS)})"
        head = len(self.code)
        self.code += [("head",), ()]
        parts = [self.branch()]
        if depth and self._random.random() < 0.3:
            parts.append(self.loop(depth - 1))
        first = condition.strip("()").partition(")")[0]
        if first in _PROGRESS and self._random.random() < 0.7:
            parts.append(self._progress(first))
        elif self._random.random() < 0.6:
            parts.append(self.branch())
        self.code.append(("goto", head))
        self.code[head + 1] = ("unless", compiled(condition), len(self.code))
        return f"while ({condition}) {{ {' '.join(parts)} }}"


def random_loops(seed: int) -> Loops:
    """A program with a loop, and perhaps a loop inside, after it, or both."""
    random = Random(seed)
    is_signed = random.random() < 0.3
    writer = _Writer(random, is_signed=is_signed)
    loops = [writer.loop(1)]
    if random.random() < 0.15:
        loops.append(writer.loop(0))
    writer.code.append(("end",))
    kind = "signed char" if is_signed else "unsigned char"
    source = f"__VERIFIER_nondet_{'char' if is_signed else 'uchar'}"
    result = "char" if is_signed else "unsigned char"
    text = (
        f"extern {result} {source}(void);\n"
        f"static {kind} input(void) {{ return ({kind}) {source}(); }}\n"
        f"int main(void) {{ {kind} x = input(), y = input();\n  {' '.join(loops)}\n}}\n"
    )
    return Loops(text, tuple(writer.code), is_signed)


@dataclass(frozen=True)
class Recursion:
    """A recursive function of two bytes: C text, and a generator that yields the arguments of its calls."""

    text: str
    body: Callable[[int, int], Generator[tuple[int, int], int, int]]

    def ends(self) -> bool:
        """Whether all calls return."""
        results: dict[tuple[int, int], int] = {}
        return all(self._returns((number // 256, number % 256), results) for number in range(1 << 16))

    def _returns(self, start: tuple[int, int], results: dict[tuple[int, int], int]) -> bool:
        if start in results:
            return True
        stack = [(start, self.body(*start))]
        active = {start}
        sent: int | None = None
        while stack:
            arguments, running = stack[-1]
            try:
                called = running.send(sent) if sent is not None else next(running)
            except StopIteration as end:
                stack.pop()
                active.discard(arguments)
                results[arguments] = sent = end.value
                continue
            sent = results.get(called)
            if sent is None:
                if called in active:
                    return False
                active.add(called)
                stack.append((called, self.body(*called)))
        return True


def random_recursion(seed: int) -> Recursion:
    """A function with a case that returns, and one or two that call it."""
    random = Random(seed)
    base = (random.choice(_CONDITIONS), term(random))
    cases = [base]
    if random.random() < 0.6:
        cases.append((random.choice(_CONDITIONS), _call(random)))
    last = _call(random)
    lines = [f"if ({condition}) return {value};" for condition, value in cases]
    text = (
        "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
        f"unsigned char f(unsigned char x, unsigned char y) {{ {' '.join(lines)} return {last}; }}\n"
        "int main(void) { f(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()); }\n"
    )
    python = "".join(f"    if {in_python(condition)}: return {_result(value)}\n" for condition, value in cases)
    found: dict[str, Callable[[int, int], Generator[tuple[int, int], int, int]]] = {}
    source = f"def f(x, y):\n{python}    return {_result(last)}\n    yield\n"
    exec(source, found)  # noqa: S102 - our own text
    return Recursion(text, found["f"])


def _call(random: Random) -> str:
    arguments = [term(random, "xy" if number == 0 else "yx") for number in range(2)]
    kind = random.random()
    if kind < 0.25:
        inner = f"f({term(random)}, {term(random, 'yx')})"
        arguments[random.randrange(2)] = inner
    call = f"f({arguments[0]}, {arguments[1]})"
    return f"{call} + 1" if kind > 0.85 else call


def _result(value: str) -> str:
    """Python text of a returned byte, whose calls are yielded."""
    if "f(" not in value:
        return f"({in_python(value)}) & 255"
    at = value.index("f(")
    depth, first, comma, end = 0, at + 2, 0, len(value)
    for place in range(at + 1, len(value)):
        depth += (value[place] == "(") - (value[place] == ")")
        if value[place] == "," and depth == 1:
            comma = place
        if depth == 0:
            end = place
            break
    arguments = f"{_result(value[first:comma])}, {_result(value[comma + 1 : end].strip())}"
    return f"((yield ({arguments})){value[end + 1 :]}) & 255"


def term(random: Random, names: str = "") -> str:
    """C text of a term; `names` says which variable it is mostly about."""
    order = names or random.choice(("xy", "yx"))
    return random.choice((*_TERMS, *_TERMS, *_MORE_TERMS)).format(a=order[0], b=order[1])


def in_python(text: str) -> str:
    """Python text of a term or condition."""
    for name in "xy":
        text = text.replace(f"{name} / 2", _DIVISION.replace("{}", name))
    return text.replace("&&", "and")


def compiled(text: str) -> Callable[[int, int], int]:
    """A condition as a function."""
    found: Callable[[int, int], int] = eval(f"lambda x, y: {in_python(text)}")  # noqa: S307 - our own text
    return found


def narrowed(text: str, *, is_signed: bool) -> Callable[[int, int], int]:
    """The value of a term, converted to 8 bits."""
    value = compiled(text)
    if is_signed:
        return lambda x, y: ((value(x, y) + 128) & 255) - 128
    return lambda x, y: value(x, y) & 255
