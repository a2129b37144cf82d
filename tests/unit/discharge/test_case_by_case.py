"""Cases of a formula, decided one by one: excluded cases are not queried again."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext

from surefoot.base.budget import Budget
from surefoot.discharge.case_by_case import OpenCases
from surefoot.discharge.limits import LIMITS
from surefoot.logic import (
    BOOL,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvult,
    conjuncts_of,
    eq,
    not_,
    or_,
    select,
    variable,
)
from surefoot.smt.contracts import TIME_LIMIT, Answer, Limits, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import open_solver

X = variable("x", bit_vector(8))
A = variable("a", array_sort(bit_vector(8), bit_vector(8)))
ELEMENTS = 20


def _decided(cases: OpenCases) -> Answer:
    with closing(open_solver("bits", Budget(), Limits(), Use.INCREMENTAL)) as solver:
        return cases.decide(solver, purpose="a test")


def _some_number(numbers: range) -> Term:
    return or_(*(and_(eq(X, bv(number, 8)), variable(f"b{number}", BOOL)) for number in numbers))


def test_all_cases_are_excluded() -> None:
    cases = OpenCases(and_(bvult(X, bv(20, 8)), _some_number(range(20, 40))))
    assert cases.are_many
    assert isinstance(_decided(cases), Unsat)


def test_one_satisfiable_case_suffices() -> None:
    assert isinstance(_decided(OpenCases(and_(bvult(X, bv(20, 8)), _some_number(range(19, 40))))), Sat)


def test_repeated_query_continues_with_the_open_case() -> None:
    cases = OpenCases(and_(bvult(X, bv(20, 8)), _some_number(range(20, 40))))
    first = _LimitedSolver(3)
    assert isinstance(cases.decide(first, purpose="a test"), NoAnswer)
    second = _LimitedSolver(100)
    assert isinstance(cases.decide(second, purpose="a test"), Unsat)
    assert first.added == second.added == [bvult(X, bv(20, 8))]
    assert second.asked[0] is first.asked[-1]
    assert len({*first.asked, *second.asked}) == 20


class _LimitedSolver:
    """Solver that refutes a given number of queries, and then runs out of time."""

    name = "impatient"

    def __init__(self, questions: int) -> None:
        self._questions = questions
        self.asked: list[Term] = []
        self.added: list[Term] = []

    def add(self, formula: Term) -> None:
        self.added.append(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        del purpose
        self.asked += assumptions
        return Unsat() if len(self.asked) <= self._questions else NoAnswer(TIME_LIMIT)

    def scope(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        pass


def test_few_cases_are_decided_jointly() -> None:
    assert not OpenCases(_some_number(range(LIMITS.few_cases))).are_many


def _element(place: int) -> Term:
    return select(A, bv(place, 8))


def _broken(bound: int) -> Term:
    """Return formulas: elements are smaller than ``x`` and ``x`` is at most 20, but some element is
    not smaller than ``bound``.
    """
    known = [bvult(_element(place), X) for place in range(ELEMENTS)]
    return and_(
        not_(bvult(bv(20, 8), X)),
        *known,
        or_(*(not_(bvult(_element(place), bv(bound, 8))) for place in range(ELEMENTS))),
    )


def _solved(formula: Term) -> Answer:
    with closing(open_solver("bits", Budget(), Limits(), Use.ONE_SHOT)) as solver:
        solver.add(formula)
        return solver.check()


def test_easy_case_is_decided_with_relevant_conjuncts() -> None:
    cases = OpenCases(_broken(20))
    asked: list[Term] = []

    def decide(formula: Term) -> Answer:
        asked.append(formula)
        return _solved(formula)

    cases.close_easy(decide)
    assert [len(conjuncts_of(each)) for each in asked] == [3] * ELEMENTS
    exhausted = _LimitedSolver(0)
    assert isinstance(cases.decide(exhausted, purpose="a test"), Unsat)
    assert not exhausted.asked


def test_cases_that_are_not_easy_stay_open() -> None:
    cases = OpenCases(_broken(19))
    asked: list[Term] = []

    def decide(formula: Term) -> Answer:
        asked.append(formula)
        return _solved(formula)

    cases.close_easy(decide)
    assert len(asked) == LIMITS.hard_cases_in_a_row * len(LIMITS.relevance_distances)
    unlimited = _LimitedSolver(100)
    assert isinstance(cases.decide(unlimited, purpose="a test"), Unsat)
    assert len(unlimited.asked) == ELEMENTS
    assert isinstance(_decided(OpenCases(_broken(19))), Sat)


def test_case_that_needs_other_instances_is_decided_with_all() -> None:
    """Each element is smaller than the next, and the last than 50; so the first is, but not by its
    own instances.
    """
    known = [bvult(_element(place), _element(place + 1)) for place in range(ELEMENTS)]
    some = or_(*(not_(bvult(_element(place), bv(50, 8))) for place in range(ELEMENTS)))
    cases = OpenCases(and_(*known, bvult(_element(ELEMENTS), bv(50, 8)), some))
    cases.close_easy(_solved)
    assert isinstance(_decided(cases), Unsat)
