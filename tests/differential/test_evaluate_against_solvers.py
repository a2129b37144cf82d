"""`logic.evaluate` as reference semantics, compared with every solver on every operator.

For random applications t of an operator and random values v of its variables, the formula
"variables = v and t differs from the result of `evaluate`" is unsatisfiable. The solvers read
the text that `print_script` writes, so its encodings are tested, too.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import bitwuzla
import cvc5
import pytest
import z3

from corpus.applications import (
    APPLIED,
    BASE_SORTS,
    ELEMENT,
    MIX,
    STANDARD_SORTS,
    Application,
    interpret,
    random_application,
    random_pool,
    random_value,
)
from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT,
    ArraySort,
    ArrayValue,
    Evaluator,
    Op,
    Sort,
    Term,
    Value,
    and_,
    apply,
    bit_vector,
    constant,
    eq,
    fold,
    not_,
    select,
    variable,
)
from surefoot.logic.smtlib import print_script


def answer_of_bitwuzla(script: str) -> str:
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(script.replace("(check-sat)", ""), True, False)  # noqa: FBT003
    return str(parser.bitwuzla().check_sat())


def answer_of_z3(script: str) -> str:
    solver = z3.Solver()
    solver.from_string(script)
    return str(solver.check())


def answer_of_cvc5(script: str) -> str:
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("fp-exp", "true")
    solver.setOption("arrays-exp", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)).strip()
    return answer


ASK: Mapping[str, Callable[[str], str]] = {"bitwuzla": answer_of_bitwuzla, "z3": answer_of_z3, "cvc5": answer_of_cvc5}
LACKS: Mapping[str, Sequence[Sort]] = {"bitwuzla": (INT, ELEMENT), "z3": (), "cvc5": ()}
"""Bitwuzla has no integers and no unusual float formats, and does not decide equality over uninterpreted sorts."""


def claims(terms: Iterable[Term], assignment: Mapping[Term, Value]) -> tuple[list[Term], list[Term]]:
    """Return the values of variables and functions, and what follows from them for each of ``terms``."""
    evaluator = Evaluator(assignment.__getitem__, interpret)
    premises = [has_value(symbol, value) for symbol, value in assignment.items()]
    conclusions = []
    for term in terms:
        conclusions.append(has_value(term, evaluator.value(term)))
        premises += calls(term, evaluator)
    return premises, conclusions


def has_value(term: Term, value: Value) -> Term:
    """Return ``term = value``, index by index for arrays: constant arrays are where solvers are weak."""
    sort = term.sort
    if not isinstance(value, ArrayValue) or not isinstance(sort, ArraySort):
        return eq(term, constant(value, sort))
    indices: list[Value] = [False, True] if sort.index is BOOL else list(range(1 << sort.index.width))
    return and_(*(eq(select(term, constant(i, sort.index)), constant(value[i], sort.element)) for i in indices))


def is_supported(term: Term, solver: str) -> bool:
    """Return whether a solver decides ``term``: cvc5 requires constant array elements, bitwuzla
    does not compare constant arrays.
    """

    def has_constant_array(current: Term, found: list[bool]) -> bool:
        return current.op is Op.CONSTANT_ARRAY or any(found)

    def is_fine(current: Term, fine: list[bool]) -> bool:
        if solver == "cvc5" and current.op is Op.CONSTANT_ARRAY:
            return current.args[0].op is Op.CONSTANT
        if solver == "bitwuzla" and current.op is Op.EQ and isinstance(current.args[0].sort, ArraySort):
            return not fold(current, has_constant_array)
        return all(fine)

    return fold(term, is_fine)


def calls(term: Term, evaluator: Evaluator) -> list[Term]:
    """Return the values of `MIX` at the arguments it has in ``term``."""

    def collect(current: Term, found: list[dict[Term, None]]) -> dict[Term, None]:
        merged = {equation: None for part in found for equation in part}
        if current.op is Op.APPLY:
            values = [constant(evaluator.value(argument), argument.sort) for argument in current.args]
            merged[eq(apply(MIX, *values), constant(evaluator.value(current), current.sort))] = None
        return merged

    found: dict[Term, None] = fold(term, collect)
    return list(found)


def check_applications(solver: str, applications: Sequence[Application], choose: random.Random) -> None:
    assignment: dict[Term, Value] = {}
    terms: list[Term] = []
    for number, application in enumerate(applications):
        symbols = [variable(f"v{number}.{place}", sort) for place, sort in enumerate(application.sorts)]
        assignment |= {symbol: random_value(symbol.sort, choose) for symbol in symbols}
        terms.append(application.build(symbols))
    check(solver, terms, assignment)


def check(solver: str, terms: Sequence[Term], assignment: Mapping[Term, Value]) -> None:
    """The premises have a model, and none in which a conclusion is false."""
    premises, conclusions = claims([term for term in terms if is_supported(term, solver)], assignment)
    assert ASK[solver](print_script([*premises, *conclusions])) == "sat"
    refutation = print_script([*premises, not_(and_(*conclusions))])
    if ASK[solver](refutation) != "unsat":
        for conclusion in conclusions:
            script = print_script([*premises, not_(conclusion)])
            assert ASK[solver](script) == "unsat", script
        pytest.fail(refutation)


def sorts_for(solver: str) -> list[Sort]:
    return [sort for sort in (STANDARD_SORTS if solver == "bitwuzla" else BASE_SORTS) if sort not in LACKS[solver]]


def is_known(op: Op, solver: str) -> bool:
    return not (solver == "bitwuzla" and op.name.startswith("INT_"))


CASES = [(solver, op) for solver in ASK for op in APPLIED if is_known(op, solver)]
CASES.remove(("cvc5", Op.CONSTANT_ARRAY))


def test_all_operators_are_compared() -> None:
    assert {op for _, op in CASES} == set(Op) - {Op.VARIABLE, Op.CONSTANT}


@pytest.mark.parametrize(("solver", "op"), CASES, ids=lambda case: getattr(case, "name", case))
def test_operators(solver: str, op: Op) -> None:
    choose = random.Random(f"{solver} {op.name}")
    applications = [random_application(op, choose, sorts_for(solver)) for _ in range(100)]
    check_applications(solver, applications, choose)


FLOAT_OPERATORS = [op for op in APPLIED if op.name.startswith("FP_") and op is not Op.FP_REM]
"""The remainder of doubles is a division of numbers with thousands of bits, too much for solvers."""


@pytest.mark.parametrize("solver", ["bitwuzla", "z3"])
@pytest.mark.parametrize("op", FLOAT_OPERATORS, ids=lambda op: op.name)
def test_operators_on_float_and_double(solver: str, op: Op) -> None:
    choose = random.Random(op.name)
    sorts = (bit_vector(32), bit_vector(64), FLOAT32, FLOAT64)
    applications = [random_application(op, choose, sorts) for _ in range(40)]
    check_applications(solver, applications, choose)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("solver", ASK)
def test_nested_terms(solver: str, seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose, sorts_for(solver))
    operators = [op for op in APPLIED if is_known(op, solver)]
    for _ in range(100):
        pool.grow(choose, operators)
    terms = [term for term in pool.values if term.args]
    check(solver, choose.sample(terms, min(25, len(terms))), pool.assignment)
