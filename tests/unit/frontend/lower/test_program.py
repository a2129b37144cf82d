"""Unsupported constructs are refused with name and location if they are reachable."""

import pytest

from corpus.lowered import Load, lines
from surefoot.base.errors import UnsupportedError
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Finished, ZeroChoices, run

REFUSED = {
    "thread": "extern int pthread_create(void *, void *, void *, void *); return pthread_create(0, 0, 0, 0);",
    "fork": "extern int fork(void); return fork();",
    "constrained": "\n#pragma STDC FENV_ROUND FE_UPWARD\ndouble x = 1.0; return x / 3.0 > 0;",
    "llvm.frameaddress": "return __builtin_frame_address(0) != 0;",
}


@pytest.mark.parametrize("named", REFUSED)
def test_refused_with_location_and_name(load: Load, named: str) -> None:
    with pytest.raises(UnsupportedError, match=named) as refusal:
        load(f"int f(void) {{\n{REFUSED[named]}\n}}\nint main(void) {{ return f(); }}", flags=["-w"])
    line = 2 + REFUSED[named].count("\n")
    assert refusal.value.span is not None and refusal.value.span.line == line


@pytest.mark.parametrize("named", REFUSED)
def test_accepted_where_unreachable(load: Load, named: str) -> None:
    load(f"int f(void) {{\n{REFUSED[named]}\n}}\nint main(void) {{ return 0; }}", flags=["-w"])


REFUSED_ANYWHERE = {
    "assembly outside": '__asm__(".globl x");',
    "20032 bits": "static int f(void) { unsigned _BitInt(20000) x = -1; return x > 0; } int (*g)(void) = f;",
}


@pytest.mark.parametrize("named", REFUSED_ANYWHERE)
def test_refused_with_location_wherever_it_is(load: Load, named: str) -> None:
    with pytest.raises(UnsupportedError, match=named) as refusal:
        load(f"int main(void) {{ return 0; }}\n\n{REFUSED_ANYWHERE[named]}\n")
    assert refusal.value.span is not None and refusal.value.span.line == 3


def test_models_that_round_to_nearest_are_refused_in_other_modes(load: Load) -> None:
    text = '#include <fenv.h>\n#include <stdlib.h>\nint main(void) { %s return strtod("0.1", 0) > 0; }'
    load(text % "")
    with pytest.raises(UnsupportedError, match="strtod is not supported in programs that set the rounding mode"):
        load(text % "fesetround(FE_UPWARD);")


@pytest.mark.parametrize("flag", ["-frounding-math", "-ffp-model=strict", "-ffp-exception-behavior=strict"])
def test_constrained_operations_are_ordinary_ones(load: Load, flag: str) -> None:
    text = "int main(void) {\ndouble x = 1.0; return x / 3.0 > 0; }"
    assert lines(load(text, flags=[flag]), "main") == lines(load(text), "main")


VARARGS = """
#include <stdarg.h>
#include <stdio.h>
void deeper(const char *f, va_list list) { %s vprintf(f, list); }
void log_it(const char *f, ...) { va_list list; va_start(list, f); %s deeper(f, list); va_end(list); }
int main(void) { log_it("%%d", 1); return 0; }
"""
BOTH_MODELS = pytest.mark.parametrize("data_model", list(DataModel))


@BOTH_MODELS
def test_forwarding_variable_arguments_is_accepted(load: Load, data_model: DataModel) -> None:
    program = load(VARARGS % ("", ""), data_model=data_model)
    assert program.caveats == ()
    assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=1000), Finished)


def test_empty_assembly_statement_has_no_effect(load: Load) -> None:
    program = load('int main(void) { int x = 1; __asm__ volatile("" : : "r"(x) : "memory"); return x; }')
    assert lines(program, "main") == ["main::retval := 0", "main::x := 1", "return main::x"]


@pytest.mark.parametrize(
    ("template", "refers"), [("rep; outsw", False), ("1: rep outsw", False), ("call outsw", True), ("outsw: ret", True)]
)
def test_mnemonics_of_assembly_name_no_functions(load: Load, template: str, refers: bool) -> None:
    program = load(f'void outsw(void) {{ __asm__ volatile("{template}"); }} int main(void) {{ outsw(); return 0; }}')
    assert any("refers to outsw" in caveat.text for caveat in program.caveats) is refers
