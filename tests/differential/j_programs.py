"""Random J programs, each made together with what it means: a text, and Python functions that run it.

Nothing of the front end is used here. Numbers have few bits, so that all inputs of a program can be tried.
"""

from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

Env = Any
"""Names and their values: a mapping, or a chain of them."""
MOST_STEPS = 3000


class Failed(Exception):
    """Failure of a check, which is the argument."""


class Endless(Exception):
    """The run takes too many steps."""


class Unwanted(Exception):
    """The precondition does not hold."""


@dataclass
class Machine:
    """State of a run; ``is_silent`` if sums wrap and out-of-bounds indices are no failures."""

    bits: int
    depth: int
    is_silent: bool
    globals: dict[str, Any] = field(default_factory=dict)
    functions: dict[str, "Routine"] = field(default_factory=dict)
    active: int = 0
    steps: int = 0

    def number(self, exact: int) -> int:
        low, span = -(1 << self.bits - 1), 1 << self.bits
        if low <= exact < low + span:
            return exact
        if not self.is_silent:
            raise Failed("signed overflow")
        return (exact - low) % span + low

    def tick(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Endless


@dataclass(frozen=True)
class Node:
    """An expression."""

    text: str
    value: Callable[[Machine, Env], Any]


Signal = tuple[str, Any] | None


@dataclass(frozen=True)
class Step:
    """A statement."""

    lines: tuple[str, ...]
    run: Callable[[Machine, Env], Signal]


@dataclass(frozen=True)
class Routine:
    """A function."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Step, ...]
    post: Node | None
    text: tuple[str, ...]

    def call(self, machine: Machine, arguments: Sequence[Any]) -> Any:
        machine.tick()
        machine.active += 1
        if machine.active > machine.depth:
            raise Failed("recursion")
        own: dict[str, Any] = dict(zip(self.parameters, arguments, strict=True))
        olds = {f"old {name}": list(v) if isinstance(v, list) else v for name, v in own.items()}
        env: Env = ChainMap(own, machine.globals)
        signal = run_all(self.body, machine, env)
        assert signal is not None
        if self.post is not None and not self.post.value(machine, ChainMap({"rv": signal[1], **olds}, env)):
            raise Failed("assertion")
        machine.active -= 1
        return signal[1]


@dataclass(frozen=True)
class JProgram:
    """A program, its inputs with their ranges, and how it runs."""

    text: str
    bits: int
    elements: int
    depth: int
    is_silent: bool
    inputs: dict[str, int]
    """For each input 0 if it is an int, 1 if it is a bool, else the number of elements of an array and 1."""
    pre: Node
    functions: dict[str, Routine]
    body: tuple[Step, ...]
    post: Node | None

    def outcome(self, values: dict[str, Any]) -> str:
        """Return ``ends``, ``unwanted``, ``endless``, or what fails."""
        machine = Machine(self.bits, self.depth, self.is_silent, dict(values), self.functions)
        try:
            if not self.pre.value(machine, machine.globals):
                return "unwanted"
            run_all(self.body, machine, machine.globals)
            if self.post is not None and not self.post.value(machine, machine.globals):
                return "assertion"
        except Failed as failed:
            return str(failed)
        except Endless:
            return "endless"
        return "ends"

    def final(self, values: dict[str, Any], name: str) -> Any:
        """Return the final value of ``name``; ``None`` if the run does not end."""
        machine = Machine(self.bits, self.depth, self.is_silent, dict(values), self.functions)
        try:
            if not self.pre.value(machine, machine.globals):
                return None
            run_all(self.body, machine, machine.globals)
        except (Failed, Endless):
            return None
        return machine.globals[name]

    def all_inputs(self) -> Iterator[dict[str, Any]]:
        """Yield every choice of inputs; arrays are new lists each time."""
        numbers = range(-(1 << self.bits - 1), 1 << self.bits - 1)
        sizes = [1 if kind < 2 else kind - 1 for kind in self.inputs.values()]
        cells = [
            [False, True] if kind == 1 else numbers
            for kind, n in zip(self.inputs.values(), sizes, strict=True)
            for _ in range(n)
        ]
        for chosen in product(*cells):
            rest = list(chosen)
            values: dict[str, Any] = {}
            for (name, kind), size in zip(self.inputs.items(), sizes, strict=True):
                mine, rest = rest[:size], rest[size:]
                values[name] = mine if kind > 1 else mine[0]
            yield values


def run_all(steps: Sequence[Step], machine: Machine, env: Env) -> Signal:
    for step in steps:
        signal = step.run(machine, env)
        if signal is not None:
            return signal
    return None


def _divided(left: int, right: int) -> tuple[int, int]:
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient, left - quotient * right


def _assign(machine: Machine, env: Env, name: str, value: Any) -> None:
    own = env.maps[0] if isinstance(env, ChainMap) else env
    (own if name in own else machine.globals)[name] = value


class Generator:
    """Makes programs; the same seed gives the same program."""

    def __init__(self, seed: int) -> None:
        self.choose = Random(f"j {seed}")
        self.bits = self.choose.choice((2, 3, 3))
        self.size = self.choose.choice((1, 2))  # with more, ints would get more bits
        self.is_silent = self.choose.random() < 0.5
        self.depth = self.choose.choice((2, 3, 4))
        self.ints = ["x", "y"]
        self.arrays = ["a"] if self.choose.random() < 0.7 else []
        self.bools = ["b"] if self.choose.random() < 0.4 else []
        self.functions: dict[str, Routine] = {}
        self.bound: list[str] = []
        self.names = 0
        self.in_function = False

    # ---- expressions

    def literal(self) -> Node:
        value = self.choose.choice([-1, 0, 0, 1, 1, *range(-(1 << self.bits - 1), 1 << self.bits - 1)])
        return Node(str(value), lambda _m, _e: value)

    def read(self, name: str) -> Node:
        return Node(name, lambda _m, env: env[name])

    def element(self, name: str, index: Node) -> Node:
        size = self.size

        def value(machine: Machine, env: Env) -> Any:
            place = index.value(machine, env)
            cells = env[name]
            if 0 <= place < size:
                return cells[place]
            if not machine.is_silent:
                raise Failed("index")
            return cells[-1]

        return Node(f"{name}[{index.text}]", value)

    def number(self, depth: int, *, calls: bool = True) -> Node:
        kind = self.choose.randrange(9 if depth else 3)
        match kind:
            case 0:
                return self.literal()
            case 1 | 2 | 8:
                if self.arrays and self.choose.random() < 0.4:
                    return self.element(
                        "a", self.number(max(0, depth - 1), calls=calls) if depth else self.small_index()
                    )
                return self.read(self.choose.choice([*self.ints, *self.bound]))
            case 3 | 4:
                return self.arithmetic(self.choose.choice("+++---*/%"), depth, calls=calls)
            case 5:
                test, one, other = (
                    self.truth(depth - 1, calls=calls),
                    self.number(depth - 1, calls=calls),
                    self.number(depth - 1, calls=calls),
                )
                return Node(
                    f"({test.text} ? {one.text} : {other.text})",
                    lambda m, e: one.value(m, e) if test.value(m, e) else other.value(m, e),
                )
            case 6:
                inner = self.number(depth - 1, calls=calls)
                return Node(f"(-({inner.text}))", lambda m, e: m.number(-inner.value(m, e)))
            case _:
                return self.call(depth, calls=calls)

    def small_index(self) -> Node:
        place = self.choose.randrange(self.size)
        return Node(str(place), lambda _m, _e: place)

    def arithmetic(self, operator: str, depth: int, *, calls: bool) -> Node:
        left, right = self.number(depth - 1, calls=calls), self.number(depth - 1, calls=calls)
        if operator in "/%" and self.choose.random() < 0.85:
            right = Node("-1", lambda _m, _e: -1) if self.choose.random() < 0.3 else Node("1", lambda _m, _e: 1)

        def value(machine: Machine, env: Env) -> Any:
            one, other = left.value(machine, env), right.value(machine, env)
            match operator:
                case "+":
                    return machine.number(one + other)
                case "-":
                    return machine.number(one - other)
                case "*":
                    return machine.number(one * other)
                case _:
                    if other == 0:
                        raise Failed("division")
                    quotient, rest = _divided(one, other)
                    exact = machine.number(quotient)
                    return exact if operator == "/" else rest

        return Node(f"({left.text} {operator} {right.text})", value)

    def call(self, depth: int, *, calls: bool) -> Node:
        if not calls or not self.functions:
            return self.literal()
        name = self.choose.choice(list(self.functions))
        parameters = self.functions[name].parameters
        arguments = [None if each == "c" else self.number(max(0, depth - 1), calls=calls) for each in parameters]
        if None in arguments and (not self.arrays or self.in_function):
            return self.literal()
        text = ", ".join("a" if each is None else each.text for each in arguments)

        def value(machine: Machine, env: Env) -> Any:
            values = [env["a"] if each is None else each.value(machine, env) for each in arguments]
            active, machine.active = machine.active, 0
            result = machine.functions[name].call(machine, values)
            machine.active = active
            return result

        return Node(f"{name}({text})", value)

    def truth(self, depth: int, *, calls: bool = True) -> Node:
        match self.choose.randrange(6 if depth else 2):
            case 0 | 1:
                operator = self.choose.choice(("<", "<=", ">", ">=", "==", "!="))
                left, right = self.number(depth, calls=calls), self.number(depth, calls=calls)
                compare: Callable[[Any, Any], bool] = {
                    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
                    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
                }[operator]  # fmt: skip
                return Node(
                    f"{left.text} {operator} {right.text}", lambda m, e: compare(left.value(m, e), right.value(m, e))
                )
            case 2:
                inner = self.truth(depth - 1, calls=calls)
                return Node(f"!({inner.text})", lambda m, e: not inner.value(m, e))
            case 3:
                return self.connective(depth, calls=calls)
            case 4 if self.bools:
                return self.read(self.choose.choice(self.bools))
            case _:
                return self.quantified(depth, calls=calls)

    def connective(self, depth: int, *, calls: bool) -> Node:
        operator = self.choose.choice(("&&", "||", "->", "=="))
        left, right = self.truth(depth - 1, calls=calls), self.truth(depth - 1, calls=calls)

        def value(machine: Machine, env: Env) -> Any:
            one = left.value(machine, env)
            match operator:
                case "&&":
                    return one and right.value(machine, env)
                case "||":
                    return one or right.value(machine, env)
                case "->":
                    return not one or right.value(machine, env)
                case _:
                    return one == right.value(machine, env)

        return Node(f"(({left.text}) {operator} ({right.text}))", value)

    def quantified(self, depth: int, *, calls: bool) -> Node:
        self.names += 1
        name = self.choose.choice((f"k{self.names}", "x"))
        first, last = self.number(max(0, depth - 2), calls=calls), self.number(max(0, depth - 2), calls=calls)
        if name in self.bound:
            name = f"k{self.names}"
        self.bound.append(name)
        body = self.truth(depth - 1, calls=calls)
        self.bound.remove(name)
        is_forall = self.choose.random() < 0.5

        def value(machine: Machine, env: Env) -> Any:
            low, high = first.value(machine, env), last.value(machine, env)
            found = [bool(body.value(machine, ChainMap({name: each}, env))) for each in range(low, high + 1)]
            return all(found) if is_forall else any(found)

        word, dots = "forall" if is_forall else "exists", self.choose.choice(("..", "..."))
        if self.choose.random() < 0.5:
            head = f"{word} ({name} [{first.text} {dots} {last.text}])"
        else:
            head = f"{word} (int {name}) [{first.text} {dots} {last.text}]"
        return Node(f"({head} {{ {body.text} }})", value)

    # ---- statements

    def steps(self, depth: int, count: int, *, in_loop: bool = False) -> tuple[Step, ...]:
        return tuple(self.step(depth, in_loop=in_loop) for _ in range(count))

    def step(self, depth: int, *, in_loop: bool) -> Step:
        match self.choose.randrange(8 if depth else 4):
            case 0 | 1:
                return self.assignment()
            case 2 if self.arrays:
                return self.element_assignment()
            case 3 if in_loop:
                word, test = self.choose.choice(("break", "continue")), self.truth(1)
                return Step(
                    (f"if ({test.text}) {{ {word}; }}",), lambda m, e: (word, None) if test.value(m, e) else None
                )
            case 4 | 5:
                return self.branch(depth, in_loop=in_loop)
            case 6:
                return self.loop(depth)
            case _:
                return self.assignment()

    def assignment(self) -> Step:
        name, value = self.choose.choice([*self.ints, *self.bools]), self.number(2)
        if name in self.bools:
            value = self.truth(1)

        def run(machine: Machine, env: Env) -> Signal:
            _assign(machine, env, name, value.value(machine, env))
            return None

        return Step((f"{name} = {value.text};",), run)

    def element_assignment(self) -> Step:
        index, value, size = self.choose.choice((self.small_index(), self.number(1))), self.number(1), self.size

        def run(machine: Machine, env: Env) -> Signal:
            place, new = index.value(machine, env), value.value(machine, env)
            if 0 <= place < size:
                env["a"][place] = new
            elif not machine.is_silent:
                raise Failed("index")
            return None

        return Step((f"a[{index.text}] = {value.text};",), run)

    def branch(self, depth: int, *, in_loop: bool) -> Step:
        test = self.truth(2)
        then = self.steps(depth - 1, self.choose.randint(1, 2), in_loop=in_loop)
        otherwise = self.steps(depth - 1, self.choose.randint(0, 1), in_loop=in_loop)
        lines = [f"if ({test.text}) {{", *_inner(then), "}"]
        if otherwise:
            lines[-1:] = ["} else {", *_inner(otherwise), "}"]
        return Step(tuple(lines), lambda m, e: run_all(then if test.value(m, e) else otherwise, m, e))

    def loop(self, depth: int) -> Step:
        self.names += 1
        counter, rounds = f"i{self.names}", self.choose.randint(1, (1 << self.bits - 1) - 1)
        body = self.steps(depth - 1, self.choose.randint(1, 2), in_loop=True)
        test = self.truth(1) if self.choose.random() < 0.5 else Node("true", lambda _m, _e: True)

        def run(machine: Machine, env: Env) -> Signal:
            count = 0
            while count < rounds and test.value(machine, env):
                machine.tick()
                signal = run_all(body, machine, env)
                if signal is not None and signal[0] == "break":
                    break
                if signal is not None and signal[0] == "return":
                    return signal
                count += 1
            return None

        head = f"for (int {counter} = 0; {counter} < {rounds} && {test.text}; {counter}++) {{"
        return Step((head, *_inner(body), "}"), run)

    # ---- functions and programs

    def function(self, name: str) -> Routine:
        """Recursive half of the time; may change the array that it is given."""
        outer = self.ints, self.arrays, self.bools
        takes_array = bool(self.arrays) and self.choose.random() < 0.5
        self.ints, self.bools, self.in_function = ["n", "x", "l"], [], True
        self.arrays = []
        parameters = ("n", "c") if takes_array else ("n",)
        local = self.number(1)
        body = self.steps(1, 2)
        result = self.number(2)
        is_recursive = self.choose.random() < 0.6

        def declare(machine: Machine, env: Env) -> Signal:
            value = local.value(machine, env)
            env.maps[0]["l"] = value
            return None

        first = Step(("int l = 0;", f"l = {local.text};"), declare)
        # the local has to exist before its value is computed
        zero = Step((), lambda _m, env: env.maps[0].update(l=0))
        steps = [zero, first, *body]
        if takes_array:
            steps.append(self.change())
        if is_recursive:
            steps.append(self.recursion(name, parameters))
        last = Step((f"return {result.text};",), lambda m, e: ("return", result.value(m, e)))
        post = None
        lines = [f"int {name}(int n{', int c[]' if takes_array else ''}) {{", *_inner([*steps, last])]
        if self.choose.random() < 0.5:
            post = self.promise()
            lines.append(f"  @post {name} {{ {post.text} }}")
        lines.append("}")
        self.ints, self.arrays, self.bools = outer
        self.in_function = False
        return Routine(name, parameters, (*steps, last), post, tuple(lines))

    def promise(self) -> Node:
        """Return a postcondition over the result and the parameter of a function, true or not."""
        number = self.literal()
        if self.choose.random() < 0.3:
            return Node("old(n) == n", lambda _m, env: env["old n"] == env["n"])
        if self.choose.random() < 0.5:
            return Node(f"rv != {number.text}", lambda m, env: env["rv"] != number.value(m, env))
        return Node(f"old(n) > {number.text} -> rv >= rv", lambda _m, _e: True)

    def change(self) -> Step:
        place, value = self.small_index(), self.number(1)

        def run(machine: Machine, env: Env) -> Signal:
            new = value.value(machine, env)
            env["c"][place.value(machine, env)] = new
            return None

        return Step((f"c[{place.text}] = {value.text};",), run)

    def recursion(self, name: str, parameters: Sequence[str]) -> Step:
        """Return ``if (n > k) { l = l' + f(n - 1) [+ f(n - 1)]; }``"""
        least = self.choose.choice((-1, 0, 1))
        is_double = self.choose.random() < 0.4
        handed = ", c" if len(parameters) > 1 else ""
        minus = Node("n - 1", lambda m, e: m.number(e["n"] - 1))

        def one(machine: Machine, env: Env) -> Any:
            given = [minus.value(machine, env), *([env["c"]] if handed else [])]
            return machine.functions[name].call(machine, given)

        def run(machine: Machine, env: Env) -> Signal:
            if env["n"] > least:
                total = one(machine, env)
                if is_double:
                    total = machine.number(total + one(machine, env))
                _assign(machine, env, "l", total)
            return None

        call = f"{name}(n - 1{handed})"
        return Step((f"if (n > {least}) {{ l = {call}{f' + {call}' if is_double else ''}; }}",), run)

    def program(self) -> JProgram:
        """Return the program, with a postcondition about its last values that may or may not hold."""
        for name in ("f", "g")[: self.choose.choice((0, 1, 1, 2))]:
            self.functions[name] = self.function(name)
        body = self.steps(2, self.choose.randint(2, 4))
        pre = self.truth(1, calls=False) if self.choose.random() < 0.5 else Node("true", lambda _m, _e: True)
        inputs = {"x": 0, "y": 0, **dict.fromkeys(self.bools, 1), **dict.fromkeys(self.arrays, self.size + 1)}
        draft = JProgram("", self.bits, self.size, self.depth, self.is_silent, inputs, pre, self.functions, body, None)
        observed = [value for given in draft.all_inputs() if (value := draft.final(given, "x")) is not None]
        post = self.post(sorted(set(observed)))
        lines = [line for each in self.functions.values() for line in each.text]
        lines += ["int x;", "int y;", *(f"bool {each};" for each in self.bools)]
        lines += [f"int {each}[];" for each in self.arrays]
        lines += [f"@pre p {{ {pre.text} }}", *(line for each in body for line in each.lines)]
        lines.append(f"@post p {{ {post.text} }}")
        text = "\n".join([*lines, ""])
        return JProgram(text, self.bits, self.size, self.depth, self.is_silent, inputs, pre, self.functions, body, post)

    def post(self, observed: list[Any]) -> Node:
        if not observed or self.choose.random() < 0.2:
            return self.truth(2, calls=False)
        low, high = observed[0], observed[-1]
        if self.choose.random() < 0.3 and len(observed) > 1:
            high = observed[-2]
        return Node(f"{low} <= x && x <= {high}", lambda _m, env: low <= env["x"] <= high)


def _inner(steps: Sequence[Step]) -> list[str]:
    return [f"  {line}" for step in steps for line in step.lines]


def j_program(seed: int) -> JProgram:
    """Return the program of ``seed``."""
    return Generator(seed).program()
