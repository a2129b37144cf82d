"""Claims and messages as text: what is read is what was printed."""

import json
import random
from pathlib import Path

import pytest

from corpus.engine_runs import claims_of
from corpus.random_terms import Signature, TermGenerator, random_value
from corpus.small_goals import BOUNDED_BY_INPUT, COUNT_TO_NINE, COUNT_TO_TEN, HEAP_ORDER, UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import EngineCounted, StageStarted
from surefoot.base.spans import Span
from surefoot.engines.board import BoundExplored, CheckProved, InvariantsFound, UnrollingComplete, UnrollingManner
from surefoot.engines.registry import make_engine
from surefoot.engines.transport import printed, read
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, KInductive, Ranking, Summaries
from surefoot.evidence.claims import (
    Claim,
    ClaimsNonTermination,
    ClaimsSafe,
    ClaimsUnsafe,
    GaveUp,
    Lasso,
    Recurrent,
    Why,
)
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import BOOL, Sort, Term, array_sort, bit_vector, variable
from surefoot.program.check_sites import CheckSite
from surefoot.program.properties import ASSERTIONS, TERMINATION, UNREACH_CALL, Property
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.smt.statistics import QueryStatistics

RECURSIVE = "int f(int n) { return n <= 0 ? 0 : f(n - 1); } int main(void) { if (f(__VERIFIER_nondet_int()) != 0) reach_error(); }"
ENDLESS = "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) { if (x > 10) x = 5; } }"
GROWING = "int main(void) { unsigned long x = __VERIFIER_nondet_uint() | 1ul; while (x != 0) x += 2; }"
SQUARES = """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) { s += 2 * i + 1; i++; } if (s != i * i) reach_error(); }"""
LOCKED = """int d, *p; int start(void) { if (*p > 3) return -1; d = 1; return 0; }
    int main(void) { if (start() == 0 && d != 1) reach_error(); }"""
SITE = CheckSite(CheckKind.ERROR_CALL, "main", Span("a b.c", 3, 7))


def claim_by(spec: str, text: str, folder: Path, checked: Property = ASSERTIONS) -> Claim:
    goal = goal_for(text, folder, checked)
    return next(claims_of(make_engine(spec), goal, SolverFactory(), Budget.seconds(30)))


@pytest.mark.parametrize(
    ("spec", "text", "kind"),
    [
        ("bmc", BOUNDED_BY_INPUT, CompleteUnrolling),
        ("kind", UNBOUNDED, KInductive),
        ("ring", SQUARES, KInductive),
        ("ic3", COUNT_TO_TEN, KInductive),
        ("summaries", RECURSIVE, Summaries),
        ("track", LOCKED, TrackedSummaries),
    ],
)
def test_proofs(spec: str, text: str, kind: type[Certificate], tmp_path: Path) -> None:
    claim = claim_by(spec, text, tmp_path, UNREACH_CALL)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, kind)
    assert read(printed(claim)) == claim
    if isinstance(claim.certificate, CompleteUnrolling):
        again = read(printed(claim))
        assert isinstance(again, ClaimsSafe) and isinstance(again.certificate, CompleteUnrolling)
        assert again.certificate.dropped == claim.certificate.dropped  # not part of the comparison
        assert again.certificate.plain_accesses_only == claim.certificate.plain_accesses_only


@pytest.mark.parametrize("text", [COUNT_TO_NINE, HEAP_ORDER])
def test_violations(text: str, tmp_path: Path) -> None:
    claim = claim_by("bmc", text, tmp_path)
    assert isinstance(claim, ClaimsUnsafe)
    assert read(printed(claim)) == claim


def test_ranks(tmp_path: Path) -> None:
    claim = claim_by("termination", UNBOUNDED, tmp_path, TERMINATION)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, Ranking)
    assert read(printed(claim)) == claim


@pytest.mark.parametrize(("text", "kind"), [(ENDLESS, Lasso), (GROWING, Recurrent)])
def test_runs_without_end(text: str, kind: type[object], tmp_path: Path) -> None:
    claim = claim_by("termination", text, tmp_path, TERMINATION)
    assert isinstance(claim, ClaimsNonTermination) and isinstance(claim.evidence, kind)
    assert read(printed(claim)) == claim


@pytest.mark.parametrize(
    "value",
    [
        GaveUp(Why.UNDEFINED_BEHAVIOUR, 'with "quotes"\nand lines', "advice", Span("x.c", 1)),
        InvariantsFound({"main:7": (variable("x", BOOL),), "main:9": ()}),
        UnrollingComplete(UnrollingManner.AT_ONCE),
        BoundExplored(3, frozenset({SITE}), {("main", "7"): 2}),
        CheckProved(SITE),
        StageStarted("unroll"),
        EngineCounted("ic3", {"frames": 3, "seconds": 0.5}),
    ],
)
def test_messages_and_events(value: object) -> None:
    text = printed(value)
    assert "\n" not in text and read(text) == value


def test_statistics() -> None:
    statistics = QueryStatistics(1.5)
    statistics.record_wrong_interpolants("somewhere")
    again = read(printed(statistics))
    assert isinstance(again, QueryStatistics) and again.wrong_interpolants == statistics.wrong_interpolants


@pytest.mark.parametrize("seed", range(60))
def test_terms(seed: int) -> None:
    choose = random.Random(seed)
    sorts: list[Sort] = [BOOL, bit_vector(5), array_sort(bit_vector(3), bit_vector(5))]
    sort = choose.choice(sorts)
    term: Term = TermGenerator(choose, Signature(integers=seed % 2 == 1)).term(sort, 5)
    invariants = InvariantsFound({"here": (term, variable("x", sort), term)})
    again = read(printed(invariants))
    assert isinstance(again, InvariantsFound) and again.invariants["here"][0] is term
    value = random_value(choose, sort)
    assert read(printed(value)) == value


def test_other_classes_have_no_text() -> None:
    with pytest.raises(TypeError, match="has no text"):
        printed(Path("x"))
    text = json.dumps([[], [], {"record": ["Path", "x"]}])
    with pytest.raises(KeyError):
        read(text)
