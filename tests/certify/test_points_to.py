"""Points-to analysis of the checker: exact callees of small programs, and those of concrete runs are
among them.
"""

from pathlib import Path
from random import Random

import pytest

from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.certify.kernel.tracked.effects import PossibleCallees
from surefoot.certify.kernel.tracked.points_to import PointsTo
from surefoot.evidence.claims import Goal
from surefoot.program.properties import UNREACH_CALL
from surefoot.program.statements import Call
from surefoot.semantics.interpreter import Called, Event, Executed, run
from surefoot.semantics.sampling import SampledChoices

DECLARED = """
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void foreign(void *);
extern void *foreign_pointer(void);
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int c(int x) { return x + 3; }
static void w(long x) { (void)x; }
typedef int (*op)(int);
struct ops { long tag; op first; op second; };
static const struct ops table = { 7, a, b };
static const struct ops many[2] = { { 1, a, b }, { 2, c, b } };
struct dev { struct ops own; const struct ops *ops; };
static struct dev device;
"""
PROGRAMS: dict[str, tuple[str, list[tuple[tuple[str, ...], bool]]]] = {
    "field of a table": ("return table.second(1) + ((const struct ops *)&table)->first(2);", [(("b",), False), (("a",), False)]),
    "table behind a pointer": ("device.ops = &table; const struct dev *d = &device; return d->ops->first(1);", [(("a",), False)]),
    "member of an array": (
        "unsigned i = __VERIFIER_nondet_uint() % 2; const struct ops *o = &many[i]; return o->first(1) + o->second(1);",
        [(("a", "c"), False), (("b",), False)],
    ),
    "heap": ("struct dev *d = malloc(sizeof *d); d->own.first = c; d->ops = &table; return d->own.first(1) + d->ops->second(1);", [(("c",), False), (("b",), False)]),
    "copied struct": ("struct ops own = table, other; memcpy(&other, &own, sizeof own); return other.second(3);", [(("b",), False)]),
    "copied bytes": (
        "op from = a, to; char *s = (char *)&from, *t = (char *)&to; for (unsigned i = 0; i < sizeof to; i++) t[i] = s[i]; return to(1);",
        [(("a",), False)],
    ),
    "choice": ("op f = __VERIFIER_nondet_int() ? a : c; return f(1);", [(("a", "c"), False)]),
    "walking pointer": ("op fs[3] = {a, b, a}; int s = 0; for (op *p = fs; p < fs + 3; p++) s += (*p)(1); return s;", [(("a", "b"), False)]),
    "function result": ("static op chosen; chosen = b; op *where = &chosen; return (*where)(1);", [(("b",), False)]),
    "other type": ("void *f = (void *)w; void *g = (void *)a; return ((op)(__VERIFIER_nondet_int() ? f : g))(1);", [(("a",), False)]),
    "pointer from outside": ("op f = (op)foreign_pointer(); return f(1);", [((), True)]),
    "what outside knows": ("foreign((void *)b); op f = (op)foreign_pointer(); return f(1);", [(("b",), True)]),
    "memory that outside knows": ("device.own.first = a; foreign(&device); return device.own.first(1);", [(("a",), True)]),
    "memory of outside": ("struct dev *d = foreign_pointer(); d->own.first = c; return d->own.second(1);", [(("c",), True)]),
    "numbers": ("long n = __VERIFIER_nondet_int(); return (*(op *)((char *)&table + 8 * (n & 1) + 8))(1);", [(("a", "b"), False)]),
}  # fmt: skip


def goal_of(name: str, folder: Path) -> Goal:
    return goal_for(f"{DECLARED} int main(void) {{ {PROGRAMS[name][0]} }}", folder, UNREACH_CALL)


def found_in(goal: Goal) -> dict[Call, PossibleCallees]:
    analysis = PointsTo(goal.program, Budget())
    return {
        each: analysis.callees(each)
        for block in goal.program.functions["main"].blocks.values()
        for each in block.statements
        if isinstance(each, Call) and not isinstance(each.callee, str)
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_callees_are_exact(name: str, tmp_path: Path) -> None:
    found = found_in(goal_of(name, tmp_path)).values()
    assert [(each.functions, each.others) for each in found] == PROGRAMS[name][1]


class Callees:
    """Observer that records the functions that calls through pointers enter."""

    def __init__(self) -> None:
        self.entered: set[tuple[Call, str]] = set()

    def on_event(self, event: Event) -> None:
        """Record the callee."""
        if isinstance(event, Executed) and isinstance(event.statement, Call):
            self.entered |= {(event.statement, each.function) for each in event.changes if isinstance(each, Called)}


def test_callees_of_runs_are_found(tmp_path: Path) -> None:
    entered = 0
    for name in PROGRAMS:
        goal = goal_of(name, tmp_path)
        found = found_in(goal)
        for seed in range(4):
            observer = Callees()
            run(goal.program, goal.checked, SampledChoices(Random(seed), {}), max_steps=2000, observer=observer)
            for call, callee in observer.entered:
                if call in found:
                    entered += 1
                    assert callee in found[call].functions, name
    assert entered >= 20
