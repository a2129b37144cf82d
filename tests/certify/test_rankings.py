"""Rankings and lassos: accepted as found, rejected once anything in them is changed; both survive as text."""

from contextlib import suppress
from pathlib import Path

import pytest

from corpus.small_goals import PRELUDE, goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, UnsupportedError, UsageError
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.kernel.ranking import ranked_encoding
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.runner import runner_for
from surefoot.engines.termination.engine import Termination
from surefoot.engines.termination.lassos import sampled_lasso
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.certificates import CompleteUnrolling, KInductive, Overflow, Ranking
from surefoot.evidence.claims import Claim, ClaimsNonTermination, ClaimsSafe, Goal, Lasso, Why
from surefoot.logic import FALSE, TRUE, Term, bv, bvneg, bvslt, bvsub, sign_extend, variable
from surefoot.logic.terms import declared
from surefoot.program.properties import TERMINATION, TERMINATION_OR_OVERFLOW
from surefoot.program.trace import Chosen
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ReferentKind
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.procedures.call_paths import CallPaths
from surefoot.verify import api

LEXICOGRAPHIC = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i = 0, j = 0;
    while (i < n) if (j < m) j++; else { j = 0; i++; }
}"""
BOUNDED_BY_ARRAY = """
int main(void) {
    int a[8], i;
    for (i = 0; i < 8; i++) a[i] = i;
    return a[0];
}"""
UP_TO_N = "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i <= n; i++) ; }"
STUCK = (
    "int main(void) { int x = __VERIFIER_nondet_int(), y = 7; while (x > 3) y = __VERIFIER_nondet_int(); return y; }"
)
ENDLESS = "int main(void) { while (1) ; }"
TICKS = "int main(void) { int ticks = 0; for (;;) ticks++; }"
RECURSIVE = "int f(int x) { return x ? f(x) : 0; } int main(void) { return f(3); }"
SOLVERS = SolverFactory()


def goal_of(text: str, folder: Path) -> Goal:
    return goal_for(text, folder, TERMINATION)


def claim_of(goal: Goal) -> Claim:
    budget = Budget.seconds(60)
    return next(runner_for(goal, replace(SOLVERS, budget=budget), ignore).claims(Termination(), goal, budget))


def verdict_on(claim: Claim, goal: Goal) -> Verdict:
    return judge(claim, goal, (), SOLVERS, Budget.seconds(60))


def ranking_of(goal: Goal) -> Ranking:
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, Ranking)
    assert isinstance(verdict_on(claim, goal), Safe)
    return claim.certificate


def is_rejected(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


def test_a_rank_without_a_component_is_rejected(tmp_path: Path) -> None:
    goal = goal_of(LEXICOGRAPHIC, tmp_path)
    certificate = ranking_of(goal)
    (rank,) = certificate.ranks.values()
    assert len(rank) == 2
    for number in range(2):
        shorter = dict.fromkeys(certificate.ranks, rank[:number] + rank[number + 1 :])
        assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, ranks=shorter)), goal))
    assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, ranks={})), goal))
    swapped = dict.fromkeys(certificate.ranks, rank[::-1])
    assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, ranks=swapped)), goal))


def test_a_rank_of_other_widths_or_another_location_is_rejected(tmp_path: Path) -> None:
    goal = goal_of(BOUNDED_BY_ARRAY, tmp_path)
    certificate = ranking_of(goal)
    (name,) = certificate.ranks
    for ranks in (
        {name: (bv(0, 8),)},
        {"main:99": certificate.ranks[name]},
        {**certificate.ranks, "entry": (bv(0, 1),)},
    ):
        assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, ranks=ranks)), goal))


def test_an_invariant_that_is_dropped_is_missed(tmp_path: Path) -> None:
    goal = goal_of(BOUNDED_BY_ARRAY, tmp_path)
    certificate = ranking_of(goal)
    assert certificate.proof.invariants or certificate.proof.k > 1
    weaker = replace(certificate, proof=replace(certificate.proof, k=1, invariants={}, lemmas={}))
    assert is_rejected(verdict_on(ClaimsSafe(weaker), goal))


def test_a_rank_of_another_program_is_rejected(tmp_path: Path) -> None:
    certificate = ranking_of(goal_of(LEXICOGRAPHIC, tmp_path))
    assert is_rejected(verdict_on(ClaimsSafe(certificate), goal_of(ENDLESS, tmp_path)))


@pytest.mark.parametrize("overflow", Overflow)
def test_the_treatment_of_overflow_matters(overflow: Overflow, tmp_path: Path) -> None:
    competition = goal_for(UP_TO_N, tmp_path, TERMINATION_OR_OVERFLOW)
    encoding = ranked_encoding(competition, Overflow.ENDS, Budget())
    assert not isinstance(encoding, NotEncodable)
    (name,) = encoding.system.names
    known = {str(each.payload): sign_extend(each, 34) for each in encoding.system.location(name).symbols}
    rank = {name: (bvsub(known["main::n"], known["main::i"]),)}
    claim = ClaimsSafe(Ranking(rank, overflow, KInductive(1, {}, "bitwuzla")))
    assert isinstance(verdict_on(claim, competition), Safe) == (overflow is Overflow.ENDS)
    assert not isinstance(verdict_on(claim, goal_of(UP_TO_N, tmp_path)), Safe)


@pytest.mark.parametrize("text", [ENDLESS, TICKS, STUCK, RECURSIVE])
@pytest.mark.parametrize("bound", [1, 2, 50])
def test_no_unrolling_of_endless_runs_is_complete(text: str, bound: int, tmp_path: Path) -> None:
    goal = goal_of(text, tmp_path)
    verdict: Verdict | None = None
    with suppress(UnsupportedError):
        verdict = verdict_on(ClaimsSafe(CompleteUnrolling(bound, (), "bitwuzla")), goal)
    assert not isinstance(verdict, Safe)


@pytest.mark.parametrize("text", [ENDLESS, STUCK, RECURSIVE])
def test_a_lasso_is_replayed(text: str, tmp_path: Path) -> None:
    goal = goal_of(text, tmp_path)
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsNonTermination)
    assert isinstance(verdict_on(claim, goal), Unsafe)
    lasso = claim.evidence
    assert isinstance(lasso, Lasso)
    changes = [
        replace(lasso, first=lasso.second, second=lasso.second),
        replace(lasso, first=0),
        replace(lasso, place=("main", "nowhere")),
        replace(lasso, place=("nowhere", lasso.place[1])),
        replace(lasso, stem=len(lasso.trace.choices) + 1),
    ]
    for changed in changes:
        assert is_rejected(verdict_on(ClaimsNonTermination(changed), goal))


def test_a_lasso_with_another_state_is_rejected(tmp_path: Path) -> None:
    goal = goal_of(STUCK, tmp_path)
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsNonTermination)
    assert isinstance(claim.evidence, Lasso)
    choices = claim.evidence.trace.choices
    for other in ((Chosen(0), *choices[1:]), (*choices[:-1], Chosen(12345))):
        changed = replace(claim.evidence, trace=replace(claim.evidence.trace, choices=other))
        verdict = verdict_on(ClaimsNonTermination(changed), goal)
        assert is_rejected(verdict) or isinstance(verdict, Unsafe) == (other[0] == choices[0])


def test_a_lasso_with_another_stem_is_rejected(tmp_path: Path) -> None:
    goal = goal_of(STUCK, tmp_path)
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsNonTermination)
    assert isinstance(claim.evidence, Lasso)
    for stem in {0, 1, 2, 3} - {claim.evidence.stem}:
        assert is_rejected(verdict_on(ClaimsNonTermination(replace(claim.evidence, stem=stem)), goal))


def test_a_lasso_through_an_overflow_is_none(tmp_path: Path) -> None:
    assert sampled_lasso(goal_of(TICKS, tmp_path), 0.3, Budget()) is None


@pytest.mark.parametrize("text", [LEXICOGRAPHIC, BOUNDED_BY_ARRAY])
def test_rankings_survive_as_text(text: str, tmp_path: Path) -> None:
    goal = goal_of(text, tmp_path)
    certificate = ranking_of(goal)
    encoding = ranked_encoding(goal, certificate.overflow, Budget())
    assert not isinstance(encoding, NotEncodable)
    system = encoding.system
    written = print_certificate(certificate, About(), system)
    _, found = parse_certificate(written, lambda: system, ranked=lambda _: system)
    assert isinstance(found, Ranking)
    assert found.ranks == certificate.ranks
    assert found.proof.invariants == certificate.proof.invariants
    for wrong in ("(rank 7)", "(rank unknown)"):
        head, _, rest = written.partition("(rank ")
        with pytest.raises(InputError):
            parse_certificate(f"{head}{wrong}{rest[rest.index(chr(10)) :]}", lambda: system, ranked=lambda _: system)


def test_others_can_check_a_ranking(tmp_path: Path) -> None:
    goal = goal_of(LEXICOGRAPHIC, tmp_path)
    certificate = ranking_of(goal)
    encoding = ranked_encoding(goal, certificate.overflow, Budget())
    assert not isinstance(encoding, NotEncodable)
    file, source = tmp_path / "rank.proof", tmp_path / "program.c"
    file.write_text(print_certificate(certificate, About(), encoding.system))
    assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Safe)
    source.write_text(" ".join(PRELUDE.split("\n")) + LEXICOGRAPHIC.replace("j++", "j--"))
    assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Unknown)


RETURNING = """
int f(int x) { return x > 20 ? x - 3 : f(f(x + 4)); }
int main(void) { int x = __VERIFIER_nondet_int(); if (x >= -50 && x <= 50) f(x); }"""


def test_summaries_of_recursive_functions_are_checked_and_survive_as_text(tmp_path: Path) -> None:
    goal = goal_of(RETURNING, tmp_path)
    certificate = ranking_of(goal)
    assert certificate.summaries
    assert isinstance(verdict_on(ClaimsSafe(certificate), goal), Safe)
    (name,) = certificate.summaries
    encoding = ranked_encoding(goal, certificate.overflow, Budget())
    assert isinstance(encoding, CallPaths)
    own = encoding.returning[name]
    result = own[-1]
    changes: list[dict[str, tuple[Term, ...]]] = [
        {},
        {name: ()},
        {name: (FALSE,)},
        {name: (*certificate.summaries[name], bvslt(result, bv(0, 32)))},
        {name: (bvslt(result, variable(declared("unknown"), result.sort)),)},
        {"nowhere": (TRUE,), **certificate.summaries},
    ]
    for summaries in changes:
        assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, summaries=summaries)), goal)), summaries
    file, source = tmp_path / "rank.proof", tmp_path / "program.c"
    file.write_text(print_certificate(certificate, About(), encoding.system, None, encoding.procedures.system))
    assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Safe)
    source.write_text(" ".join(PRELUDE.split("\n")) + RETURNING.replace("f(f(x + 4))", "f(f(x + 3))"))
    assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Unknown)


ACKERMANN = """
unsigned a(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
int main(void) { return a(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()); }"""


def test_the_rank_of_a_recursive_function_survives_as_text(tmp_path: Path) -> None:
    goal = goal_of(ACKERMANN, tmp_path)
    certificate = ranking_of(goal)
    encoding = ranked_encoding(goal, certificate.overflow, Budget())
    assert not isinstance(encoding, NotEncodable)
    file, source = tmp_path / "rank.proof", tmp_path / "program.c"
    file.write_text(print_certificate(certificate, About(), encoding.system))
    assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Safe)
    for before, after in (("a(m, n - 1)", "a(m, n)"), ("a(m - 1, 1)", "a(m, 1)"), ("a(m - 1, a", "a(m + 1, a")):
        source.write_text(" ".join(PRELUDE.split("\n")) + ACKERMANN.replace(before, after))
        assert isinstance(api.certify(source, certificate=file, property="termination").verdict, Unknown)


def test_contracts_are_no_proof_of_termination(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) { return 0; }")
    with pytest.raises(UsageError, match="without --modular"):
        api.check(source, property="termination", modular=True)
    with pytest.raises(UsageError, match="on its own"):
        api.check(source, property="termination,assertions")
    with pytest.raises(UsageError, match="does not check termination"):
        api.check(source, property="termination", engine="kind")


PUSHES = """
struct node { struct node *next; };
void *malloc(unsigned long);
int main(void) {
    struct node *head = 0;
    for (int i = 0; %s; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
}"""


def test_a_rank_that_counts_allocations_is_rejected(tmp_path: Path) -> None:
    assert isinstance(verdict_on(claim_of(bounded := goal_of(PUSHES % "i < 1000", tmp_path)), bounded), Safe)
    for condition in ("i < 1000", "1"):
        goal = goal_of(PUSHES % condition, tmp_path)
        encoding = ranked_encoding(goal, Overflow.WRAPS, Budget.seconds(60))
        assert not isinstance(encoding, NotEncodable)
        ((name, counts),) = (
            (
                location.name,
                [each.symbol for each in location.variables if each.referent.kind is ReferentKind.ALLOCATED],
            )
            for location in encoding.system.locations
            if location.variables
        )
        ranks = {name: tuple(bvneg(sign_extend(each, 63)) for each in counts)}
        proof = KInductive(1, {}, "bitwuzla")
        assert is_rejected(verdict_on(ClaimsSafe(Ranking(ranks, Overflow.WRAPS, proof)), goal))
