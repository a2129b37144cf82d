"""Worked examples of k-induction: exact verdict and exact k."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import COUNT_TO_NINE, COUNT_TO_TEN, goal_for
from corpus.worked_examples import (
    BURNING_DOWN,
    DOUBLING,
    EARLY_EXITS,
    LOCK,
    LOOPS,
    NOT_DECIDED,
    RECURSION,
    TRAPS,
    TWO_LOOPS,
    Twins,
    burnt_down_by,
    chain,
)
from surefoot.base.budget import Budget
from surefoot.base.events import BoundRaised, ProgressEvent
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.registry import Option, engine_class, engine_names, engine_options, make_engine
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, HornSolution, KInductive, Ranking, Summaries
from surefoot.evidence.claims import ClaimsSafe, GaveUp, Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.smt.registry import SolverFactory

KIND = "kind{max-k=8,directed-seconds=0}"
WITHOUT_INVARIANTS = "kind{max-k=8,invariants=false}"
BMC = "bmc{max-bound=8}"
BKIND = "bkind{max-k=8}"
AUTO = "auto{first-seconds=0.1}"
ALL_TWINS = EARLY_EXITS | LOOPS | TRAPS


def outcome(text: str, engine: str, folder: Path) -> str:
    """Return the verdict of ``engine`` and the number at which it was found: of a proof its own, of
    a violation the bound's.
    """
    goal = goal_for(text, folder)
    budget = Budget.seconds(50)
    solvers = SolverFactory(check_models=True, budget=budget)
    bounds: list[int] = []

    def note(event: ProgressEvent) -> None:
        if isinstance(event, BoundRaised):
            bounds.append(event.bound)

    claim = first_claim(make_engine(engine), goal, solvers, budget, note)
    return _in_words(judge(claim, goal, goal.program.caveats, solvers, budget), bounds)


def _in_words(verdict: Verdict, bounds: list[int]) -> str:
    match verdict:
        case Safe(certificate=certificate):
            return f"safe {_number(certificate)}"
        case Unsafe():
            return f"unsafe bound={bounds[-1]}" if bounds else "unsafe"
        case Unknown(why=why):
            return f"unknown: {why.value}"


def _number(certificate: Certificate) -> str:
    match certificate:
        case KInductive(k=k):
            return f"k={k}"
        case CompleteUnrolling(bound=bound):
            return f"bound={bound}"
        case HornSolution():
            return "solution"
        case Ranking(ranks=ranks):
            return f"ranks={len(ranks)}"
        case Summaries(formulas=formulas):
            return f"formulas={sum(len(each) for each in formulas.values())}"
        case TrackedSummaries(keys=keys):
            return f"keys={len(keys)}"


def word(text: str, engine: str, folder: Path) -> str:
    """Return the verdict alone."""
    return outcome(text, engine, folder).split()[0].removesuffix(":")


MOST_FLIPPED = 2
"""Every pair of switches meets in each of its four settings."""


def configurations(limit: str, *others: str) -> Iterator[str]:
    """Yield every engine that takes ``limit``, with those of the ``others`` that it takes and up to
    two of its switches flipped, the defaults first.
    """
    for name in engine_names():
        options = engine_options(engine_class(name))
        taken = [each for each in (limit, *others) if each.partition("=")[0] in {option.name for option in options}]
        if limit in taken:
            limits = ",".join(taken)
            switches = [option for option in options if option.kind == "bool"]
            for flipped in product((False, True), repeat=len(switches)):
                if sum(flipped) > MOST_FLIPPED:
                    continue
                yield _spec(name, limits, dict(zip(switches, flipped, strict=True)))


def _spec(name: str, limits: str, flipped: Mapping[Option, bool]) -> str:
    values = [
        f"{option.name}={_FLIPPED[option.default] if flip else option.default}" for option, flip in flipped.items()
    ]
    return f"{name}{{{','.join([limits, *values])}}}"


_FLIPPED = {"true": "false", "false": "true"}


# ---- the figures


@pytest.mark.parametrize(
    ("text", "engine", "expected"),
    [
        (DOUBLING % "weight <= 0.0", KIND, "unsafe bound=1"),
        (DOUBLING % "weight <= 0.0", BMC, "unsafe bound=1"),
        (DOUBLING % "weight <= 0.0 || weight != weight", WITHOUT_INVARIANTS, "safe k=2"),
        (DOUBLING % "!(weight > 0.0)", WITHOUT_INVARIANTS, "safe k=2"),
        (DOUBLING % "!(weight > 0.0)", "bmc{max-bound=3}", NOT_DECIDED),
        (BURNING_DOWN, WITHOUT_INVARIANTS, "safe k=1"),
        (BURNING_DOWN, BMC, NOT_DECIDED),
        (burnt_down_by(5), KIND, "unsafe bound=1"),
        (burnt_down_by(5).replace("uint()", "uint() % 6"), KIND, "safe bound=1"),
        (LOCK % ">", "kind{max-k=20,invariants=false}", NOT_DECIDED),
        (LOCK % ">", KIND, "safe k=1"),
        (LOCK % ">", BMC, NOT_DECIDED),
        (LOCK % ">=", "bmc{max-bound=4}", NOT_DECIDED),
        (LOCK % ">=", BMC, "unsafe bound=5"),
        (LOCK % ">=", KIND, "unsafe bound=5"),
        (LOCK % ">=", WITHOUT_INVARIANTS, "unsafe bound=5"),
    ],
)
def test_figures(text: str, engine: str, expected: str, tmp_path: Path) -> None:
    assert outcome(text, engine, tmp_path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LOCK % ">", "safe k=2"),  # a lock in a stage that no run has stays in it
        (LOCK % ">=", "unsafe bound=5"),
        (EARLY_EXITS["goto out"].safe, "safe k=2"),
        (EARLY_EXITS["goto out of two loops"].safe, NOT_DECIDED),  # the inner loop counts long after the outer ended
        (TRAPS["a fact of the first arrival"].safe, "safe k=2"),
        (TRAPS["a fact of another loop"].safe, "safe k=3"),  # from the first loop to the second, and out of it
    ],
)
def test_simple_paths_replace_invariants_that_exclude_stuttering(text: str, expected: str, tmp_path: Path) -> None:
    assert outcome(text, "kind{max-k=8,invariants=false,simple-path=true}", tmp_path) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (LOCK % ">=", "max-k=3", "unsafe bound=3"),
        (LOCK % ">=", "max-k=3,invariants=false", "unsafe bound=3"),
        (LOCK % ">=", "max-k=3,cumulative=false,generalise=false", "unsafe bound=3"),
        (LOCK % ">=", "max-k=2", NOT_DECIDED),
        (LOCK % ">", "max-k=8", "safe k=1"),
        (LOCK % ">", "max-k=8,invariants=false", "safe k=2"),
        (chain(10), "invariants=false,cumulative=false", "unsafe bound=6"),
        (chain(10), "invariants=false", "unsafe bound=4"),
        (chain(20), "invariants=false,cumulative=false", "unsafe bound=11"),
        (chain(20), "invariants=false", "unsafe bound=6"),
    ],
)
def test_bidirectional_search_meets_half_way(text: str, options: str, expected: str, tmp_path: Path) -> None:
    """One target at a time: half the length and one more; all of them: about the root of twice the
    length.
    """
    assert outcome(text, f"bkind{{{options}}}", tmp_path) == expected


@pytest.mark.parametrize("length", [1, 2, 9])
def test_chain_is_found_at_its_length(length: int, tmp_path: Path) -> None:
    for engine in ("bmc", "kind{max-k=9,directed-seconds=0}", "kind{max-k=9,invariants=false}"):
        assert outcome(chain(length), engine, tmp_path) == f"unsafe bound={length}"


@pytest.mark.parametrize(("text", "expected"), [(COUNT_TO_TEN, "safe bound=10"), (COUNT_TO_NINE, "unsafe bound=10")])
def test_guard_is_tested_after_the_last_round(text: str, expected: str, tmp_path: Path) -> None:
    assert outcome(text, "bmc{max-bound=9}", tmp_path) == NOT_DECIDED
    assert outcome(text, "bmc{max-bound=10}", tmp_path) == expected


# ---- loops of every form, and traps


@pytest.mark.parametrize("twins", ALL_TWINS.values(), ids=ALL_TWINS)
def test_safe_twins(twins: Twins, tmp_path: Path) -> None:
    assert outcome(twins.safe, KIND, tmp_path) == twins.proof
    assert outcome(twins.safe, WITHOUT_INVARIANTS, tmp_path) == twins.without_invariants
    assert outcome(twins.safe, BMC, tmp_path) == twins.unrolled
    assert word(twins.safe, AUTO, tmp_path) == "safe"


@pytest.mark.parametrize("twins", ALL_TWINS.values(), ids=ALL_TWINS)
def test_unsafe_twins(twins: Twins, tmp_path: Path) -> None:
    for engine in (KIND, WITHOUT_INVARIANTS, BMC):
        assert outcome(twins.unsafe, engine, tmp_path) == f"unsafe bound={twins.violated_at}"
    assert word(twins.unsafe, AUTO, tmp_path) == "unsafe"


@pytest.mark.parametrize("twins", ALL_TWINS.values(), ids=ALL_TWINS)
def test_bidirectional_search_needs_no_larger_k(twins: Twins, tmp_path: Path) -> None:
    is_unrolled = twins.proof == "safe bound=1"
    assert outcome(twins.safe, BKIND, tmp_path) == ("safe bound=1" if is_unrolled else "safe k=1")
    verdict, _, bound = outcome(twins.unsafe, BKIND, tmp_path).partition(" bound=")
    assert verdict == "unsafe"
    assert int(bound) <= twins.violated_at


DEEP = {name: twins.unsafe for name, twins in ALL_TWINS.items() if twins.violated_at > 3}
"""Programs that fail beyond the reach of a search with three rounds, so that only a wrong step could decide them."""


@pytest.mark.parametrize(
    "engine",
    ["kind{max-k=3}", "kind{max-k=3,simple-path=true,separate=true}", "kind{max-k=3,loop-wise=true}", "bkind{max-k=3}"],
)
def test_no_step_proves_a_later_violation(engine: str, tmp_path: Path) -> None:
    assert [name for name, text in DEEP.items() if word(text, engine, tmp_path) == "safe"] == []


@pytest.mark.parametrize("engine", ["auto", "probe", *configurations("max-k=4", "directed-seconds=0.5")], ids=str)
def test_two_loops_are_not_proved_by_assuming_both_are_entered(engine: str, tmp_path: Path) -> None:
    assert word(TWO_LOOPS % 100, engine, tmp_path) != "safe"


def test_violation_after_enough_rounds_of_the_first_loop(tmp_path: Path) -> None:
    for engine in (KIND, WITHOUT_INVARIANTS, BMC):
        assert outcome(TWO_LOOPS % 6, engine, tmp_path) == "unsafe bound=6"
        assert outcome(TWO_LOOPS % 100, engine, tmp_path) == NOT_DECIDED
    assert outcome(TWO_LOOPS % 100, "bmc", tmp_path) == "unsafe bound=102"  # the next after 91


def test_recursion_needs_unrolling(tmp_path: Path) -> None:
    goal = goal_for(RECURSION.safe, tmp_path)
    for spec in ("kind{search=no}", "kind{max-k=2}", "bkind{max-k=2}"):
        claim = first_claim(make_engine(spec), goal, SolverFactory(), Budget.seconds(9), lambda _event: None)
        assert isinstance(claim, GaveUp) and "no induction: the program is recursive" in claim.detail
    for engine in (BMC, AUTO, KIND, WITHOUT_INVARIANTS, BKIND):
        assert outcome(RECURSION.safe, engine, tmp_path) == RECURSION.unrolled
        assert outcome(RECURSION.unsafe, engine, tmp_path) == f"unsafe bound={RECURSION.violated_at}"


@pytest.mark.parametrize("twins", [each for each in ALL_TWINS.values() if each.proof.startswith("safe k=")])
def test_invariants_of_the_safe_twin_prove_nothing_about_the_unsafe_one(twins: Twins, tmp_path: Path) -> None:
    """A wrong invariant in a proof is detected for each of the twins."""
    solvers, budget = SolverFactory(), Budget.seconds(50)
    claim = first_claim(make_engine(KIND), goal_for(twins.safe, tmp_path), solvers, budget, lambda _event: None)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    goal = goal_for(twins.unsafe, tmp_path)
    for k in range(1, 4):
        verdict = judge(ClaimsSafe(replace(claim.certificate, k=k)), goal, (), solvers, budget)
        assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED
