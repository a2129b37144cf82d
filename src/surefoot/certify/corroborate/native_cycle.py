"""Native runs without end: the compiled program takes the cycle of a lasso many times.

The program is compiled with a counter in each block. After the inputs of the stem, those of the
cycle are supplied again and again. The blocks that are still executed late in the run are those of
the cycle, since the loop's head is one of them: if each of them was executed n times, and a round
of the cycle passes the head k times, the cycle was taken n / k times at least.
"""

import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from surefoot.base.records import dataclass
from surefoot.certify.corroborate.dependence import ChoiceRecorder
from surefoot.certify.corroborate.native_run import (
    EXHAUSTED,
    execute,
    harness_text,
    input_functions,
    supplied_values,
)
from surefoot.certify.kernel.recurrence import continued
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import NativeRun
from surefoot.evidence.claims import Goal, Lasso, Recurrent
from surefoot.frontend.native import build_executable
from surefoot.logic import Term
from surefoot.program.program import Function
from surefoot.program.trace import Choice, Trace
from surefoot.semantics.interpreter import BoundReached, ConcreteObject, Halt, Machine, TraceChoices, run
from surefoot.systems.encode.program_system import ProgramSystem


@dataclass(frozen=True, slots=True)
class CycleStrategy:
    """A recurrent set about the control system of `encoding`, which chooses the inputs of each
    round.
    """

    evidence: Recurrent
    encoding: ProgramSystem


REPEATED = 74
"""Exit status of the harness when the cycle was taken often enough."""
_FLAGS = ("-fsanitize-coverage=trace-pc-guard,no-prune",)
_COUNTERS = """
enum { MOST_BLOCKS = 1 << 20, WINDOW = 1 << 16 };
static unsigned long long hits[MOST_BLOCKS], seen_at[MOST_BLOCKS], events, next_look = 4 * WINDOW;
static unsigned blocks;
#define UNCOUNTED __attribute__((no_sanitize("coverage")))
UNCOUNTED void __sanitizer_cov_trace_pc_guard_init(unsigned *start, unsigned *stop) {
    for (; start < stop; start++)
        if (!*start && blocks + 1 < MOST_BLOCKS)
            *start = ++blocks;
}
UNCOUNTED void __sanitizer_cov_trace_pc_guard(unsigned *guard) {
    hits[*guard]++;
    seen_at[*guard] = ++events;
    if (events < next_look)
        return;
    unsigned long long least = -1ull;
    for (unsigned i = 1; i <= blocks; i++)
        if (hits[i] && seen_at[i] + events / 2 >= events && hits[i] < least)
            least = hits[i];
    if (least != -1ull && least >= ROUNDS)
        _exit(REPEATED);
    next_look = 2 * events;
}
"""


def run_cycle_natively(
    goal: Goal, lasso: Lasso, files: Sequence[Path], flags: Sequence[str], by: CycleStrategy | None = None
) -> NativeRun:
    """Compile `files` with the inputs of `lasso` and run them until its cycle was taken
    `CertifyLimits.native_rounds` times.

    If it shows a run `by` a strategy whose rounds have inputs, supply those of
    `CertifyLimits.native_strategy_rounds`.
    """
    choices = ChoiceRecorder()
    cycle = _Cycle(lasso, choices)
    run(goal.program, goal.checked, TraceChoices(lasso.trace), max_steps=None, observer=choices, visitor=cycle)
    inputs = supplied_values(choices)
    repeated = len(inputs) - cycle.inputs_of_stem
    if repeated and by is not None:
        return _run_by_strategy(goal, by, files, flags)
    rounds = LIMITS.native_rounds * (lasso.second - lasso.first)
    with tempfile.TemporaryDirectory(prefix="surefoot-") as folder:
        harness, program = Path(folder) / "harness.c", Path(folder) / "program"
        text = harness_text(inputs, goal.checked.error_functions, input_functions(goal.program), repeated)
        constants = f"enum {{ REPEATED = {REPEATED} }};\n#define ROUNDS {rounds}ull\n"
        harness.write_text(f"{constants}void _exit(int);\n{_COUNTERS}{text}")
        build_executable([*files, harness], program, goal.program.data_model, (*flags, *_FLAGS))
        done = execute(program, Path(folder))
    is_call = lasso.place[1] == goal.program.functions[lasso.place[0]].entry.label
    if done is None or done.returncode in {-signal.SIGXCPU, -signal.SIGKILL}:
        detail = f"the compiled program did not end within {LIMITS.native_seconds} s"
        return NativeRun(reproduced=False, detail=f"{detail}, nor take the cycle {LIMITS.native_rounds:,} times")
    if done.returncode == REPEATED:
        detail = f"the compiled program takes the cycle {LIMITS.native_rounds:,} times"
        return NativeRun(reproduced=True, detail=detail)
    if is_call and done.returncode == -signal.SIGSEGV:
        return NativeRun(reproduced=True, detail="the compiled program overflows its stack (SIGSEGV)")
    ending = signal.Signals(-done.returncode).name if done.returncode < 0 else f"status {done.returncode}"
    unsupplied = [each for each in choices.recorded if each.kind is not None]
    depends_on = tuple(dict.fromkeys(each.kind.value for each in unsupplied if each.kind is not None))
    detail = f"the compiled program ends with {ending}"
    return NativeRun(reproduced=False, detail=detail, depends_on=depends_on, disagrees=not depends_on)


def _run_by_strategy(goal: Goal, by: CycleStrategy, files: Sequence[Path], flags: Sequence[str]) -> NativeRun:
    """Compile `files` with the inputs of many rounds, which depend on the state at the beginning of
    each round, and run them until all of these inputs are read.
    """
    found = continued(by.encoding.system, by.evidence, LIMITS.native_strategy_rounds, LIMITS.native_strategy_steps)
    if isinstance(found, str):
        return NativeRun(reproduced=False, detail=found)
    longer, arrivals = found
    choices = ChoiceRecorder()
    trace = by.encoding.trace_of(longer)
    run(goal.program, goal.checked, _EndingChoices(trace), max_steps=None, observer=choices)
    with tempfile.TemporaryDirectory(prefix="surefoot-") as folder:
        harness, program = Path(folder) / "harness.c", Path(folder) / "program"
        declared = input_functions(goal.program)
        harness.write_text(harness_text(supplied_values(choices), goal.checked.error_functions, declared))
        build_executable([*files, harness], program, goal.program.data_model, flags)
        done = execute(program, Path(folder))
    if done is not None and done.returncode == EXHAUSTED:
        detail = f"the compiled program takes {len(arrivals):,} rounds, with inputs that depend on their states"
        return NativeRun(reproduced=True, detail=detail)
    return NativeRun(reproduced=False, detail=f"the compiled program does not take {len(arrivals):,} rounds")


class _EndingChoices(TraceChoices):
    """Choices of a trace; the run ends after the last one."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self._left = len(trace.choices)

    def value(self, target: Term) -> Choice:
        """Return the next choice of the trace."""
        self._count()
        return super().value(target)

    def placement(self, size: int, target: Term) -> Choice:
        """Return the next choice of the trace."""
        self._count()
        return super().placement(size, target)

    def _count(self) -> None:
        if not self._left:
            raise Halt(BoundReached(0, "all choices are made"))
        self._left -= 1


class _Cycle:
    """Visitor that counts the inputs of the stem of a lasso, and ends the run after its cycle."""

    def __init__(self, lasso: Lasso, choices: ChoiceRecorder) -> None:
        self._lasso = lasso
        self._choices = choices
        self._visits = 0
        self.inputs_of_stem = 0

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is the place of the lasso."""
        return (function.name, label) == self._lasso.place

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, _label: str) -> None:
        """Count, or end the run."""
        self._visits += 1
        if self._visits == self._lasso.first:
            self.inputs_of_stem = len(supplied_values(self._choices))
        elif self._visits == self._lasso.second:
            raise Halt(BoundReached(machine.steps, "the cycle is closed"))
