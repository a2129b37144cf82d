"""A sample of the comparison of accelerated runs with runs round by round."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from differential.deep_loops import LoopWriter, accelerated_end, compared, eager_acceleration, load, plain_end
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.program.properties import UNREACH_CALL
from surefoot.systems.encode.program_system import encode_program


@pytest.fixture(autouse=True)
def eager() -> Iterator[None]:
    with eager_acceleration():
        yield


@pytest.mark.parametrize("seed", range(40))
def test_accelerated_runs_end_like_plain_runs(seed: int, tmp_path: Path) -> None:
    assert compared(seed, (), 1.0, tmp_path).problems == ()


@pytest.mark.parametrize("seed", range(100, 108))
def test_engines_agree_with_all_runs(seed: int, tmp_path: Path) -> None:
    engines = ("accelerate{runs=5,search-seconds=0.3}", "kind{search=false,max-k=3}")
    assert compared(seed, engines, 2.0, tmp_path).problems == ()


def test_compared_runs_are_accelerated(tmp_path: Path) -> None:
    found = [compared(seed, (), 1.0, tmp_path) for seed in range(12)]
    assert sum(each.leapt > 0 for each in found) >= 2
    assert sum(each.unrolled > 0 for each in found) >= 2


def test_loops_with_inputs_are_not_accelerated(tmp_path: Path) -> None:
    text = """extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
    unsigned x, y;
    int main(void) {
        for (x = 0; x < 500; x++)
            if (x == 300) y = __VERIFIER_nondet_uchar();
        if (y + x == 504) reach_error();
    }"""
    program = load(text, tmp_path)
    end, rounds = accelerated_end(program, encoded(encode_program(program, UNREACH_CALL, Budget())), 4)
    assert end == plain_end(program, 4)
    assert end.outcome == "Violated"
    assert 400 < rounds < 500


def test_loops_over_pointers_are_accelerated(tmp_path: Path) -> None:
    text = """extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
    int a[500]; unsigned x, y, *p = &x;
    int main(void) {
        int n = __VERIFIER_nondet_uchar(), *walking = a + n;
        while (walking != a + 450) { walking++; *p += 2; p = p == &x ? &y : &x; }
        *walking = 1;
        if (x + y == 2 * (450 - n) && a[450]) reach_error();
    }"""
    program = load(text, tmp_path)
    end, rounds = accelerated_end(program, encoded(encode_program(program, UNREACH_CALL, Budget())), 4)
    assert end == plain_end(program, 4)
    assert end.outcome == "Violated"
    assert 400 < rounds < 446


def test_seeds_give_different_programs() -> None:
    assert len({LoopWriter(seed).text("") for seed in range(50)}) == 50
