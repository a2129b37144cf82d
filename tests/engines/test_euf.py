"""IC3 over uninterpreted functions: accepted proofs, replayed runs, and its limits."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.euf_twins import CALLS, LOCKS, TWINS
from corpus.loop_twins import SAFE_AND_UNSAFE
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, UsageError
from surefoot.base.events import BoundRaised, EngineCounted, ProgressEvent
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.euf.engine import Euf
from surefoot.engines.euf.projection import Terms
from surefoot.engines.registry import engine_options, make_engine
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, GaveUp, Why
from surefoot.logic import TRUE, Op, not_, postorder
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Calls

SOLVERS = SolverFactory(check_models=True)
OUTSIDE = """
int a[4];
int main(void) {
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) { a[i] = 1; i = i + 1; if (i > 4) i = 0; }
    if (%s) reach_error();
}"""


def verdict_of(text: str, folder: Path, engine: Euf) -> tuple[Verdict, list[EngineCounted]]:
    """Return the verdict, and the totals along the way."""
    goal = goal_for(text, folder)
    seen: list[EngineCounted] = []

    def watch(event: ProgressEvent) -> None:
        if isinstance(event, EngineCounted):
            seen.append(event)

    claim = first_claim(engine, goal, SOLVERS, Budget.seconds(100), watch)
    return judge(claim, goal, (), SOLVERS, Budget.seconds(100)), seen


@pytest.mark.parametrize("name", TWINS)
def test_twins(name: str, tmp_path: Path) -> None:
    for text, expected in zip(TWINS[name], (Safe, Unsafe), strict=True):
        verdict, _ = verdict_of(text, tmp_path, Euf())
        assert isinstance(verdict, expected)


@pytest.mark.parametrize("name", TWINS)
def test_spacer_agrees(name: str, tmp_path: Path) -> None:
    """Spacer, an independent implementation, agrees or gives no answer."""
    for text, expected in zip(TWINS[name], (Safe, Unsafe), strict=True):
        goal = goal_for(text, tmp_path)
        try:
            claim = first_claim(make_engine("spacer"), goal, SOLVERS, Budget.seconds(5), lambda _: None)
        except OutOfBudget:
            continue
        if not isinstance(claim, GaveUp):
            assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), expected)


@pytest.mark.parametrize(
    "engine",
    [
        Euf(terms=Terms.COMPOSED),
        Euf(terms=Terms.PRINTED),
        Euf(rewriting=False),
        Euf(schemata=True),
        Euf(interpolants=True),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["locks", "goto fail", "steps of three", "same element"])
def test_twins_in_other_modes(name: str, engine: Euf, tmp_path: Path) -> None:
    for text, expected in zip(TWINS[name], (Safe, Unsafe), strict=True):
        verdict, _ = verdict_of(text, tmp_path, engine)
        assert isinstance(verdict, expected)


@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_twins_of_other_engines(name: str, tmp_path: Path) -> None:
    for text, expected in zip(SAFE_AND_UNSAFE[name], (Safe, Unsafe), strict=True):
        verdict, _ = verdict_of(text, tmp_path, Euf())
        assert isinstance(verdict, expected)


@pytest.mark.parametrize("terms", Terms)
def test_property_of_control_needs_no_refinement(terms: Terms, tmp_path: Path) -> None:
    verdict, totals = verdict_of(LOCKS % "0", tmp_path, Euf(terms=terms))
    assert isinstance(verdict, Safe)
    assert not any(each.counts["refinements"] for each in totals)


def test_invariants_use_operators_of_the_program(tmp_path: Path) -> None:
    goal = goal_for(TWINS["steps of three"][0], tmp_path)
    claim = first_claim(Euf(), goal, SOLVERS, Budget.seconds(100), lambda _: None)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, KInductive)
    formulas = [each for found in claim.certificate.invariants.values() for each in found]
    assert formulas
    assert not any(term.op is Op.APPLY for term in postorder(formulas))


def test_tampered_proofs_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(LOCKS % "0", tmp_path)
    claim = first_claim(Euf(), goal, SOLVERS, Budget.seconds(100), lambda _: None)
    assert isinstance(claim, ClaimsSafe)
    certificate = claim.certificate
    assert isinstance(certificate, KInductive)
    ((name, clauses),) = certificate.invariants.items()
    for changed in ((TRUE,), tuple(map(not_, clauses))):
        tampered = ClaimsSafe(replace(certificate, invariants={name: changed}))
        verdict = judge(tampered, goal, (), SOLVERS, Budget.seconds(50))
        assert isinstance(verdict, Unknown)
        assert verdict.why is Why.REJECTED


def test_undefined_behaviour_prevents_proofs_but_no_alarms(tmp_path: Path) -> None:
    verdict, _ = verdict_of(OUTSIDE % "i == 3", tmp_path, Euf())
    assert isinstance(verdict, Unsafe)
    claim = first_claim(Euf(), goal_for(OUTSIDE % "i > 4", tmp_path), SOLVERS, Budget.seconds(50), lambda _: None)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNDEFINED_BEHAVIOUR


def test_a_solver_that_runs_out_of_memory_is_named(tmp_path: Path) -> None:
    goal = goal_for(LOCKS % "0", tmp_path)
    claim = first_claim(Euf(), goal, replace(SOLVERS, limits=Limits(memory_mb=1)), Budget.seconds(50), lambda _: None)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.SOLVER_GAVE_UP


def test_a_program_without_a_control_system_is_given_up(tmp_path: Path) -> None:
    text = "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    claim = first_claim(Euf(), goal_for(text, tmp_path), SOLVERS, Budget.seconds(50), lambda _: None)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNSUPPORTED


@pytest.mark.parametrize("bound", ["6", "7"])
def test_all_solvers_agree(bound: str, tmp_path: Path) -> None:
    goal = goal_for(CALLS % bound, tmp_path)
    for solver in ("z3", "cvc5"):
        solvers = SolverFactory(solver)
        claim = first_claim(Euf(), goal, solvers, Budget.seconds(100), lambda _: None)
        verdict = judge(claim, goal, (), solvers, Budget.seconds(100))
        assert isinstance(verdict, Safe if bound == "7" else Unsafe)


def calls_of_loop(count: int, bound: int = 7) -> str:
    """Return the function of `CALLS` with so many calls."""
    begin = CALLS[: CALLS.index("int main")] % bound
    return f"{begin}int main(void) {{ {'i = 0; loop(); ' * count}}}"


def search_for(count: int, calls: Calls, folder: Path) -> tuple[int, int, int]:
    """Return the last frame, lemmas, and formulas of the proof for so many calls."""
    goal = replace(goal_for(calls_of_loop(count), folder), calls=calls)
    frames, lemmas = [0], [0]

    def watch(event: ProgressEvent) -> None:
        if isinstance(event, BoundRaised):
            frames.append(event.bound)
        if isinstance(event, EngineCounted):
            lemmas.append(int(event.counts["lemmas"]))

    claim = first_claim(Euf(rewriting=False, max_lemmas=0), goal, SOLVERS, Budget.seconds(100), watch)
    verdict = judge(claim, goal, (), SOLVERS, Budget.seconds(100))
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.certificate, KInductive)
    return max(frames), lemmas[-1], sum(map(len, verdict.certificate.invariants.values()))


def test_proof_size_is_independent_of_the_number_of_calls_with_shared_bodies(tmp_path: Path) -> None:
    """Figure 5.8 of the thesis, with 7 lemmas and 5 frames for any number of calls."""
    assert {search_for(count, Calls.SHARED, tmp_path) for count in (2, 3, 6)} == {(4, 4, 3)}
    assert [search_for(count, Calls.INLINE, tmp_path) for count in (1, 2, 3)] == [(3, 4, 3), (5, 5, 6), (7, 6, 9)]


def test_wrong_bound_is_violated_with_shared_bodies(tmp_path: Path) -> None:
    goal = replace(goal_for(calls_of_loop(3, 6), tmp_path), calls=Calls.SHARED)
    claim = first_claim(Euf(), goal, SOLVERS, Budget.seconds(100), lambda _: None)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(100)), Unsafe)


def test_the_terms_of_cubes_are_an_option() -> None:
    assert make_engine("euf{terms=composed}") == Euf(terms=Terms.COMPOSED)
    assert next(each.default for each in engine_options(Euf) if each.name == "terms") == "expressed"
    with pytest.raises(UsageError, match="printed, expressed, composed"):
        make_engine("euf{terms=other}")
