"""Engine `track`: proofs of driver-like programs, and no claims about their unsafe twins."""

from pathlib import Path

import pytest

from corpus.engine_runs import first_claim, system_task
from corpus.small_goals import PRELUDE, goal_for
from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.registry import make_engine
from surefoot.engines.track.backward import decisions_towards
from surefoot.engines.track.call_effects import CallEffects, targets_by_sorts
from surefoot.engines.track.domain import RangeDomain
from surefoot.engines.track.guide import Guide
from surefoot.engines.track.relevance import RelevantSegments
from surefoot.engines.track.tabulation import Tabulation
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.frontend.loading import load_program
from surefoot.program.access import successors
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT, UNREACH_CALL
from surefoot.program.statements import Branch
from surefoot.report.building import verdict_document
from surefoot.report.document import RequestEntry
from surefoot.smt.registry import SolverFactory
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

LOCK = """
static int depth;
static void lock(void) { if (depth) reach_error(); depth = 1; }
static void unlock(void) { if (!depth) reach_error(); depth = 0; }
"""
TWINS = {
    "lock in a loop": (
        LOCK + "int main(void) { while (__VERIFIER_nondet_int()) { lock(); unlock(); } lock(); }",
        LOCK
        + "int main(void) { while (__VERIFIER_nondet_int()) { lock(); if (__VERIFIER_nondet_int()) unlock(); } lock(); }",
    ),
    "result of a call decides": (
        LOCK
        + """
int *p;
static int start(void) { if (*p > 3) return -1; lock(); return 0; }
int main(void) { if (start() == 0) unlock(); lock(); }""",
        LOCK
        + """
int *p;
static int start(void) { if (*p > 3) return -1; lock(); return 0; }
int main(void) { if (start() <= 0) unlock(); lock(); }""",
    ),
    "loop with more iterations than tracked values": (
        LOCK
        + """
extern char buffer[];
static int mode;
static void start(void) { mode = 2; }
int main(void) {
    start();
    for (int i = 0; i < 500; i++) buffer[i] = i;
    int now = mode;
    if (now == 1) lock();
    lock();
}""",
        LOCK
        + """
extern char buffer[];
static int mode;
static void start(void) { mode = 1; }
int main(void) {
    start();
    for (int i = 0; i < 500; i++) buffer[i] = i;
    int now = mode;
    if (now == 1) lock();
    lock();
}""",
    ),
    "recursion": (
        LOCK
        + """
static void walk(int n) { if (n > 0) { lock(); unlock(); walk(n - 1); } }
int main(void) { walk(__VERIFIER_nondet_int()); lock(); }""",
        LOCK
        + """
static void walk(int n) { if (n > 0) { lock(); walk(n - 1); unlock(); } }
int main(void) { walk(__VERIFIER_nondet_int()); }""",
    ),
    "callbacks in a table": (
        LOCK
        + """
static int both(int n) { lock(); unlock(); return n; }
static int none(int n) { return -n; }
static int (*table[2])(int) = { both, none };
int main(void) { for (int i = 0; i < 9; i++) table[i & 1](i); lock(); }""",
        LOCK
        + """
static int both(int n) { lock(); unlock(); return n; }
static int one(int n) { lock(); return -n; }
static int (*table[2])(int) = { both, one };
int main(void) { for (int i = 0; i < 9; i++) table[i & 1](i); lock(); }""",
    ),
    "states of a device": (
        LOCK
        + """
static int state;
static void open(void) { if (state == 1) { lock(); state = 2; } }
static void close(void) { if (state == 2) { unlock(); state = 1; } }
int main(void) {
    state = 1;
    while (1) switch (__VERIFIER_nondet_int()) { case 0: open(); break; case 1: close(); break; default: ; }
}""",
        LOCK
        + """
static int state;
static void open(void) { if (state >= 1) { lock(); state = 2; } }
static void close(void) { if (state == 2) { unlock(); state = 1; } }
int main(void) {
    state = 1;
    while (1) switch (__VERIFIER_nondet_int()) { case 0: open(); break; case 1: close(); break; default: ; }
}""",
    ),
    "counters": (
        "static unsigned n; int main(void) { while (__VERIFIER_nondet_int()) { if (n < 5) n++; if (n > 5) reach_error(); } }",
        "static unsigned n; int main(void) { while (__VERIFIER_nondet_int()) { if (n < 6) n++; if (n > 5) reach_error(); } }",
    ),
    "what follows undefined behaviour": (
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 0) { x = 1 / x; x = 0; } if (x == 7 && x == 8) reach_error(); }",
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 1 / x; if (x == 0) reach_error(); }",
    ),
}


def claim_about(text: str, folder: Path) -> Claim:
    goal = goal_for(text, folder, UNREACH_CALL)
    budget = Budget.seconds(20)
    return first_claim(make_engine("track"), goal, SolverFactory(budget=budget), budget)


@pytest.mark.parametrize("name", TWINS)
def test_safe_programs_are_proved_and_their_twins_are_not(name: str, tmp_path: Path) -> None:
    safe, unsafe = TWINS[name]
    assert isinstance(claim_about(safe, tmp_path), ClaimsSafe)
    assert not isinstance(claim_about(unsafe, tmp_path), ClaimsSafe)


def test_other_properties_are_refused(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { return 0; }", tmp_path, DEFAULT)
    budget = Budget.seconds(20)
    claim = first_claim(make_engine("track"), goal, SolverFactory(budget=budget), budget)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNSUPPORTED


def test_the_worked_example_is_proved() -> None:
    source = Path(__file__).parents[2] / "docs/engines/examples/driver.c"
    goal = Goal(load_program((source,), DataModel.LP64, UNREACH_CALL).program, UNREACH_CALL)
    budget = Budget.seconds(20)
    claim = first_claim(make_engine("track"), goal, SolverFactory(budget=budget), budget)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, TrackedSummaries)
    assert [str(key.payload) for key in claim.certificate.keys] == ["lock_depth"]


def test_the_verdict_names_assumptions_and_none_are_made_on_request(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        "extern void reach_error(void); extern int *outside(void); static int depth;"
        "int main(void) { *outside() = 3; if (depth) reach_error(); }"
    )
    request = Request((source,), checked=UNREACH_CALL, engine="track", time_limit=20.0)
    safe = check(request)
    assert isinstance(safe.verdict, Safe)
    assert safe.verdict.assumptions
    document = verdict_document(_entry(source), safe.verdict, {"stages": {}, "queries": {}}, safe.caveats)  # type: ignore[typeddict-item]
    stated = [each["text"] for each in document["caveats"] if each["lean"] == "assumes"]
    assert set(stated) >= {each.value for each in safe.verdict.assumptions}
    for engine in ("track", "auto"):
        without = check(replace(request, engine=engine, allows_assumptions=False)).verdict
        assert isinstance(without, Unknown)


def _entry(source: Path) -> RequestEntry:
    return {
        "files": [str(source)],
        "property": {"name": "unreach-call", "text": ""},
        "data_model": "LP64",
        "function": "main",
        "engine": "track",
        "solver": "bitwuzla",
        "certify": "strict",
    }


VIOLATIONS = {
    "lock taken twice after an early return": LOCK
    + """
struct device { int users; struct device *next; };
extern struct device *find(int);
static int open(struct device *d) { lock(); if (d->next->users > 3) return -1; unlock(); return 0; }
int main(void) { for (;;) switch (__VERIFIER_nondet_int()) { case 3: open(find(3)); break; default: ; } }""",
    "error in the second caller only": LOCK
    + """
extern int *find(int);
static void locked(int *p) { if (*p > 3) lock(); }
static int first(void) { int *p = find(1); *p = 0; locked(p); return depth; }
static int second(void) { int *p = find(2); locked(p); return depth; }
int main(void) { if (first()) reach_error(); if (second()) lock(); }""",
    "second way to the same abstract state": LOCK
    + """
extern int *find(int);
int main(void) { int *p = find(1); *p = 0; if (*p > 3) lock(); else if (__VERIFIER_nondet_int() == 77) lock(); lock(); }""",
    "loop of many iterations before": LOCK
    + """
extern char *find(int);
int main(void) { char *p = find(1); for (int i = 0; i < 100; i++) p[i] = i; if (p[99] == 99) lock(); lock(); }""",
    "pointer out of uninitialised heap": LOCK
    + """
void *malloc(unsigned long);
struct device { int users; struct device *next; };
int main(void) { struct device *d = malloc(sizeof *d); if (d->next->users > 3) lock(); lock(); }""",
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_violations_along_abstract_paths_are_replayed(name: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(" ".join(PRELUDE.split("\n")) + VIOLATIONS[name])
    verdict = check(Request((source,), checked=UNREACH_CALL, engine="track", time_limit=30.0)).verdict
    assert isinstance(verdict, Unsafe)


def test_restricted_programs_keep_directions_that_decide_nothing(tmp_path: Path) -> None:
    text = "int main(void) { int n = 0; if (__VERIFIER_nondet_int()) n = 1; if (__VERIFIER_nondet_int() == 7) reach_error(); return n; }"
    goal = goal_for(text, tmp_path, UNREACH_CALL)
    effects = CallEffects(goal, targets_by_sorts(goal.program))
    segments = RelevantSegments(effects, (), RangeDomain(effects.addresses))
    tabulation = Tabulation(segments, RangeDomain(effects.addresses), Budget.seconds(20))
    kept = decisions_towards(list(tabulation.failures()), tabulation)
    narrowed = Guide(system_task(goal, SolverFactory(), Budget.seconds(20)), segments, kept).restricted(kept)
    ends = [
        block.label
        for block in narrowed.functions["main"].blocks.values()
        if isinstance(block.terminator, Branch) and "%off the path" in successors(block.terminator)
    ]
    assert len(ends) == 1


OUTSIDE_CALL = """
struct ops { void (*unmap)(void *, unsigned long, unsigned long); };
extern struct ops *find_ops(void);
extern void request(void *);
static void timeout(void *data) { lock(); unlock(); }
static void unmap(void *data, unsigned long first, unsigned long last) { BODY }
int main(void) {
    struct ops *ops = find_ops();
    request(timeout);
    request(unmap);
    STORE
    lock();
    ops->unmap(ops, 1, 2);
    unlock();
}"""


@pytest.mark.parametrize(
    ("body", "store", "expected"),
    [
        ("", "", Safe),
        ("lock(); unlock();", "", Unknown),
        ("", "ops->unmap = (void (*)(void *, unsigned long, unsigned long))timeout;", Unsafe),
    ],
    ids=["other number of parameters", "same type", "written by the program"],
)
def test_calls_through_pointers_from_outside(body: str, store: str, expected: type, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(" ".join(PRELUDE.split("\n")) + LOCK + OUTSIDE_CALL.replace("BODY", body).replace("STORE", store))
    verdict = check(Request((source,), checked=UNREACH_CALL, time_limit=30.0)).verdict
    assert isinstance(verdict, expected)
    if isinstance(verdict, Safe):
        assert Assumption.ARGUMENTS in verdict.assumptions
