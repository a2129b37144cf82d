"""Generated programs: native result against interpreter and bounded model checker."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from differential.generated_programs import ALL_TYPES, INT_TYPES, PRELUDE, IntType, batches, single_programs
from differential.native import output_of
from limits import override
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.loading import load_program
from surefoot.logic import Sort, Value
from surefoot.program.program import DataModel
from surefoot.program.properties import UNREACH_CALL
from surefoot.semantics.interpreter import (
    Event,
    Finished,
    RandomChoices,
    Returned,
    Runs,
    Violated,
    ZeroChoices,
    run,
)
from surefoot.semantics.limits import LIMITS
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

STEPS = 1_000_000
NARROW = INT_TYPES[:4]
CONSTANTS = "#define INPUT(type, tag, value) ((type)(value))\n"
QUICKLY = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def _input_functions(*, assumed: bool) -> str:
    """Return each input is an unknown value; if ``assumed``, then it is the one that the native run had."""
    lines = ["extern void __VERIFIER_assume(int);"]
    for kind in ALL_TYPES:
        same = "x == value" if isinstance(kind, IntType) else "x == value && (value != 0 || 1 / x > 0)"
        lines += [
            f"extern {kind.name} __VERIFIER_nondet_{kind.tag}(void);",
            f"static {kind.name} input_{kind.tag}({kind.name} value) {{",
            f"  {kind.name} x = __VERIFIER_nondet_{kind.tag}();",
            f"  __VERIFIER_assume({same if assumed else '1'});",
            "  return x;",
            "}",
        ]
    return "\n".join([*lines, "#define INPUT(type, tag, value) input_##tag(value)\n"])


ASSUMED_INPUTS = _input_functions(assumed=True)
UNKNOWN_INPUTS = _input_functions(assumed=False)


class WithGlobal(ZeroChoices):
    """The global variable ``name``, which no file defines, has this value."""

    def __init__(self, name: str, value: int) -> None:
        self._name, self._value = name, value

    def global_value(self, symbol: str, sort: Sort) -> Value:
        """Return the value for the symbol of the input."""
        return self._value if symbol == self._name else super().global_value(symbol, sort)


class ResultOf:
    """Keeps what ``function`` returns."""

    def __init__(self, function: str) -> None:
        self._function = function
        self.value: Value | None = None

    def on_event(self, event: Event) -> None:
        for change in event.changes:
            if isinstance(change, Returned) and change.function == self._function:
                (self.value,) = change.values


def native_results(programs: Sequence[str], folder: Path) -> list[str]:
    """Return the checksums that the machine computes."""
    calls = [f'printf("%llu\\n", program{index}());' for index in range(len(programs))]
    path = folder / "native.c"
    path.write_text("\n".join(["#include <stdio.h>", CONSTANTS, PRELUDE, *programs, "int main(void) {", *calls, "}"]))
    printed = output_of([path], folder)
    assert printed is not None, "a generated program does not end"
    return printed.split()


def written(folder: Path, inputs: str, programs: Sequence[str], main: Sequence[str]) -> Path:
    """Return A C file with ``programs`` and the given body of ``main``."""
    path = folder / "checked.c"
    lines = ["extern void reach_error(void);", PRELUDE, inputs, *programs, "int main(void) {", *main, "}"]
    path.write_text("\n".join(lines))
    return path


def unless_equal(results: Sequence[str]) -> list[str]:
    """Call the error function when a program computes something else."""
    return [f"if (program{index}() != {result}ull) reach_error();" for index, result in enumerate(results)]


def when_equal(results: Sequence[str]) -> list[str]:
    """Call the error function when all programs compute the same."""
    return [f"if (program{index}() != {result}ull) return 0;" for index, result in enumerate(results)] + [
        "reach_error();"
    ]


@given(batches(most=6))
@settings(QUICKLY, max_examples=20)
def test_interpreter_agrees_with_native_run(programs: list[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        results = native_results(programs, folder)
        either = ["extern int is_failing;", "if (is_failing) {", *when_equal(results), "}", *unless_equal(results)]
        program = load_program([written(folder, CONSTANTS, programs, either)], DataModel.LP64, UNREACH_CALL).program
        for rounds in (LIMITS.compiled_loop_iterations, 2):
            with override(LIMITS, compiled_loop_iterations=rounds):
                runs = Runs(program, UNREACH_CALL)
                for is_failing, expected in ((0, Finished), (1, Violated)):
                    outcome = runs.run(WithGlobal("is_failing", is_failing), STEPS)
                    assert isinstance(outcome, expected), outcome


def _model_checker_agrees(inputs: str, programs: Sequence[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        results = native_results(programs, folder)
        for main, expected in ((unless_equal(results), Safe), (when_equal(results), Unsafe)):
            path = written(folder, inputs, programs, main)
            report = check(Request((path,), UNREACH_CALL, time_limit=50, check_models=True))
            assert isinstance(report.verdict, expected), report.verdict


@given(batches(most=3))
@settings(QUICKLY, max_examples=15)
def test_model_checker_agrees_with_native_run_on_constants(programs: list[str]) -> None:
    _model_checker_agrees(CONSTANTS, programs)


@given(single_programs(INT_TYPES))
@settings(QUICKLY, max_examples=20)
def test_model_checker_agrees_with_native_run_on_assumed_inputs(text: str) -> None:
    _model_checker_agrees(ASSUMED_INPUTS, [text])


@given(single_programs(NARROW), st.integers(0, 1000))
@settings(QUICKLY, max_examples=15)
def test_model_checker_finds_results_of_random_runs(text: str, seed: int) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = written(folder, UNKNOWN_INPUTS, [text], ["program0();"])
        program = load_program([path], DataModel.LP64, UNREACH_CALL).program
        observed = ResultOf("program0")
        run(program, UNREACH_CALL, RandomChoices(seed), max_steps=STEPS, observer=observed)
        path = written(folder, UNKNOWN_INPUTS, [text], when_equal([str(observed.value)]))
        report = check(Request((path,), UNREACH_CALL, time_limit=30, check_models=True))
        assert isinstance(report.verdict, Unsafe), (observed.value, report.verdict)
