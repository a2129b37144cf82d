"""Models of the library: which are added, where they say they are, and what input can be."""

from pathlib import Path

import pytest

from corpus.lowered import Load, all_statements
from surefoot.caveats import Lean
from surefoot.frontend.library import LIBRARY, models_for
from surefoot.program.interpreter import Finished, RandomChoices, Violated, ZeroChoices, run
from surefoot.program.properties import ASSERTIONS

CHECK = "void reach_error(void); static void check(int c) { if (!c) reach_error(); }\n"


def test_models_come_with_what_they_call() -> None:
    text = models_for(["strdup", "nobody_knows"])
    assert text is not None and "char *strdup(" in text and "size_t strlen(" in text
    assert models_for(["nobody_knows", "printf"]) is None


def test_only_what_is_called_is_added(load: Load) -> None:
    program = load("#include <string.h>\nchar text[4]; int main(void) { return strlen(text); }")
    assert set(program.functions) == {"__surefoot_start", "main", "strlen"}
    assert program.caveats == ()


def test_models_say_where_they_are(load: Load) -> None:
    program = load("#include <string.h>\nchar text[4]; int main(void) { return strlen(text); }")
    spans = {item.span.file for item in all_statements(program.functions["strlen"]) if item.span}
    assert spans == {f"{LIBRARY}string.c"}
    main = {Path(item.span.file).name for item in all_statements(program.functions["main"]) if item.span}
    assert main == {"a.c"}


INPUTS = {
    "getchar() >= -1 && getchar() <= 255": True,
    "getchar() != 1": False,
    "getchar() >= 0": False,
    "rand() >= 0": True,
    "rand() != 0": False,
    "fgets(b, 8, stdin) == 0 || strlen(b) < 8": True,
    "fgets(b, 8, stdin) == 0 || b[0] == 0": False,
    "fgets(b, 8, stdin) == 0 || b[8] == 'z'": True,
    "fread(b, 2, 3, stdin) <= 3": True,
    "fread(b, 2, 3, stdin) == 0 || b[1] == 0": False,
    'snprintf(b, 4, "%d", 5) < 0 || strlen(b) < 4': True,
    '(scanf("%d", &n), n == 5)': False,
    "(errno = 3, errno == 3)": True,
    '(errno = 3, puts(""), errno == 3)': False,
    '(errno = 0, strtol("99999999999999999999", 0, 10), errno == ERANGE)': True,
    'printf("") == 0': False,
}


@pytest.mark.parametrize("claim", INPUTS)
def test_input_is_anything_it_can_be(load: Load, claim: str) -> None:
    headers = "".join(f"#include <{name}.h>\n" for name in ("errno", "stdio", "stdlib", "string"))
    body = f'int main(void) {{ char b[20] = "........z"; int n = 5; check({claim}); return n != n; }}'
    program = load(headers + CHECK + body)
    outcomes = {type(run(program, ASSERTIONS, RandomChoices(seed), max_steps=2000)) for seed in range(300)}
    assert (Finished if INPUTS[claim] else Violated) in outcomes
    assert not (INPUTS[claim] and Violated in outcomes)


def test_allocation_succeeds_and_is_as_large_as_asked_for(load: Load) -> None:
    text = (
        CHECK
        + """
    #include <stdlib.h>
    int main(void) {
        char *p = malloc(3), *q = calloc(2, 2), *r;
        check(p && q && q[3] == 0);
        p[2] = 'x';
        r = realloc(p, 100);
        check(r && r[2] == 'x');
        r[99] = 1;
        free(r);
        free(q);
        return 0;
    }
    """
    )
    assert isinstance(run(load(text), ASSERTIONS, ZeroChoices(), max_steps=1000), Finished)


def test_functions_run_at_exit_are_a_dropped_behaviour(load: Load) -> None:
    program = load("int atexit(void (*)(void)); void f(void) { } int main(void) { return atexit(f); }")
    assert [caveat.lean for caveat in program.caveats] == [Lean.DROPS_BEHAVIOUR]
