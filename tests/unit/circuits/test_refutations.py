"""Checked refutations: every step has to follow, or the refutation is rejected."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.circuits.refutations import NoRefutation, RefutationChecker, derived_clauses
from surefoot.smt.adapters.glucose import CheckedGlucose
from surefoot.smt.adapters.native_library import Satisfiability
from surefoot.smt.contracts import NoAnswer

Clause = Sequence[int]
ALL_FOUR = ([1, 2], [1, -2], [-1, 2], [-1, -2])
PIGEONS = [
    *([3 * pigeon + hole for hole in (1, 2, 3)] for pigeon in range(4)),
    *(
        [-(3 * one + hole), -(3 * other + hole)]
        for hole in (1, 2, 3)
        for other in range(4)
        for one in range(other)
    ),
]  # fmt: skip
"""Four pigeons, three holes."""


def follow(clauses: Sequence[Clause], steps: Sequence[Clause], goal: Clause = ()) -> None:
    checker = RefutationChecker()
    for clause in clauses:
        checker.add(clause)
    checker.derive(steps, Budget())
    checker.require(goal, Budget())


def is_satisfiable(clauses: Sequence[Clause], variables: int) -> bool:
    return any(
        all(any(values[abs(each) - 1] == (each > 0) for each in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


def test_valid_refutation() -> None:
    follow(ALL_FOUR, [[2]])


@pytest.mark.parametrize("missing", range(4))
def test_missing_clause(missing: int) -> None:
    with pytest.raises(NoRefutation):
        follow([each for place, each in enumerate(ALL_FOUR) if place != missing], [[2], [-2]])


def test_empty_proof_refutes_by_unit_propagation_only() -> None:
    with pytest.raises(NoRefutation):
        follow(ALL_FOUR, [])
    follow([[1], [-1, 2], [-2]], [])


def test_conclusion_under_assumptions() -> None:
    guarded = [[*each, -3] for each in ALL_FOUR]
    follow(guarded, [[2, -3]], [-3])
    with pytest.raises(NoRefutation):
        follow(guarded, [[2, -3]], [3])
    with pytest.raises(NoRefutation):
        follow(guarded, [[2, -3], []])  # the empty clause follows from nothing


def test_tautologies_and_repeated_literals() -> None:
    follow([[1, -1], [2, 2], [-2, 3, 3], [-3]], [])
    with pytest.raises(NoRefutation):
        follow([[1, -1], [2, -2]], [])


@pytest.mark.parametrize("line", ["1 2", "x 0", "1 0 2", "d", "", "1 -0 0"])
def test_malformed_proof_text(line: str) -> None:
    with pytest.raises(NoRefutation):
        list(derived_clauses([line]))


def test_deletions_are_ignored() -> None:
    assert list(derived_clauses(["1 -2 0\n", "d 1 0\n", "0\n"])) == [[1, -2], []]


def test_budget_is_respected() -> None:
    checker = RefutationChecker()
    checker.add([1, 2])
    with pytest.raises(OutOfBudget):
        checker.require([1], Budget.seconds(0))


@pytest.mark.parametrize("seed", range(300))
def test_random_clauses_against_all_assignments(seed: int) -> None:
    """Glucose's checked refutations agree with a truth table; random steps never refute satisfiable
    clauses.
    """
    random = Random(seed)
    variables = random.randint(2, 6)

    def clause() -> list[int]:
        return [random.choice((1, -1)) * random.randint(1, variables) for _ in range(random.randint(1, 3))]

    clauses = [clause() for _ in range(random.randint(3, 25))]
    assumed = [random.choice((1, -1)) * each for each in range(1, random.randint(1, 3))]
    glucose = CheckedGlucose()
    for each in clauses:
        glucose.add(each)
    truth = is_satisfiable([*clauses, *([each] for each in assumed)], variables)
    assert glucose.solve(assumed, Budget()) is (Satisfiability.SATISFIABLE if truth else Satisfiability.UNSATISFIABLE)
    again = is_satisfiable(clauses, variables)
    assert glucose.solve([], Budget()) is (Satisfiability.SATISFIABLE if again else Satisfiability.UNSATISFIABLE)
    glucose.close()
    if again:
        with pytest.raises(NoRefutation):
            follow(clauses, [clause() for _ in range(10)])


def test_wrong_answers_of_the_solver_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted in (PIGEONS, PIGEONS[1:]):
        followed = CheckedGlucose()
        for clause in wanted:
            followed.add(clause)
        monkeypatch.setattr(followed._glucose, "solve", lambda *_: Satisfiability.UNSATISFIABLE)
        assert isinstance(followed.solve([], Budget()), NoAnswer)
        followed.close()


def test_four_pigeons() -> None:
    for clauses, expected in ((PIGEONS, Satisfiability.UNSATISFIABLE), (PIGEONS[1:], Satisfiability.SATISFIABLE)):
        followed = CheckedGlucose()
        for clause in clauses:
            followed.add(clause)
        assert followed.solve([], Budget()) is expected
        followed.close()
