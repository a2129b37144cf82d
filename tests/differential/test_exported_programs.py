"""Verdicts and runs of C programs against those of the transition systems they are exported as."""

import random
from pathlib import Path

import pytest

from corpus.applications import random_value
from encoding_results import encoded as required
from encoding_results import refusal
from surefoot.base.budget import Budget
from surefoot.frontend.loading import load_program
from surefoot.logic import Term, Value, evaluate
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import ASSERTIONS
from surefoot.systems.encode.program_system import encode_program
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.formats.registry import WRITERS, read_model, write_model
from surefoot.systems.transitions.program_counter import CountedSystem, with_program_counter
from surefoot.systems.transitions.transition_system import TransitionSystem
from surefoot.verify import api

HEADER = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
#define input __VERIFIER_nondet_int()
"""
COUNT = "int main(void) { int i = 0; while (i < 10) i++; if (i %s) reach_error(); return 0; }"
EVEN = "int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; while (n-- > 0) s += 2; if (%s) reach_error(); return 0; }"
TWO_LOOPS = """int g; int main(void) { int x = 0; int *q = &x; while (input) { g = 1; q = &g; }
               while (input) { if (*q > %s) reach_error(); q = &x; } return 0; }"""
POINTERS = """int main(void) { int x = 0, y = 0; int *p = &x;
              while (input) { if (*p < 2) *p += 1; p = p == &x ? &y : &x; } if (x %s) reach_error(); return 0; }"""
ARRAY = """int main(void) { int a[4]; a[0] = a[1] = a[2] = a[3] = 1;
           for (;;) { unsigned k = __VERIFIER_nondet_uint() %% 4; if (a[k] != 1) reach_error(); a[k] = %s; } }"""
HEAP = """int main(void) { int *p = malloc(sizeof(int)); if (!p) return 0; *p = 0;
          for (int n = input; n > 0; n--) *p = (*p + 1) & 7; if (*p %s) reach_error(); return 0; }"""
SIZES = """int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 1 || n > 1000) return 0; char *p = malloc(n); if (!p) return 0;
           while (input) p[n - 1] = 1; p[0] = 3; if (p[0] %s) reach_error(); return 0; }"""
CALLS = """static int f(int k) { int a[2], b[2]; a[0] = k; a[1] = k + 1; b[0] = 0;
           if ((unsigned long)a %s (unsigned long)b) reach_error(); int *p = a; return p[1] + b[0]; }
           int main(void) { int k = 0; while (input) { k = f(k); if (k > 100) k = 0; } return 0; }"""
INPUTS = "int main(void) { int last = 0; while (1) { int x = input; if (x == last && %s) reach_error(); last = x; } }"
ADDRESSES = """int a, b; int main(void) { unsigned long s = (unsigned long)&a; while (input) { if (s %s (unsigned long)&b) reach_error(); }
               return 0; }"""
FLOATS = """int main(void) { float f = 0; while (input) { if (f == 0.0f) f = 1.5f; else f = 0.0f; } if (f > %s) reach_error(); return 0; }"""
NO_LOOP = "int main(void) { int x = input; if (x > 3 && x %s) reach_error(); return 0; }"
TWINS = {
    "count": (COUNT, "!= 10", "== 10"),
    "even": (EVEN, "s % 2", "s == 6"),
    "two loops": (TWO_LOOPS, "1", "0"),
    "pointers": (POINTERS, "> 2", "== 2"),
    "array": (ARRAY, "1", "2"),
    "heap": (HEAP, "> 7", "== 4"),
    "sizes": (SIZES, "!= 3", "== 3"),
    "calls": (CALLS, "==", "<"),
    "inputs": (INPUTS, "last != x", "last == 7"),
    "addresses": (ADDRESSES, "==", "!="),
    "floats": (FLOATS, "2", "1"),
    "no loop": (NO_LOOP, "< 0", "== 12345"),
}
CASES = [
    pytest.param(name, verdict, text, id=f"{name}, {verdict}")
    for name, (form, *parts) in TWINS.items()
    for verdict, text in zip(("safe", "unsafe"), (form % part for part in parts), strict=True)
]


def program_of(folder: Path, text: str) -> tuple[Path, Program]:
    path = folder / "program.c"
    path.write_text(HEADER + text)
    return path, load_program([path], DataModel.LP64, ASSERTIONS).program


def encoded(folder: Path, text: str) -> tuple[Path, CountedSystem]:
    path, program = program_of(folder, text)
    return path, with_program_counter(required(encode_program(program, ASSERTIONS, Budget())).system)


def system_in(path: Path) -> TransitionSystem:
    found = read_model(path)
    assert isinstance(found, ModelFile)
    return found.system


def verdict_of(path: Path, expected: str) -> str:
    engine = "kind" if expected == "safe" else "bmc"
    asked = "assertions" if path.suffix == ".c" else None
    return type(api.check(path, property=asked, engine=engine, time_limit=30, first=True).verdict).__name__.lower()


@pytest.mark.parametrize(("name", "verdict", "text"), CASES)
def test_verdicts_agree(tmp_path: Path, name: str, verdict: str, text: str) -> None:
    path, found = encoded(tmp_path, text)
    assert verdict_of(path, verdict) == verdict
    for format in ("vmt",) if name == "floats" else WRITERS:
        model = tmp_path / f"model.{format}"
        model.write_text(write_model(found.system, format))
        assert verdict_of(model, verdict) == verdict, format
        settled = write_model(system_in(model), format)
        model.write_text(settled)
        assert write_model(system_in(model), format) == settled


def test_undefined_behaviour_is_a_separate_bad_state(tmp_path: Path) -> None:
    _, found = encoded(
        tmp_path, "int main(void) { int x = 1, *p = &x; while (input) if (input) p = 0; if (*p == 1) reach_error(); }"
    )
    assert found.locations[0] == "entry" and found.locations[-3:] == ("ERROR", "UNDEFINED", "EXIT")
    assert found.locations[1].startswith("loop main:7 (")
    reached: set[str] = set()
    for seed in range(30):
        choose = random.Random(seed)
        state: dict[Term, Value] = {each: random_value(each.sort, choose) for each in found.system.states}
        state |= {each: evaluate(value, {}) for each, value in found.system.initial_values()[0].items()}
        for _ in range(10):
            state |= {each: random_value(each.sort, choose) for each in found.system.inputs}
            reached |= {name for name, bad in found.system.bad.items() if evaluate(bad, state)}
            state |= {each: evaluate(value, state) for each, value in found.system.next.items()}
    assert reached == {"violation", "undefined"}


def test_deterministic_run_visits_its_locations(tmp_path: Path) -> None:
    _, found = encoded(tmp_path, "int main(void) { int i; for (i = 0; i < 3; i++) ; if (i == 3) reach_error(); }")
    pc, i = found.system.states
    state: dict[Term, Value] = {pc: 0, i: 0}
    assert evaluate(found.system.initial, state)
    run = []
    for _ in range(7):
        run.append((found.locations[int(state[pc])][:5], state[i]))  # type: ignore[arg-type]
        state = {each: evaluate(value, state) for each, value in found.system.next.items()}
    loop = [("loop ", value) for value in range(4)]
    assert run == [("entry", 0), *loop, ("ERROR", 3), ("ERROR", 3)]


def test_states_are_named_after_variables(tmp_path: Path) -> None:
    _, found = encoded(
        tmp_path, "int g; int main(void) { int k = 0; while (input) { g += k; k++; } if (g) reach_error(); }"
    )
    assert {str(each.payload) for each in found.system.states} == {"pc", "main::k", "g"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { if (f(input)) reach_error(); }", "recursive"),
        (
            (
                "int main(void) { unsigned long key = input, hidden = key;"
                "  while (input) hidden = (unsigned long)malloc(4) ^ key;"
                "  void *found = realloc((void *)(hidden ^ key), 8); if (!found) reach_error(); }"
            ),
            "accessed at addresses of which nothing is known",
        ),
    ],
)
def test_programs_without_a_finite_shape_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    assert reason in refusal(encode_program(program_of(tmp_path, text)[1], ASSERTIONS, Budget()))
