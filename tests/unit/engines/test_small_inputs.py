"""Models of violations with small sizes and inputs."""

from surefoot.engines.limits import LIMITS
from surefoot.engines.small_inputs import with_small_inputs
from surefoot.logic import TRUE, Evaluator, Term, bit_vector, bv, bvadd, bvult, eq, variable
from surefoot.program.statements import Havoc, Origin
from surefoot.semantics.symbolic.reached_checks import UnknownValue
from surefoot.smt.contracts import Model, Sat
from surefoot.smt.registry import SolverFactory

SORT = bit_vector(64)
LARGE = 1 << 62


def restricted(formula: Term, *symbols: Term) -> tuple[int, ...]:
    """Return the values of ``symbols`` after a model of ``formula`` with a large first one."""
    solvers = SolverFactory()
    solver = solvers.new()
    found = solver.check([formula, bvult(bv(LARGE, 64), symbols[0])])
    assert isinstance(found, Sat)
    origin = next(iter(Origin))
    choices = [UnknownValue(TRUE, each, Havoc(each, origin, "input", None)) for each in symbols]
    values = Evaluator(smaller(formula, choices, found.model, solvers).value)
    assert values.value(formula)
    return tuple(int(values.value(each)) for each in symbols)  # type: ignore[arg-type]


def smaller(formula: Term, choices: list[UnknownValue], model: Model, solvers: SolverFactory) -> Model:
    return with_small_inputs([formula], choices, model, solvers)


def test_inputs_become_small_together() -> None:
    one, other = variable("one", SORT), variable("other", SORT)
    values = restricted(bvult(one, other), other, one)
    assert max(values) <= LIMITS.small_inputs[0]


def test_an_input_that_has_to_be_large_does_not_keep_others_large() -> None:
    one, other = variable("one", SORT), variable("other", SORT)
    values = restricted(bvult(bv(LARGE, 64), bvadd(one, other)), one, other)
    assert min(min(each, (1 << 64) - each) for each in values) <= LIMITS.small_inputs[0]


def test_a_violation_on_one_large_input_is_kept() -> None:
    one = variable("one", SORT)
    assert restricted(eq(one, bv(LARGE + 5, 64)), one) == (LARGE + 5,)
