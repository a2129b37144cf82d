"""Code shared between runs of a program does not change their outcomes."""

from pathlib import Path

import pytest

from corpus.lowered import loader
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Event, Finished, Observer, RandomChoices, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode

TEXT = """
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int table[4] = {1, 2, 3, 4};
static int twice(int x) { return x * 2; }
int main(void) {
    int (*f)(int) = twice;
    int n = __VERIFIER_nondet_int() & 3;
    int *p = malloc(sizeof *p);
    *p = f(table[n]);
    assert(*p != 6 || n == 2);
    assert(n != 3);
    free(p);
    return 0;
}
"""


class Noting:
    """Notes every step."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def on_event(self, event: Event) -> None:
        self.events.append(repr(event))


def outcomes(program: Program, generated_code: GeneratedCode | None, observer: Observer | None = None) -> list[str]:
    found = [
        run(program, ASSERTIONS, RandomChoices(seed), max_steps=1000, generated_code=generated_code, observer=observer)
        for seed in range(20)
    ]
    assert {type(each) for each in found} == {Finished, Violated}
    return list(map(repr, found))


def test_shared_code_does_not_change_outcomes(tmp_path: Path) -> None:
    program, generated_code = loader(tmp_path)(TEXT), GeneratedCode()
    alone = outcomes(program, None)
    assert outcomes(program, generated_code) == alone
    assert outcomes(program, generated_code) == alone
    first, second = Noting(), Noting()
    assert outcomes(program, generated_code, first) == alone
    assert outcomes(program, None, second) == alone
    assert first.events == second.events


def test_generated_code_belongs_to_one_program(tmp_path: Path) -> None:
    generated_code = GeneratedCode()
    for number, name in enumerate(("one", "other")):
        (tmp_path / name).mkdir()
        program = loader(tmp_path / name)(TEXT)
        if number == 0:
            run(program, ASSERTIONS, RandomChoices(1), max_steps=1000, generated_code=generated_code)
        else:
            with pytest.raises(AssertionError, match="one program"):
                run(program, ASSERTIONS, RandomChoices(1), max_steps=1000, generated_code=generated_code)
