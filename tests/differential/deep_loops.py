"""Random programs whose loops have closed forms over many rounds: phases, sums, recurrences,
wrapping numbers.

Their one input has few values, so that the interpreter can execute every run round by round.
Accelerated runs, accelerated unrollings and verdicts of engines are compared with these runs:

    PYTHONPATH=src:tests python -m differential.deep_loops --to 1000
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_results import encoded
from limits import override
from surefoot.base.budget import Budget
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.loading import load_program
from surefoot.logic import FALSE, TRUE, or_
from surefoot.program.program import DataModel, Function, Program
from surefoot.program.properties import UNREACH_CALL
from surefoot.program.trace import Chosen, Trace
from surefoot.semantics.interpreter import Finished, Machine, Outcome, RecordedChoices, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.systems.closed_forms.accelerated_unrolling import UnrollingAccelerator
from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.limits import LIMITS
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

INPUTS = 8
"""The input is less than this."""
MOST_ROUNDS = (150, 400, 1000)
ENGINES = ("accelerate{seconds=0.3,search-seconds=0.5}", "kind{search=false,max-k=4}", "bmc", "auto")
TYPES = {
    "unsigned char": 8,
    "signed char": 8,
    "unsigned short": 16,
    "short": 16,
    "unsigned": 32,
    "int": 32,
    "unsigned long": 64,
}
NARROW = {name: width for name, width in TYPES.items() if width < 32}

PRELUDE = """\
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
"""


class LoopWriter:
    """Writes the program of a seed, up to its check."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(f"deep loops {seed}")
        self.names = ["x", "y", "z"]
        self.types = {name: self.choose.choice(list(TYPES)) for name in self.names}

    def text(self, check_: str, number: str = "__VERIFIER_nondet_uchar()") -> str:
        """Return the program with ``check_`` at its end, for the input ``number``."""
        lines = [f"{kind} {name};" for name, kind in self.types.items()]
        lines += ["int main(void) {", f"    unsigned char n = {number};"]
        lines += [f"    if (n >= {INPUTS}) return 0;"]
        lines += [f"    {name} = {self._start()};" for name in self.names]
        for loop in range(self.choose.choice((1, 1, 2))):
            lines += self._loop(loop)
        return PRELUDE + "\n".join([*lines, f"    {check_}", "}", ""])

    def _start(self) -> str:
        return self.choose.choice(["n", str(self.choose.randrange(200)), "3 * n + 1", "0"])

    def _loop(self, number: int) -> list[str]:
        choose = self.choose
        limit = choose.choice(MOST_ROUNDS)
        lines = [f"    unsigned t{number} = 0;", f"    while (t{number} < {limit} && {self._condition()}) {{"]
        lines += [f"        {self._update(name)}" for name in self.names if choose.random() < 0.6]
        if choose.random() < 0.7:
            lines += [f"        if ({self._condition()}) {{", f"            {self._update(choose.choice(self.names))}"]
            lines += ["        } else {", f"            {self._update(choose.choice(self.names))}", "        }"]
        return [*lines, f"        t{number}++;", "    }"]

    def _condition(self) -> str:
        choose = self.choose
        name = choose.choice(self.names)
        greatest = (1 << TYPES[self.types[name]]) - 1
        bound = choose.choice([choose.randrange(300), choose.randrange(1, 3000), greatest - choose.randrange(9)])
        other = choose.choice(
            [f"{bound}u" if greatest < 1 << 32 else f"{bound}ul", choose.choice(self.names), "n * 50"]
        )
        operator = choose.choice(["<", "<", ">=", "!=", "<=", ">"])
        special = [f"{name} % 2 == {choose.randrange(2)}", f"{name} % 3 != {choose.randrange(3)}", f"{name} & 4"]
        return choose.choice([f"{name} {operator} {other}"] * 3 + special)

    def _update(self, name: str) -> str:
        choose = self.choose
        other = choose.choice(self.names)
        if self.types[name] == "int":  # signed numbers stay small: overflow is undefined
            return choose.choice(
                [f"{name} = ({name} + {choose.randrange(1, 4)}) & 0xffff;", f"if ({name} > 0) {name}--;"]
            )
        return choose.choice(
            [
                f"{name}++;",
                f"{name} += {choose.randrange(1, 9)};",
                f"{name} -= {choose.randrange(1, 4)};",
                f"{name} += (unsigned long){other};",
                f"{name} = {2 * choose.randrange(20) + 1} * (unsigned long){name} + {choose.randrange(9)};",
                f"{name} = {choose.randrange(9)};",
                f"{name} += (unsigned long){other} * (unsigned char)3;",
                f"{name} = ({name} + {choose.randrange(1, 9)}) & {choose.choice(('0x7f', '0xff', '0xfff'))};",
                f"{name} = ({choose.choice(list(NARROW))})({name} - {choose.randrange(1, 50)});",
            ]
        )


class _Looking:
    """A visitor that remembers the machine of a run."""

    machine: Machine | None = None

    def is_visited(self, _function: Function, _label: str) -> bool:
        return False

    def on_start(self, machine: Machine) -> None:
        self.machine = machine

    def on_object(self, _created: object) -> None:
        pass

    def on_block(self, _machine: Machine, _label: str) -> None:
        pass


@dataclass(frozen=True)
class End:
    """Outcome of a run and the values of its global variables."""

    outcome: str
    globals: tuple[object, ...]


def _end(outcome: Outcome, machine: Machine | None) -> End:
    assert isinstance(outcome, Finished | Violated), outcome
    assert machine is not None
    return End(type(outcome).__name__, tuple(machine.globals))


def choices_of(number: int) -> RecordedChoices:
    return RecordedChoices(Trace({}, {}, (Chosen(number),)))


def plain_end(program: Program, number: int, generated_code: GeneratedCode | None = None) -> End:
    """Return the run on one input, round by round."""
    looking = _Looking()
    choices = choices_of(number)
    outcome = run(program, UNREACH_CALL, choices, max_steps=None, visitor=looking, generated_code=generated_code)
    return _end(outcome, looking.machine)


class _CountingVisitor(AcceleratingVisitor):
    machine: Machine | None = None

    def on_start(self, machine: Machine) -> None:
        self.machine = machine
        super().on_start(machine)


def accelerated_end(
    program: Program, encoding: ProgramSystem, number: int, generated_code: GeneratedCode | None = None
) -> tuple[End, int]:
    """Return the end of the accelerated run on one input, and the number of accelerated rounds."""
    choices = choices_of(number)
    visitor = _CountingVisitor(encoding, UNREACH_CALL, choices)
    outcome = run(program, UNREACH_CALL, choices, max_steps=None, visitor=visitor, generated_code=generated_code)
    return _end(outcome, visitor.machine), sum(leap.iterations for leap in visitor.accelerated)


def load(text: str, folder: Path) -> Program:
    source = folder / "loops.c"
    source.write_text(text)
    return load_program((source,), DataModel.LP64, UNREACH_CALL).program


@dataclass(frozen=True)
class Unrolled:
    """Number of rounds that an unrolling accelerated, and its differences from the run."""

    leapt: int
    problems: list[str]


def unrolled_problems(seed: int, number: int, expected: End, folder: Path) -> Unrolled:
    """Unroll the program of ``seed`` for one input: afterwards variables must be what they are at the ``expected`` end, and nothing else."""
    writer = LoopWriter(seed)
    names = zip(writer.names, expected.globals, strict=True)
    held = " && ".join(f"{name} == ({writer.types[name]}){value}ul" for name, value in names)
    problems, leapt = [], 0
    for condition, wanted in ((f"!({held})", Safe), (held, Unsafe)):
        text = LoopWriter(seed).text(f"if ({condition}) reach_error();", str(number))
        program = load(text, folder)
        leaps = UnrollingAccelerator(lambda program=program: encoded(encode_program(program, UNREACH_CALL, Budget())))  # type: ignore[misc]
        unrolling = Unrolling(program, UNREACH_CALL, leaps)
        unrolling.extend(2 * max(MOST_ROUNDS), Budget())
        leapt += sum(each.iterations for each in leaps.made)
        fails = or_(*(each.failure for each in unrolling.reached_checks))
        said = {FALSE: Safe, TRUE: Unsafe}.get(fails)
        if said is not wanted or unrolling.frontier:
            problems.append(f"unrolled for input {number}, {condition} is {fails}:\n{text}")
    return Unrolled(leapt, problems)


@dataclass(frozen=True)
class Comparison:
    """Result of one seed: whether some run fails, accelerated rounds of runs and unrollings, and
    verdicts of engines.
    """

    fails: bool
    leapt: int
    unrolled: int
    verdicts: dict[str, str]
    problems: tuple[str, ...]


def compared(seed: int, engines: Iterable[str], seconds: float, folder: Path) -> Comparison:
    """Compare accelerated runs, and the verdicts of ``engines``, with all runs of the program of
    ``seed``.
    """
    silent = load(LoopWriter(seed).text("if (x == y && z == 1 && x == 77) reach_error();"), folder)
    written = GeneratedCode()
    ends = [plain_end(silent, number, written) for number in range(INPUTS)]
    encoding = encoded(encode_program(silent, UNREACH_CALL, Budget()))
    problems = []
    leapt = 0
    for number, expected in enumerate(ends):
        found, rounds = accelerated_end(silent, encoding, number, written)
        leapt += rounds
        if found != expected:
            problems.append(f"input {number}: {found} with leaps, {expected} without")
    choose = random.Random(f"check {seed}")
    number = choose.randrange(INPUTS)
    unrolled = unrolled_problems(seed, number, ends[number], folder)
    problems += unrolled.problems
    place = choose.randrange(3)
    seen = int(choose.choice(ends).globals[place])  # type: ignore[call-overload]
    value = seen if choose.random() < 0.5 else seen + choose.choice((1, 2, -1, 64))
    writer = LoopWriter(seed)
    bits = TYPES[writer.types[writer.names[place]]]
    kind = writer.types[writer.names[place]]
    text = writer.text(f"if ({writer.names[place]} == ({kind}){value % (1 << bits)}ul) reach_error();")
    program = load(text, folder)
    written = GeneratedCode()
    fails = any(plain_end(program, number, written).outcome == "Violated" for number in range(INPUTS))
    verdicts = {}
    for engine in engines:
        verdict = check(Request((folder / "loops.c",), UNREACH_CALL, engine=engine, time_limit=seconds)).verdict
        verdicts[engine] = type(verdict).__name__.lower()
        if (isinstance(verdict, Safe) and fails) or (isinstance(verdict, Unsafe) and not fails):
            problems.append(f"{engine} says {verdicts[engine]}:\n{text}")
    return Comparison(fails, leapt, unrolled.leapt, verdicts, tuple(problems))


def eager_acceleration() -> AbstractContextManager[None]:
    """Accelerate as often as possible: short blocks matter as much as long ones for a comparison."""
    return override(
        LIMITS, interpreted_visits=2, accelerated_iterations=4, unrolled_iterations=4, iterations_after_acceleration=4
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Compare accelerated runs and engines with all runs of generated loops."
    )
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--to", type=int, default=1000, help="the seed after the last")
    parser.add_argument("--seconds", type=float, default=5.0, help="the time limit of an engine")
    parser.add_argument("--engines", default=";".join(ENGINES), help="names or specs, with semicolons between them")
    chosen = parser.parse_args(arguments)
    engines = [each for each in chosen.engines.split(";") if each]
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder, eager_acceleration():
        for seed in range(chosen.first, chosen.to):
            found = compared(seed, engines, chosen.seconds, Path(folder))
            counts.update(
                ["programs", "failing" if found.fails else "holding", "with leaps" if found.leapt else "without"]
            )
            counts["unrolled with leaps"] += found.unrolled > 0
            counts.update(f"{engine}: {verdict}" for engine, verdict in found.verdicts.items())
            counts["disagreements"] += len(found.problems)
            for problem in found.problems:
                sys.stdout.write(f"DISAGREEMENT: seed {seed}, {problem}\n")
                sys.stdout.flush()
    sys.stdout.write("".join(f"{name}: {count}\n" for name, count in counts.items()))
    return int(counts["disagreements"] > 0)


if __name__ == "__main__":
    sys.exit(main())
