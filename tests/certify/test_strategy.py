"""Order of solvers for obligations: never the solver that found the proof, and the likely fastest
first.
"""

import pytest

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.discharge import linear_integers
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.linear_integers import solver_of_integers
from surefoot.discharge.obligation import Discharged, Obligation, Refuted
from surefoot.discharge.strategy import discharge
from surefoot.logic import (
    FLOAT32,
    RoundingMode,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvule,
    bvult,
    eq,
    fp,
    fp_lt,
    fp_mul,
    ite,
    rounding,
    sign_extend,
    variable,
    zero_extend,
)
from surefoot.smt.registry import SolverFactory

x, y = variable("x", bit_vector(8)), variable("y", bit_vector(8))
ORDER = and_(bvult(x, bv(9, 8)), bvult(y, x), bvult(bv(9, 8), y))
SMALL_PRODUCT = eq(bvmul(bvmul(x, x), bv(4, 8)), bv(2, 8))
w = variable("w", bit_vector(16))
PRODUCT = eq(bvmul(bvmul(w, w), bv(4, 16)), bv(2, 16))
CHOSEN = ite(bvult(x, y), sign_extend(x, 16), ite(bvult(y, x), bv(3, 16), zero_extend(y, 16)))
CHOSEN_PRODUCT = eq(bvmul(bvmul(w, CHOSEN), bv(4, 16)), bv(2, 16))
LARGE_CHOSEN_PRODUCT = eq(bvmul(bvmul(w, ite(bvult(x, y), CHOSEN, bv(300, 16))), bv(4, 16)), bv(2, 16))
f = variable("f", FLOAT32)
SQUARE = fp_lt(fp_mul(rounding(RoundingMode.RNE), f, f), fp(0, FLOAT32))


def result_of(formula: Term, finder: str) -> object:
    return discharge([Obligation("it happens", formula)], lambda _: (), SolverFactory(finder), Budget.seconds(30))


@pytest.mark.parametrize(
    ("finder", "formula", "confirmer"),
    [
        ("bitwuzla", ORDER, "bits"),
        ("bits", ORDER, "bitwuzla"),
        ("bitwuzla", SMALL_PRODUCT, "bits"),
        ("bitwuzla", CHOSEN_PRODUCT, "bits"),
        ("bitwuzla", LARGE_CHOSEN_PRODUCT, "z3"),
        ("bitwuzla", PRODUCT, "z3"),
        ("z3", PRODUCT, "bitwuzla"),
        ("bits", PRODUCT, "bitwuzla"),
        ("boxes", SQUARE, "exact ranges"),
        ("bitwuzla", SQUARE, "exact ranges"),
    ],
)
def test_confirming_solver_differs_from_finding_solver(finder: str, formula: Term, confirmer: str) -> None:
    assert result_of(formula, finder) == Discharged(confirmer)


def test_certifying_solver_differs_from_finding_solver() -> None:
    solvers = SolverFactory("bitwuzla")
    assert "boxes" not in solvers.confirming
    assert solvers.for_checking("boxes").confirming == ("bitwuzla", "z3", "cvc5", "bits")
    assert solvers.for_checking("z3").confirming == ("bitwuzla", "cvc5", "bits")
    assert solvers.for_checking("rewriting") == solvers


def test_a_wrong_proof_is_rejected_by_bits() -> None:
    found = result_of(bvult(x, y), "bitwuzla")
    assert isinstance(found, Refuted)
    assert str(found) == "it happens (bits found a case)"


POSSIBLE = bvult(y, x)


@pytest.mark.parametrize(
    ("formula", "simpler", "is_accepted"),
    [
        (ORDER, and_(bvult(x, y), bvult(y, x)), True),
        (ORDER, POSSIBLE, True),
        (POSSIBLE, bvult(bv(0, 8), x), False),
    ],
)
def test_simplified_formulas_are_optional(formula: Term, simpler: Term, is_accepted: bool) -> None:
    parts = [Obligation("first", ORDER), Obligation("second", formula, weaker=simpler), Obligation("third", ORDER)]
    finding = discharge(parts, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(30))
    if is_accepted:
        assert finding == Discharged("bits")
    else:
        assert isinstance(finding, Refuted)
        assert finding.description.startswith("second")


SUM, ROUNDS, MORE = (variable(name, bit_vector(32)) for name in ("sum", "rounds", "more"))
BOUNDED = and_(bvule(ROUNDS, bv(5000, 32)), bvule(MORE, bv(99, 32)), bvule(SUM, bvmul(ROUNDS, bv(99, 32))))
NEXT = bvult(bvmul(bvadd(ROUNDS, bv(1, 32)), bv(99, 32)), bvadd(SUM, MORE))
LINEAR = and_(BOUNDED, NEXT)


@pytest.mark.parametrize(("finder", "confirmer"), [("bitwuzla", "cvc5 in integers"), ("cvc5", "z3 in integers")])
def test_multiples_are_compared_as_integers(finder: str, confirmer: str) -> None:
    assert result_of(LINEAR, finder) == Discharged(confirmer)


def test_integers_discharge_linear_obligations_and_words_the_rest() -> None:
    parts = [Obligation("first", ORDER), Obligation("second", LINEAR), Obligation("third", ORDER)]
    finding = discharge(parts, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(30))
    assert finding == Discharged("cvc5 in integers and bits")


def test_wrapping_sums_are_not_discharged_by_integers() -> None:
    without_limit = and_(bvule(MORE, bv(99, 32)), bvule(SUM, bvmul(ROUNDS, bv(99, 32))), NEXT)
    assert isinstance(result_of(without_limit, "bitwuzla"), Refuted)


def test_integers_have_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_about: list[Term] = []

    def in_vain(formula: Term, *_others: object) -> bool:
        asked_about.append(formula)
        return False

    monkeypatch.setattr(linear_integers, "is_discharged_in_integers", in_vain)
    parts = [Obligation(f"part {number}", and_(LINEAR, bvult(ROUNDS, bv(number, 32)))) for number in range(1, 9)]
    assert isinstance(discharge(parts, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(50)), Discharged)
    assert len(asked_about) == LIMITS.integer_misses


def test_facts_are_translated_to_integers() -> None:
    parts = [Obligation("it happens", and_(BOUNDED.args[0], NEXT))]
    facts = [each for each in BOUNDED.args if each is not BOUNDED.args[0]]
    solvers = SolverFactory("bitwuzla")
    assert discharge(parts, lambda _: facts, solvers, Budget.seconds(30)) == Discharged("cvc5 in integers")
    assert isinstance(discharge(parts, lambda _: (), solvers, Budget.seconds(30)), Refuted)


def test_refutations_are_of_words_only() -> None:
    solvers = replace(SolverFactory("bitwuzla"), only_checked_bits=True)
    assert solver_of_integers(solvers) is None


def test_single_wrong_part_is_found_by_each_solver() -> None:
    hard = [eq(bvmul(bvmul(x, y), bv(2 * number, 8)), bv(1, 8)) for number in range(1, 6)]
    parts = [Obligation(f"part {number}", each) for number, each in enumerate([*hard, ORDER, POSSIBLE, ORDER])]
    found = discharge(parts, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(30))
    assert isinstance(found, Refuted) and found.description.startswith("part 6")
    del parts[6]
    assert isinstance(discharge(parts, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(30)), Discharged)


def test_two_solvers_that_share_parts_are_both_named() -> None:
    both = (Obligation("a square is negative", SQUARE), Obligation("it happens", ORDER, weaker=ORDER))
    assert discharge(both, lambda _: (), SolverFactory("bitwuzla"), Budget.seconds(30)) == Discharged(
        "bits and exact ranges"
    )
