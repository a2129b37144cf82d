"""Fuzzing with coverage feedback: matching inputs are found, nothing is proved, and runs are
reproducible.
"""

import re
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import claims_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.engines.fuzz import Fuzz
from surefoot.engines.probe import Probe
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal
from surefoot.program.properties import DEFAULT
from surefoot.program.trace import Chosen, Placed
from surefoot.semantics.interpreter import Finished, TraceChoices, Violated, ZeroChoices, run
from surefoot.smt.registry import SolverFactory
from surefoot.verify.loading import load
from surefoot.verify.request import Request

EMBEDDED = Path(__file__).parents[2] / "examples" / "embedded"

BRACKETS = """unsigned char __VERIFIER_nondet_uchar(void);
static const char opening[] = "([{<", closing[] = ")]}>";
int main(void) {
    char open[3];
    int depth = 0;
    for (int i = 0; i < 12; i++) {
        char c = (char)__VERIFIER_nondet_uchar();
        int kind = -1, closes = -1;
        for (int k = 0; k < 4; k++) { if (c == opening[k]) kind = k; if (c == closing[k]) closes = k; }
        if (kind >= 0) { if (depth == 3) return 1; open[depth++] = opening[kind]; }
        else if (closes >= 0 && depth > 0 && open[depth - 1] == opening[closes]) { if (--depth == 0 && i >= LENGTH) reach_error(); }
        else return 2;
    }
    return 0;
}"""


def claim_about(goal: Goal, runs: int) -> Claim:
    return first_claim(Fuzz(runs=runs), goal, SolverFactory(), Budget(), ignore)


def test_matching_texts_are_found_stepwise(tmp_path: Path) -> None:
    goal = goal_for(BRACKETS.replace("LENGTH", "5"), tmp_path)
    claim = claim_about(goal, 3000)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    assert claim == claim_about(goal, 3000)
    assert isinstance(first_claim(Probe(runs=500), goal, SolverFactory(), Budget(), ignore), GaveUp)


ARGUMENTS = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int files = 0, is_verbose = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0) is_verbose = 1; else if (argv[i][0] == '-') return 1; else files++;
    if (is_verbose && files >= MOST) reach_error();
    fputs("done", stderr);
}"""


def test_arguments_are_taken_from_strings_of_the_program(tmp_path: Path) -> None:
    assert isinstance(claim_about(goal_for(ARGUMENTS.replace("MOST", "4"), tmp_path), 2000), ClaimsUnsafe)
    assert isinstance(claim_about(goal_for(ARGUMENTS.replace("MOST", "600"), tmp_path), 500), GaveUp)


def test_streams_of_leading_zeros_block_no_run(tmp_path: Path) -> None:
    goal = goal_for(
        "\n#include <stdio.h>\nint main(void) { if (stdin == 0 || stderr == 0) reach_error(); return 0; }", tmp_path
    )
    assert isinstance(run(goal.program, goal.checked, ZeroChoices(), max_steps=100), Finished)


@pytest.mark.parametrize("text", [BRACKETS.replace("LENGTH", "12"), small_goals.COUNT_TO_TEN, small_goals.UNBOUNDED])
def test_runs_are_no_proof(text: str, tmp_path: Path) -> None:
    assert isinstance(claim_about(goal_for(text, tmp_path), 300), GaveUp)


def test_violations_are_reported_once_a_site(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7000) reach_error(); if (x == 8000) reach_error(); }"
    goal = goal_for(text, tmp_path)
    *violations, last = claims_of(Fuzz(runs=300), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(last, GaveUp)
    outcomes = [
        run(goal.program, goal.checked, TraceChoices(each.trace), max_steps=None)
        for each in violations
        if isinstance(each, ClaimsUnsafe)
    ]
    sites = {each.site for each in outcomes if isinstance(each, Violated)}
    assert len(sites) == len(violations) == 2
    assert isinstance(claim_about(goal.without(sites), 300), GaveUp)


def test_search_ends_without_new_coverage(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { int x = __VERIFIER_nondet_int(); if (x + x == 3) reach_error(); }", tmp_path)
    claim = first_claim(Fuzz(saturation=1), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, GaveUp) and re.fullmatch(r"no violation in 2\d\d runs", claim.detail)


def test_program_without_inputs_is_run_once(tmp_path: Path) -> None:
    claim = first_claim(Fuzz(), goal_for("int main(void) { return 0; }", tmp_path), SolverFactory(), Budget(), ignore)
    assert isinstance(claim, GaveUp) and "no violation in 1 run" in claim.detail


def test_endless_programs_respect_the_budget(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (1) i++; }", tmp_path)
    with pytest.raises(OutOfBudget):
        first_claim(Fuzz(), goal, SolverFactory(), Budget.seconds(0.2), ignore)


@pytest.mark.parametrize(("name", "bug", "where"), [("parser", 1, "factor"), ("shell", 1, "split")])
def test_seeded_writes_behind_an_array_leave_the_object(name: str, bug: int, where: str) -> None:
    """The array is the last member of its struct, so that the write hits no neighbouring member."""
    program = load(Request((EMBEDDED / f"{name}.c",), DEFAULT, clang_flags=(f"-DBUG={bug}",))).program
    claim = claim_about(Goal(program, DEFAULT), 3000)
    assert isinstance(claim, ClaimsUnsafe)
    outcome = run(program, DEFAULT, TraceChoices(claim.trace), max_steps=None)
    assert isinstance(outcome, Violated) and outcome.function == where, outcome


TEXT = """
#include <stdlib.h>
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);
static int is_key(const char *text, unsigned long length) {
    static const char key[] = "content-length";
    if (length != sizeof key - 1) return 0;
    for (unsigned long i = 0; i < length; i++) if (text[i] != key[i]) return 0;
    return 1;
}
int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong(), i = 0;
    char *text = malloc(size);
    if (text == 0) return 0;
    while (i < size && text[i] != ':') i++;
    if (i < size && is_key(text, i) && size - i > LEAST && size < MOST) reach_error();
    free(text);
}"""


def test_texts_on_the_heap_are_inputs(tmp_path: Path) -> None:
    claim = claim_about(goal_for(TEXT.replace("LEAST", "3").replace("MOST", "30"), tmp_path), 3000)
    assert isinstance(claim, ClaimsUnsafe)
    size, text = (each for each in claim.trace.choices if not isinstance(each, Placed) or each.contents)
    assert isinstance(size, Chosen) and size.value == len("content-length:") + 3
    assert isinstance(text, Placed)
    assert bytes(text.contents[offset] for offset in range(15)) == b"content-length:"
    assert isinstance(claim_about(goal_for(TEXT.replace("LEAST", "3").replace("MOST", "18"), tmp_path), 3000), GaveUp)


CHECKSUM = """
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned key = __VERIFIER_nondet_uint(), sum = 1;
    for (int i = 0; i < 20; i++) sum = 31 * sum + __VERIFIER_nondet_uint();
    if (key == sum ADD) reach_error();
}"""


def test_compared_values_are_copied_to_the_inputs(tmp_path: Path) -> None:
    assert isinstance(claim_about(goal_for(CHECKSUM.replace("ADD", ""), tmp_path), 300), ClaimsUnsafe)
    assert isinstance(claim_about(goal_for(CHECKSUM.replace("ADD", "&& key < 0"), tmp_path), 300), GaveUp)


NESTED = """
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    char *text = malloc(size);
    int depth = 0;
    if (text == 0) return 0;
    for (unsigned long i = 0; i < size && depth < 41; i++) {
        if (text[i] == '[') depth++;
        else if (text[i] == ']' && depth > 0) depth--;
        else break;
        if (depth > DEPTH) reach_error();
    }
    free(text);
}"""


def test_counters_with_limits_are_exceeded_by_few_bytes(tmp_path: Path) -> None:
    claim = claim_about(goal_for(NESTED.replace("DEPTH", "32"), tmp_path), 3000)
    assert isinstance(claim, ClaimsUnsafe)
    assert Chosen(33) in claim.trace.choices
    assert isinstance(claim_about(goal_for(NESTED.replace("DEPTH", "41"), tmp_path), 1000), GaveUp)
