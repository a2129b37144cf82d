"""Random C programs in which functions with loops are called at several places, and all that their runs can do.

Functions have locals that live across calls, write to variables of their callers and to global ones, and call each other without recursion. The two inputs have four values each,
so that the interpreter can make every run.
"""

import random
from dataclasses import dataclass
from pathlib import Path

from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel, Function, Program
from surefoot.program.properties import UNREACH_CALL
from surefoot.program.trace import Chosen, Placed, Trace
from surefoot.semantics.interpreter import Finished, Machine, Outcome, TraceChoices, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode

INPUTS = 2
VALUES = 4
PRELUDE = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static unsigned char g, h, seen;
"""

OWNING = "static unsigned char own(unsigned char a) { unsigned char t = a; t += @(a, &t); return t; }"
"""A function with an object of its own, which lives on where it calls another; it has to be called before there are loops."""


@dataclass(frozen=True, slots=True)
class Calling:
    """A program with a check of what it computes, and whether some run fails it."""

    text: str
    program: Program
    fails: bool


def calling_program(seed: int, folder: Path) -> Calling:
    """Return the program of ``seed``: first it is found out which values it computes, then a check
    is made that fails, or just does not.
    """
    choose = random.Random(f"calls {seed}")
    body = _Writer(choose).text()
    draft = loaded(body.replace("@", ""), folder)
    written = GeneratedCode()
    observed = sorted({_seen(draft, trace, written) for trace in all_inputs()})
    others = [
        value for each in observed for value in (each - 1, each + 1) if 0 <= value < 256 and value not in observed
    ]
    low, high = observed[0], observed[-1]
    failing = [f"seen == {choose.choice(observed)}", f"seen >= {high}", f"seen <= {low}"]
    holding = [f"seen == {choose.choice(others)}"] if others else []
    holding += [f"seen > {high}"] if high < 255 else []
    holding += [f"seen < {low}"] if low else []
    fails = choose.random() < 0.4 or not holding
    text = body.replace("@", f"if ({choose.choice(failing if fails else holding)}) reach_error();")
    program = loaded(text, folder)
    written = GeneratedCode()
    assert fails == any(isinstance(outcome_of(program, each, written), Violated) for each in all_inputs())
    return Calling(text, program, fails)


def loaded(text: str, folder: Path) -> Program:
    """Return the program of ``text``."""
    source = folder / "calling.c"
    source.write_text(text)
    return load_program((source,), DataModel.LP64, UNREACH_CALL).program


def all_inputs() -> list[Trace]:
    """Return a trace for each input; the first choice is the address of the variable of main that
    functions get by reference.
    """
    return [
        Trace({}, {}, (Placed(None, {}), *(Chosen(number // VALUES**at % VALUES) for at in range(INPUTS))))
        for number in range(VALUES**INPUTS)
    ]


def outcome_of(program: Program, trace: Trace, generated_code: GeneratedCode | None = None) -> Outcome:
    """Return the outcome of the run of ``trace``."""
    return run(program, UNREACH_CALL, TraceChoices(trace), max_steps=100_000, generated_code=generated_code)


class _Globals:
    """Visitor that holds the machine of a run."""

    machine: Machine

    def is_visited(self, _function: Function, _label: str) -> bool:
        return False

    def on_start(self, machine: Machine) -> None:
        self.machine = machine

    def on_object(self, _created: object) -> None:
        pass

    def on_block(self, _machine: Machine, _label: str) -> None:
        pass


def _seen(program: Program, trace: Trace, generated_code: GeneratedCode) -> int:
    """Return the values that the run of ``trace`` computes."""
    visitor = _Globals()
    outcome = run(
        program, UNREACH_CALL, TraceChoices(trace), max_steps=100_000, visitor=visitor, generated_code=generated_code
    )
    assert isinstance(outcome, Finished), outcome
    symbol = next(each.variable.symbol for each in program.global_variables if each.variable.name == "seen")
    return int(visitor.machine.globals[visitor.machine.global_slots[symbol]])  # type: ignore[arg-type]


@dataclass(slots=True)
class _Writer:
    choose: random.Random

    def text(self) -> str:
        names = [f"f{number}" for number in range(self.choose.choice((1, 2, 2, 3)))]
        functions = [self._function(name, names[:number]) for number, name in enumerate(names)]
        calls = [self._call(name, ("x", "y", "n", "m"), "&y") for name in names for _ in range(2)]
        self.choose.shuffle(calls)
        values = ("x", "y", "g", "n", "m")
        lines = [self._placed(call, values) for call in calls]
        lines.insert(self.choose.randrange(len(lines) + 1), self._simple("x", values))
        lines.append(f"seen = {self.choose.choice(('x', 'x + y', 'g', 'x ^ h', 'y'))};")
        if self.choose.random() < 0.4:
            functions.append(OWNING.replace("@", self.choose.choice(names)))
            lines.insert(0, self.choose.choice(("x = own(n);", f"if (n & 1) x = own(m); else x = {names[0]}(m, &y);")))
        inputs = [f"unsigned char {name} = __VERIFIER_nondet_uchar() & {VALUES - 1};" for name in "nm"]
        main = ["int main(void) {", *inputs, "unsigned char x = 1, y = n;", *lines, "@", "return 0;", "}"]
        return "\n".join([PRELUDE, *functions, *main, ""])

    def _function(self, name: str, callees: list[str]) -> str:
        values = ("a", "s", "*p", "g", "i")
        bound = self.choose.choice(("a & 3", "2", "3", "(a ^ g) & 3", "(*p & 1) + 1"))
        body = [self._simple(self.choose.choice(("s", "*p", "g", "h")), values) for _ in range(2)]
        if callees and self.choose.random() < 0.4:
            body.append(self._call(self.choose.choice(callees), values, "p", target="s"))
        rest = [self._call(each, ("a", "s"), self.choose.choice(("p", "&g")), target="s") for each in callees]
        if callees and self.choose.random() < 0.3:
            rest.append(self._call(self.choose.choice(callees), ("a", "s"), "p", target="a"))
        rest.append(f"return {self.choose.choice(('s', 's + a', 's ^ *p'))};")
        head = f"for (unsigned char i = 0, b = {bound}; i < b; i++) {{ {' '.join(body)} }}"
        first = f"static unsigned char {name}(unsigned char a, unsigned char *p) {{ unsigned char s = {self.choose.choice(('0', 'a', 'h'))};"
        return "\n".join([first, head, *rest, "}"])

    def _simple(self, target: str, values: tuple[str, ...]) -> str:
        value = self.choose.choice((*values, "1", "3", "7"))
        change = f"{target} {self.choose.choice(('+', '-', '^', ''))}= {value};"
        if self.choose.random() < 0.3:
            return f"if ({self.choose.choice(values)} & {self.choose.choice('12')}) {change}"
        return change

    def _call(self, name: str, values: tuple[str, ...], pointer: str, target: str = "") -> str:
        target = target or self.choose.choice(("x", "y", "x", "n"))
        sign = self.choose.choice(("=", "=", "+="))
        return f"{target} {sign} {name}({self.choose.choice((*values, '1', '2'))}, {pointer});"

    def _placed(self, call: str, values: tuple[str, ...]) -> str:
        """Return ``call`` as it is, under a condition, or in a loop of main."""
        chance = self.choose.random()
        if chance < 0.2:
            return f"if ({self.choose.choice(values)} & 1) {{ {call} }}"
        if chance < 0.35:
            return f"for (unsigned char k = 0; k < 2; k++) {{ {call} }}"
        return call
