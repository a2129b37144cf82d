"""Choice of control system: shared bodies where copies would be very many."""

from pathlib import Path

import pytest

from corpus.small_goals import goal_for
from encoding_results import encoded, refusal
from surefoot.base.budget import Budget
from surefoot.program.properties import ASSERTIONS, DEFAULT
from surefoot.systems.encode.encoding import Calls, Encoding, NotEncodable, encode
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.limits import LIMITS
from surefoot.systems.procedures.call_sites import copies_of_loops

LOOPING = "static unsigned f(unsigned n) { unsigned s = 0; while (s < n) s++; return s; }"


def system_of(text: str, folder: Path, calls: Calls = Calls.AUTO) -> ProgramSystem:
    found = encoded(encoding_of(text, folder, calls))
    assert isinstance(found, ProgramSystem)
    return found


def encoding_of(text: str, folder: Path, calls: Calls) -> Encoding | NotEncodable:
    goal = goal_for(text, folder)
    return encode(goal.program, goal.checked, None, Budget(), calls)


@pytest.mark.parametrize(
    ("calls", "locations"), [(LIMITS.loop_copies, LIMITS.loop_copies), (LIMITS.loop_copies + 1, 2)]
)
def test_many_calls_share_a_copy(calls: int, locations: int, tmp_path: Path) -> None:
    system = system_of(f"{LOOPING} int main(void) {{ {'f(1);' * calls} }}", tmp_path)
    assert len(system.system.names) == locations
    assert system.shares_bodies == (calls > LIMITS.loop_copies)


def test_sequences_of_calls_multiply(tmp_path: Path) -> None:
    text = f"{LOOPING} static void g(void) {{ f(1); f(2); f(3); }} static void h(void) {{ g(); g(); f(4); }} int main(void) {{ h(); h(); }}"
    goal = goal_for(text, tmp_path)
    assert copies_of_loops(goal.program, {"f"}) == 2 * (2 * 3 + 1)
    assert len(system_of(text, tmp_path, Calls.INLINE).system.names) == 14
    assert system_of(text, tmp_path, Calls.SHARED).system.names == ("h called", "g called", "f called", "f:1")


def test_call_strings_replace_shared_bodies_without_finite_shape(tmp_path: Path) -> None:
    """Inlined, x is bytes at the first loop and an int at all others; in one copy it is both."""
    text = f"""static int x, y;
    static void fill(char *p) {{ for (unsigned i = 0; i < 4; i++) p[i] = __VERIFIER_nondet_int(); }}
    int main(void) {{ fill((char *)&x); x = __VERIFIER_nondet_int(); {"fill((char *)&y);" * LIMITS.loop_copies} if (x != x) reach_error(); }}"""
    assert refusal(encoding_of(text, tmp_path, Calls.SHARED)) == "x is accessed with overlapping types in a loop"
    assert len(system_of(text, tmp_path).system.names) == LIMITS.loop_copies + 1


def test_bodies_are_not_shared_in_searches_for_leaks(tmp_path: Path) -> None:
    text = f"void *malloc(unsigned long); {LOOPING} int main(void) {{ int *p = malloc(4); f(1); f(2); return p != 0; }}"
    goal = goal_for(text, tmp_path, DEFAULT)
    assert not encoded(encode(goal.program, DEFAULT, None, Budget(), Calls.SHARED)).shares_bodies
    assert encoded(encode(goal.program, ASSERTIONS, None, Budget(), Calls.SHARED)).shares_bodies


def test_callers_with_own_arrays_are_not_shared(tmp_path: Path) -> None:
    text = f"{LOOPING} static unsigned g(unsigned n) {{ unsigned a[2]; a[0] = f(n); return f(a[0]); }} int main(void) {{ f(1); return g(2); }}"
    assert len(system_of(text, tmp_path, Calls.INLINE).system.names) == 3
    assert refusal(encoding_of(text, tmp_path, Calls.SHARED)) == "a loop head is reached with different live objects"


def test_refused_with_a_reason(tmp_path: Path) -> None:
    text = f"""{LOOPING} static unsigned down(unsigned n) {{ return n ? down(n - 1) + f(n) : f(1); }}
    int main(void) {{ return down(__VERIFIER_nondet_int()); }}"""
    for calls in Calls:
        assert refusal(encoding_of(text, tmp_path, calls))
