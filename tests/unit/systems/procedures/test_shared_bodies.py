"""Programs with one copy of each function for all calls: equal behaviour, and control systems with
few locations.
"""

from collections import Counter
from pathlib import Path

import pytest

from corpus.small_goals import goal_for
from differential.calling_programs import all_inputs, calling_program, outcome_of
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.logic import FALSE, TRUE
from surefoot.program.access import successors
from surefoot.program.program import Function, Program
from surefoot.program.properties import ASSERTIONS, MEMORY_SAFETY, UNREACH_CALL
from surefoot.program.statements import (
    Assign,
    Assume,
    Branch,
    Call,
    CheckKind,
    EndLifetime,
    Goto,
    Statement,
    Terminator,
)
from surefoot.program.trace import Chosen, Trace
from surefoot.semantics.interpreter import Event, Executed, Finished, Machine, TraceChoices, Undefined, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.systems.control.system import ENTRY, ReferentKind
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.procedures.call_sites import shareable_functions
from surefoot.systems.procedures.shared_bodies import SharedBodies

LOOPING = "static unsigned f(unsigned n) { unsigned s = 0; while (s < n) s++; return s; }"


def program_of(text: str, folder: Path) -> Program:
    return goal_for(text, folder).program


def system_of(program: Program) -> ProgramSystem:
    return encoded(encode_program(program, ASSERTIONS, Budget()))


def names_of(program: Program) -> list[str]:
    return [each.name for each in system_of(program).system.locations]


def statements_of(program: Program) -> list[Statement | Terminator]:
    return [
        each
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in (*block.statements, block.terminator)
    ]


class _Steps:
    """The statements that a run executes."""

    def __init__(self) -> None:
        self.executed: list[Statement | Terminator] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, Executed):
            self.executed.append(event.statement)


def steps_of(program: Program, trace: Trace, generated_code: GeneratedCode) -> tuple[list[Statement | Terminator], str]:
    """Return the executed steps of the run, and its outcome."""
    steps = _Steps()
    outcome = run(
        program, UNREACH_CALL, TraceChoices(trace), max_steps=100_000, observer=steps, generated_code=generated_code
    )
    where = str(outcome.site) if isinstance(outcome, Violated | Undefined) else ""
    return steps.executed, type(outcome).__name__ + where


@pytest.mark.parametrize("seed", range(6))
def test_runs_execute_the_same_statements(seed: int, tmp_path: Path) -> None:
    program = calling_program(seed, tmp_path).program
    waiting = shareable_functions(program)
    joined = SharedBodies(frozenset(waiting)).run(program)
    assert waiting
    shared = {id(each) for each in statements_of(program)} & {id(each) for each in statements_of(joined)}
    written, written_joined = GeneratedCode(), GeneratedCode()
    for trace in all_inputs():
        before, ended = steps_of(program, trace, written)
        after, ended_joined = steps_of(joined, trace, written_joined)
        assert [id(each) for each in before if id(each) in shared] == [id(each) for each in after if id(each) in shared]
        others = [each for each in after if id(each) not in shared]
        assert all(isinstance(each, Assign | Assume | Branch | Goto | EndLifetime) for each in others)
        assert ended == ended_joined


def test_each_call_is_one_jump_in_and_one_out(tmp_path: Path) -> None:
    text = "static void f(void) { while (__VERIFIER_nondet_int()) ; } int main(void) { f(); f(); f(); }"
    program = program_of(text, tmp_path)
    joined = SharedBodies(frozenset({"f"})).run(program)
    (function,) = joined.functions.values()
    targets = Counter(target for block in function.blocks.values() for target in successors(block.terminator))
    assert [each for each in statements_of(joined) if isinstance(each, Call)] == []
    assert targets["f entry"] == 3
    assert {label: count for label, count in targets.items() if label.startswith("after call")} == {
        "after call 1 of f": 1,
        "after call 2 of f": 1,
        "after call 3 of f": 1,
        "after call 1 of main": 1,
    }


def test_loop_free_functions_are_part_of_the_steps(tmp_path: Path) -> None:
    """Five calls of a function without loops: 2 locations inlined as in the thesis, which has 12
    with waiting callers, cut before and after each call.
    """
    text = "static int f(int x) { return x + 1; } int main(void) { int v = f(1); v = f(v); v = f(v); v = f(v); v = f(v); if (v != 6) reach_error(); }"
    program = program_of(text, tmp_path)
    assert shareable_functions(program) == frozenset()
    assert names_of(program) == [ENTRY]
    assert names_of(SharedBodies(frozenset({"f"})).run(program)) == [ENTRY, "f called"]


def test_one_copy_for_all_calls(tmp_path: Path) -> None:
    calls = "".join(f"if (f({number}u) != {number}u) reach_error();" for number in range(5))
    program = program_of(f"{LOOPING} int main(void) {{ {calls} }}", tmp_path)
    assert shareable_functions(program) == {"f"}
    assert len(names_of(program)) == 1 + 5
    assert names_of(SharedBodies(frozenset({"f"})).run(program)) == [ENTRY, "f called", "f:1"]


def test_transitive_callers_are_in_the_copy(tmp_path: Path) -> None:
    text = f"{LOOPING} static unsigned g(unsigned n) {{ return f(n) + f(1); }} int main(void) {{ if (g(2) + f(3) != 6) reach_error(); }}"
    program = program_of(text, tmp_path)
    joined = SharedBodies(frozenset(shareable_functions(program))).run(program)
    assert list(joined.functions) == [joined.entry]
    assert names_of(joined) == [ENTRY, "f called", "f:1"]


class _Waiting:
    """Visitor that records the waiting calls at the first block of f."""

    def __init__(self) -> None:
        self.numbers: list[dict[str, int]] = []

    def is_visited(self, _function: Function, label: str) -> bool:
        return label == "f entry"

    def on_start(self, machine: Machine) -> None:
        pass

    def on_object(self, created: object) -> None:
        pass

    def on_block(self, machine: Machine, _label: str) -> None:
        frame = machine.frames[0]
        slots = {str(symbol): slot for symbol, slot in frame.code.slots.items() if str(symbol).startswith("call of ")}
        self.numbers.append({name: int(frame.values[slot]) for name, slot in slots.items()})  # type: ignore[arg-type]


def test_return_points_of_calls(tmp_path: Path) -> None:
    """One number a function gives its waiting call, so no two wait at once; nested calls use
    several numbers, and 0 stands for inactive functions.
    """
    text = f"""{LOOPING}
    static unsigned g(unsigned n) {{ unsigned s = 0; while (s < n) s += f(1); return s + f(2); }}
    int main(void) {{ if (g(2) + g(1) + f(3) != 10) reach_error(); }}"""
    program = program_of(text, tmp_path)
    assert shareable_functions(program) == {"f", "g"}
    joined = SharedBodies(frozenset({"f", "g"})).run(program)
    visitor = _Waiting()
    outcome = run(joined, UNREACH_CALL, TraceChoices(Trace({}, {}, ())), max_steps=1000, visitor=visitor)
    assert isinstance(outcome, Finished)
    of_main, in_loop, at_end = (1, 2, 3)  # in the order of the program: functions are where they are first used
    first, second = {"call of g": 1}, {"call of g": 2}
    assert visitor.numbers == [
        {"call of f": in_loop, **first},
        {"call of f": in_loop, **first},
        {"call of f": at_end, **first},
        {"call of f": in_loop, **second},
        {"call of f": at_end, **second},
        {"call of f": of_main, "call of g": 0},
    ]
    here = {
        each.name: {str(variable.symbol) for variable in each.variables} for each in system_of(joined).system.locations
    }
    assert {"call of f", "call of g"} <= here["f called"]
    assert "call of f" not in here["g called"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"{LOOPING} int main(void) {{ unsigned (*p)(unsigned) = f; return p(1) + f(2) + f(3); }}",
            "its address is taken",
        ),
        (
            "static unsigned f(unsigned n) { unsigned a[2]; for (int i = 0; i < 2; i++) a[i] = n; return a[0]; } int main(void) { return f(1) + f(2); }",
            "it has an array of its own",
        ),
        (
            "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(1) + f(2); }",
            "it is recursive",
        ),
        (f"{LOOPING} int main(void) {{ return f(1); }}", "it is called once"),
        ("static int f(int n) { return n; } int main(void) { return f(1) + f(2); }", "it has no loop"),
    ],
    ids=lambda each: each if len(each) < 40 else "",
)
def test_calls_to_other_functions_are_unchanged(text: str, reason: str, tmp_path: Path) -> None:
    program = program_of(text, tmp_path)
    assert shareable_functions(program) == frozenset(), reason
    assert SharedBodies(frozenset(shareable_functions(program))).run(program) is program


def test_dead_variables_of_callers_are_dropped(tmp_path: Path) -> None:
    """``kept`` is live across the second call only: at the loop of main, before any call, it is no
    part of the state.
    """
    text = f"""{LOOPING}
    static unsigned g(unsigned kept) {{ unsigned s = f(1); return s + kept; }}
    int main(void) {{ unsigned i = 0; while (i < 3) i++; if (f(i) + g(i) < i) reach_error(); }}"""
    program = program_of(text, tmp_path)
    system = system_of(SharedBodies(frozenset(shareable_functions(program))).run(program)).system
    here = {location.name: {str(each.symbol) for each in location.variables} for location in system.locations}
    assert here["main:3"] == {"main::i"}
    assert {"g::kept", "call of f"} <= here["f called"]


def test_check_sites_are_unchanged(tmp_path: Path) -> None:
    text = "static void f(unsigned n) { while (n > 1) n--; if (n == 1) reach_error(); } int main(void) { f(0); f(__VERIFIER_nondet_uint()); }"
    program = program_of(text, tmp_path)
    joined = SharedBodies(frozenset({"f"})).run(program)
    fails = Trace({}, {}, (Chosen(4),))
    assert isinstance(outcome_of(program, fails), Violated)
    assert str(outcome_of(program, fails)) == str(outcome_of(joined, fails))
    assert [each.site for each in system_of(joined).system.errors] == [
        each.site for each in system_of(program).system.errors
    ]


def test_liveness_of_objects_of_callers_is_part_of_the_state(tmp_path: Path) -> None:
    """At the first call of f there is an x, at the second there was one."""
    text = """static int *kept;
    static void f(int n) { while (n > 0) n--; *kept = 1; }
    static void g(void) { int x = 0; kept = &x; f(1); }
    int main(void) { g(); f(2); }"""
    program = goal_for(text, tmp_path, MEMORY_SAFETY).program
    system = encoded(encode_program(SharedBodies(frozenset({"f"})).run(program), MEMORY_SAFETY, Budget())).system
    assert [each.kind for each in system.errors] == [CheckKind.INVALID_DEREFERENCE]
    alive = [each for each in system.location("f called").variables if each.referent.kind is ReferentKind.ALIVE]
    assert len(alive) == 1
    assert {edge.update[alive[0].symbol] for edge in system.edges_into("f called")} == {TRUE, FALSE}
