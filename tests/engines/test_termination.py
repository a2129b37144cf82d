"""Termination engine on the worked examples of its kinds of proofs and of infinite runs."""

from pathlib import Path

import pytest

from corpus.small_goals import goal_for
from limits import override
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.limits import LIMITS
from surefoot.engines.runner import runner_for
from surefoot.engines.termination.engine import Termination
from surefoot.program.properties import TERMINATION
from surefoot.smt.registry import SolverFactory

DECLARED = "extern unsigned char __VERIFIER_nondet_uchar(void); "
INTS = "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();"
WORDS = "unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), t;"
BYTES = "unsigned char c = __VERIFIER_nondet_uchar(), d = __VERIFIER_nondet_uchar();"
ENDING = {
    "difference": f"int main(void) {{ {INTS} while (x >= y && y > 0) x -= y; }}",
    "lexicographic": f"int main(void) {{ {INTS} int j = 0; while (x < y) if (j < z) j++; else {{ j = 0; x++; }} }}",
    "nested": f"int main(void) {{ {INTS} while (x > 0) {{ y = z; while (y > 0) y--; x--; }} }}",
    "around zero": f"int main(void) {{ {BYTES} while (c != 10) c--; return d; }}",
    "remainder": f"int main(void) {{ {WORDS} while (b) {{ t = a % b; a = b; b = t; }} }}",
    "ackermann": (
        "int a(int m, int n) { if (m == 0) return n + 1; if (n == 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); }"
        f"int main(void) {{ {INTS} if (x >= 0 && y >= 0) a(x, y); }}"
    ),
    "91": (
        "int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }"
        f"int main(void) {{ {INTS} if (x >= -1000 && x <= 1000) f(x); return y + z; }}"
    ),
}
ENDLESS = {
    "absorbed addend": "int main(void) { float f = 1.0f; while (f < 10) f += 1e-9f; }",
    "odd": f"int main(void) {{ {WORDS} while (a) a += 2; return b + (t = 0); }}",
    "greatest bound": f"int main(void) {{ {WORDS} for (t = 0; t <= a; t++) ; return b; }}",
    "chase": f"int main(void) {{ {BYTES} while (d == c) {{ d = __VERIFIER_nondet_uchar(); c++; }} }}",
    "halving": (
        "int f(int x, int y) { return x == 0 ? 0 : x == 100 ? f(y / 2, y) : f(x / 2, x % 10); }"
        f"int main(void) {{ {INTS} return f(x, y) + z; }}"
    ),
    "one value": f"int main(void) {{ {INTS} if (x == 5) while (1) ; return y + z; }}",
}
UP_TO_N = f"int main(void) {{ {INTS} for (y = 0; y <= x; y++) ; return z; }}"


def verdicts(text: str, folder: Path) -> list[Verdict]:
    goal = goal_for(DECLARED + text, folder, TERMINATION)
    budget = Budget.seconds(100)
    solvers = replace(SolverFactory(), budget=budget)
    found: list[Verdict] = []
    for claim in runner_for(goal, solvers, ignore).claims(Termination(), goal, budget):
        found.append(judge(claim, goal, (), SolverFactory(), Budget.seconds(60)))
        if isinstance(found[-1], Safe | Unsafe):
            break
    return found


@pytest.mark.parametrize("name", ENDING)
def test_all_runs_end(name: str, tmp_path: Path) -> None:
    assert isinstance(verdicts(ENDING[name], tmp_path)[-1], Safe)


@pytest.mark.parametrize("name", ENDLESS)
def test_some_run_never_ends(name: str, tmp_path: Path) -> None:
    assert isinstance(verdicts(ENDLESS[name], tmp_path)[-1], Unsafe)


def test_runs_that_end_by_overflow_alone_are_undecided(tmp_path: Path) -> None:
    short = {"rank_short_seconds": 0.3, "rank_unrolling_seconds": 0.2, "recurrent_seconds": 0.2}
    with override(LIMITS, lasso_seconds=(0.02, 0.02, 0.02), rank_proof_seconds=0.8, **short):
        found = verdicts(UP_TO_N, tmp_path)
    assert not any(isinstance(each, Safe | Unsafe) for each in found)
    details = [each.detail for each in found if isinstance(each, Unknown)]
    assert any("without signed overflow" in each and "runs that overflow at" in each for each in details)


def test_a_loop_that_no_run_enters_needs_no_rank(tmp_path: Path) -> None:
    text = f"int main(void) {{ {BYTES} while (c != d && d > 0) c++; while (c > d && d > 9) c = __VERIFIER_nondet_uchar(); }}"
    assert isinstance(verdicts(text, tmp_path)[-1], Safe)


def test_a_rank_has_a_condition_at_one_location_only(tmp_path: Path) -> None:
    text = f"int main(void) {{ {BYTES} while (d & 1) {{ while (d > 0) {{ d++; c--; }} c++; }} return c; }}"
    assert isinstance(verdicts(text, tmp_path)[-1], Safe)


def test_a_rank_counts_odd_steps_modulo_the_width(tmp_path: Path) -> None:
    assert isinstance(verdicts(f"int main(void) {{ {WORDS} for (t = b; t != a; t += 3) ; }}", tmp_path)[-1], Safe)


def test_a_rank_counts_from_the_greatest_word(tmp_path: Path) -> None:
    text = f"int main(void) {{ {BYTES} while (c <= d) if (c != d) c--; else d--; }}"
    assert isinstance(verdicts(text, tmp_path)[-1], Safe)


def test_a_lasso_behind_a_long_stem_is_found(tmp_path: Path) -> None:
    nested = (
        "int f(unsigned n) { char s[16]; int d = 0; unsigned i = 0; if (n > 16) n = 16;"
        " while (i < n) { d = s[i] == '(' ? (d < 9 ? d + 1 : 9) : d; i += d < 9; } return d; }"
    )
    short = {
        "rank_seconds": 0.3,
        "rank_invariant_seconds": 0.2,
        "rank_proof_seconds": 0.2,
        "recurrent_short_seconds": 0.2,
    }
    with override(LIMITS, lasso_seconds=(0.02, 0.02, 0.02), lasso_search_seconds=0.2, **short):
        found = verdicts(f"{nested} int main(void) {{ {WORDS} return f(a) + b + (t = 0); }}", tmp_path)
    assert isinstance(found[-1], Unsafe)
