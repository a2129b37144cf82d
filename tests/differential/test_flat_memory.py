"""Generated programs: flat memory against model checker and interpreter."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from corpus.engine_runs import first_claim
from differential.generated_programs import ALL_TYPES, INT_TYPES, PRELUDE, IntType, single_programs
from differential.memory_programs import MemoryProgram
from differential.native import output_of
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import ignore
from surefoot.certify.corroborate.flat_unrolling import FlatFinding, FlatViolation, check_flat
from surefoot.certify.judge import judge
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal, Why
from surefoot.frontend.loading import load_program
from surefoot.logic import Value
from surefoot.program.program import DataModel
from surefoot.program.properties import UNREACH_CALL
from surefoot.semantics.interpreter import Event, RandomChoices, Returned, run
from surefoot.smt.registry import SolverFactory

STEPS = 100_000
SECONDS = 4.0
"""For each of the two; who does not finish has no opinion."""
BOUND = 4
"""More rounds than any loop of the programs has."""


class ResultOf:
    """Keeps what ``function`` returns."""

    def __init__(self, function: str) -> None:
        self._function = function
        self.value: Value | None = None

    def on_event(self, event: Event) -> None:
        for change in event.changes:
            if isinstance(change, Returned) and change.function == self._function:
                (self.value,) = change.values


def goal_of(text: str, main: Sequence[str], folder: Path, data_model: DataModel) -> Goal:
    path = folder / "checked.c"
    path.write_text("\n".join([text, "int main(void) {", *main, "}"]))
    return Goal(load_program([path], data_model, UNREACH_CALL).program, UNREACH_CALL)


def opinions(goal: Goal) -> tuple[Verdict, FlatFinding]:
    """Return the model checker's verdict and the flat view's finding."""
    budget = Budget.seconds(SECONDS)
    solvers = SolverFactory(budget=budget)
    verdict: Verdict
    try:
        claim = first_claim(make_engine(f"bmc{{max-bound={BOUND}}}"), goal, solvers, budget, ignore)
        verdict = judge(claim, goal, goal.program.caveats, solvers, budget)
    except OutOfBudget as limit:
        verdict = Unknown(Why.TIME_LIMIT, str(limit), "")
    bound = BOUND
    if isinstance(verdict, Safe) and isinstance(verdict.certificate, CompleteUnrolling):
        bound = verdict.certificate.bound
    return verdict, check_flat(goal, bound, SolverFactory(), Budget.seconds(SECONDS))


def agree(verdict: Verdict, finding: FlatFinding) -> bool:
    """Return whether neither result contradicts the other; an unknown one contradicts nothing."""
    match verdict:
        case Safe():
            return not isinstance(finding, FlatViolation)
        case Unsafe():
            return not isinstance(finding, Accepted)
        case Unknown():
            return verdict.why is not Why.UNDEFINED_BEHAVIOUR or not isinstance(finding, Accepted)


@pytest.mark.parametrize("seed", range(20))
def test_programs_with_moving_pointers(seed: int, tmp_path: Path) -> None:
    data_model = DataModel.LP64 if seed % 4 else DataModel.ILP32
    text = MemoryProgram(seed, careless=0.02 if seed % 3 else 0.0).text()
    observed = ResultOf("compute")
    program = goal_of(text, ["compute();"], tmp_path, data_model).program
    run(program, UNREACH_CALL, RandomChoices(seed), max_steps=STEPS, observer=observed)
    computed = 0 if observed.value is None else observed.value
    for sign in ("!=", "=="):
        goal = goal_of(text, [f"if (compute() {sign} {computed}ull) reach_error();"], tmp_path, data_model)
        verdict, finding = opinions(goal)
        assert agree(verdict, finding), (verdict, finding)
        if sign == "==" and observed.value is not None:
            assert not isinstance(finding, Accepted)


QUICKLY = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def input_functions() -> str:
    """Return each input is an unknown value that is assumed to be the one of the native run."""
    lines = ["extern void reach_error(void);", "extern void __VERIFIER_assume(int);"]
    for kind in ALL_TYPES:
        same = "x == value" if isinstance(kind, IntType) else "x == value && (value != 0 || 1 / x > 0)"
        lines += [
            f"extern {kind.name} __VERIFIER_nondet_{kind.tag}(void);",
            f"static {kind.name} input_{kind.tag}({kind.name} value) {{",
            f"  {kind.name} x = __VERIFIER_nondet_{kind.tag}();",
            f"  __VERIFIER_assume({same});",
            "  return x;",
            "}",
        ]
    return "\n".join([*lines, "#define INPUT(type, tag, value) input_##tag(value)\n"])


@given(single_programs(INT_TYPES))
@settings(QUICKLY, max_examples=6)
def test_programs_with_known_native_results(text: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        native = folder / "native.c"
        constants = "#include <stdio.h>\n#define INPUT(type, tag, value) ((type)(value))\n"
        native.write_text(f'{constants}\n{PRELUDE}\n{text}\nint main(void) {{ printf("%llu", program0()); }}')
        printed = output_of([native], folder)
        assert printed is not None
        program = f"{PRELUDE}\n{input_functions()}\n{text}"
        for sign, opposite in (("!=", FlatViolation), ("==", Accepted)):
            goal = goal_of(program, [f"if (program0() {sign} {printed}ull) reach_error();"], folder, DataModel.LP64)
            found = check_flat(goal, BOUND, SolverFactory(), Budget.seconds(SECONDS))
            assert not isinstance(found, opposite), found
