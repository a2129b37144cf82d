"""Models of the library: selection, locations, and values of input."""

import runpy
from pathlib import Path
from random import Random

import pytest

from corpus.lowered import Load, all_statements
from surefoot.base.caveats import Direction
from surefoot.base.spans import LIBRARY
from surefoot.frontend.compiler import compile_c
from surefoot.frontend.library import model_names, models_for
from surefoot.program.access import constants_of
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.program.statements import Havoc, Origin
from surefoot.semantics.interpreter import Finished, RandomChoices, Runs, Violated, ZeroChoices, run
from surefoot.semantics.sampling import SampledChoices

CHECK = "void reach_error(void); static void check(int c) { if (!c) reach_error(); }\n"


def test_models_include_their_callees() -> None:
    text = models_for(["strdup", "nobody_knows"], {})
    assert text is not None and "char *strdup(" in text and "size_t strlen(" in text
    assert "char *strcpy(" not in text
    assert models_for(["nobody_knows", "malloc"], {}) is None


@pytest.mark.parametrize("data_model", DataModel)
def test_all_models_can_be_linked_together(tmp_path: Path, data_model: DataModel) -> None:
    text = models_for(sorted(model_names()), {})
    assert text is not None
    (tmp_path / "library.c").write_text(text)
    assert compile_c(tmp_path / "library.c", data_model, ()).ir_text


def test_only_called_models_are_linked(load: Load) -> None:
    program = load("#include <string.h>\nchar text[4]; int main(void) { return strlen(text); }")
    assert set(program.functions) == {"__surefoot_start", "main", "strlen"}
    assert program.caveats == ()


def test_models_have_library_locations(load: Load) -> None:
    program = load("#include <string.h>\nchar text[4]; int main(void) { return strlen(text); }")
    spans = {item.span.file for item in all_statements(program.functions["strlen"]) if item.span}
    assert spans == {f"{LIBRARY}/string.c"}
    main = {Path(item.span.file).name for item in all_statements(program.functions["main"]) if item.span}
    assert main == {"a.c"}


def _origins(load: Load, text: str) -> set[Origin]:
    program = load(text)
    statements = [item for function in program.functions.values() for item in all_statements(function)]
    return {item.origin for item in statements if isinstance(item, Havoc)}


MADE_UP = {
    "#include <math.h>\n": "j0(1.0) > 2",
    "#include <time.h>\n": "timespec_get((struct timespec *)0, 1)",
    "#include <wchar.h>\n": "wcwidth(L'a')",
    "extern int swscanf(const int *, const int *, ...);\n": 'swscanf(L"", L"")',
    'extern int reader(const int *, const int *, ...) __asm__("__isoc99_swscanf");\n': 'reader(L"", L"")',
    'extern int other(const int *, const int *, ...) __asm__("swscanf");\n': 'other(L"", L"")',
    "extern double __powidf2(double, int);\n": "__powidf2(1, 1) > 2",
    "extern double jn();\n": "jn(1, 1.0) > 2",
}


@pytest.mark.parametrize("declared", MADE_UP)
def test_result_of_a_library_function_without_model_is_unmodelled(load: Load, declared: str) -> None:
    assert _origins(load, f"{declared}int main(void) {{ return {MADE_UP[declared]}; }}") == {Origin.UNMODELLED}


@pytest.mark.parametrize("declared", ["int send(int)", "int step(void)", "int recv(char *)", "int nobody(void)"])
def test_function_outside_the_library_is_external(load: Load, declared: str) -> None:
    name = declared.split()[1].partition("(")[0]
    argument = {"send": "1", "recv": "0"}.get(name, "")
    assert _origins(load, f"{declared}; int main(void) {{ return {name}({argument}); }}") == {Origin.EXTERNAL}


def test_names_of_the_library_are_up_to_date() -> None:
    path = Path(__file__).parents[4] / ".ci" / "standard_names.py"
    script = runpy.run_path(str(path))
    wheel = script["Wheel"]()
    exported = set(script["Symbols"]((wheel.library / "libc/glibc/abilists").read_bytes()).functions())
    written = {word.partition(":")[0] for word in script["TARGET"].read_text("utf-8").split()}
    assert {name for name in exported if name.startswith("_")} <= written
    assert {"printf", "sscanf", "strlcpy", "sin", "__divdc3", "stat"} <= written
    assert not {"main", "step", "advance"} & written


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
    "putchar('a') == 'a' || putchar('b') >= -1": True,
    "putchar('a') == 'a'": False,
    "puts(b) >= -1": True,
    "fwrite(b, 1, 3, stdout) <= 3": True,
    "fwrite(b, 1, 3, stdout) == 3": False,
    "bsearch(b, b, 1, 1, (int (*)(const void *, const void *))strcmp) != 0": True,
    "(scanf(\"%hhd%*d%%%lf\", b + 1, &d), b[1] == '.')": False,
    'scanf("%d", &n) <= 1': True,
    'strtol("0b11", 0, 0) == 0': True,
}


@pytest.mark.parametrize("claim", INPUTS)
def test_input_can_be_any_value(load: Load, claim: str) -> None:
    headers = "".join(f"#include <{name}.h>\n" for name in ("errno", "stdio", "stdlib", "string"))
    body = f'int main(void) {{ char b[20] = "........z"; int n = 5; double d = 0; check({claim}); return d > n; }}'
    program = load(headers + CHECK + body)
    runs = Runs(program, ASSERTIONS)
    outcomes = {type(runs.run(RandomChoices(seed), 2000)) for seed in range(300)}
    assert (Finished if INPUTS[claim] else Violated) in outcomes
    assert not (INPUTS[claim] and Violated in outcomes)


def test_allocation_succeeds_with_the_requested_size(load: Load) -> None:
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


@pytest.mark.parametrize(("buffer", "directions"), [("0", []), ("own", [Direction.DROPS_BEHAVIOUR])])
def test_passed_stream_buffer_is_a_caveat(load: Load, buffer: str, directions: list[Direction]) -> None:
    program = load(
        f"#include <stdio.h>\nint main(void) {{ char own[BUFSIZ]; setbuf(stdout, {buffer}); return own[0]; }}"
    )
    assert [caveat.direction for caveat in program.caveats] == directions


def test_standard_streams_are_no_objects_of_the_program(load: Load) -> None:
    program = load("#include <stdio.h>\nint main(void) { return getw(stdin) + getw(stdout); }")
    assert {caveat.direction for caveat in program.caveats} == {Direction.ADDS_BEHAVIOUR}


@pytest.mark.parametrize(
    ("end", "given_to"), [("return 0;", "atexit"), ("exit(0);", "atexit"), ("quick_exit(0);", "at_quick_exit")]
)
def test_exit_handlers_run_in_reverse_order(load: Load, end: str, given_to: str) -> None:
    text = (
        f"#include <stdlib.h>\n{CHECK}static int at; void first(void) {{ check(at == 1); reach_error(); }}"
        f" void last(void) {{ check(at == 0); at = 1; }} int main(void) {{ {given_to}(first); {given_to}(last); {end} }}"
    )
    outcome = run(load(text), ASSERTIONS, ZeroChoices(), max_steps=1000)
    assert isinstance(outcome, Violated) and outcome.function == "first"


@pytest.mark.parametrize(
    ("given_to", "end"),
    [("atexit", "_Exit"), ("atexit", "quick_exit"), ("at_quick_exit", "exit"), ("at_quick_exit", "_Exit")],
)
def test_functions_do_not_run_at_other_ends(load: Load, given_to: str, end: str) -> None:
    text = f"#include <stdlib.h>\nvoid reach_error(void); void f(void) {{ reach_error(); }} int main(void) {{ {given_to}(f); {end}(1); }}"
    assert isinstance(run(load(text), ASSERTIONS, ZeroChoices(), max_steps=1000), Finished)


@pytest.mark.parametrize(("locale", "fails"), [('"C"', False), ('""', True)])
def test_characters_may_have_other_bytes_in_another_locale(load: Load, locale: str, fails: bool) -> None:
    text = (
        f"#include <locale.h>\n#include <stdlib.h>\n{CHECK}"
        f'int main(void) {{ setlocale(LC_ALL, {locale}); check(mblen("ab", 2) == 1); return 0; }}'
    )
    program = load(text)
    known = constants_of(program, ASSERTIONS)
    samples = (SampledChoices(Random(seed), known) for seed in range(60))
    outcomes = [run(program, ASSERTIONS, choices, max_steps=5000) for choices in samples]
    assert any(isinstance(each, Violated) for each in outcomes) == fails


def test_function_of_another_type_is_no_library_function(load: Load) -> None:
    assert _origins(load, "long close(char *, int); int main(void) { return close(0, 1); }") == {Origin.EXTERNAL}
    assert _origins(load, "long system(int, int); int main(void) { return system(0, 1); }") == {Origin.EXTERNAL}


def _globals(load: Load, text: str) -> set[str]:
    program = load(f"#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n{text}")
    return {each.name for each in program.global_objects} | {each.variable.name for each in program.global_variables}


KEPT = {"library_is_at_end", "library_has_failed", "library_next", "library_positions", "library_has_written"}


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("return getchar() + puts(argv[0]);", set()),
        ('FILE *f = fopen(argv[1], "r"); fclose(f); return fgetc(f);', set()),
        ("return feof(stdin) + ferror(stdin) + getchar();", {"library_is_at_end", "library_has_failed"}),
        ("return close(3) + read(0, argv[1], 1) + write(1, argv[1], 1);", set()),
        ('return open("x", O_RDONLY);', {"library_next"}),
        ('return ftell(fopen("x", "r"));', {"library_positions"}),
    ],
)
def test_unobserved_stream_state_is_not_modelled(load: Load, body: str, kept: set[str]) -> None:
    assert _globals(load, f"int main(int argc, char **argv) {{ {body} }}") & KEPT == kept


@pytest.mark.parametrize(
    ("body", "is_kept"),
    [
        ('return fgetc(fopen("x", "r")) + fputs("a", fopen("y", "w"));', False),
        ('return fgetc(fopen("a/x", "r")) + fputs("a", fopen("b/x", "w"));', True),
        ('return fgetc(fopen("x", "r")) + fputs("a", fopen("y", "w")) + rename("y", "x");', True),
        ('return fgetc(fopen(argv[1], "r")) + fputs("a", fopen(argv[2], "w"));', False),
        ('const char *to = argv[2]; return fgetc(fopen(argv[1], "r")) + fputs("a", fopen(to, "w"));', False),
        ('const char *to = argv[2]; to++; return fgetc(fopen(argv[1], "r")) + fputs("a", fopen(to, "w"));', True),
        ('argv++; return fgetc(fopen(argv[1], "r")) + fputs("a", fopen(argv[2], "w"));', True),
        ('return fgetc(fopen(argv[1], "r")) + fputs("a", fopen(argv[1], "w"));', True),
        ("return fgetc(tmpfile());", True),
        ('return getchar() + fputs("a", fopen("y", "w+"));', False),
        ('return read(open("x", O_RDONLY), argv[1], 1) + write(open("y", O_WRONLY), "a", 1);', False),
        ('return read(open("x", O_RDWR), argv[1], 1);', True),
    ],
)
def test_files_that_are_written_and_read_are_detected(load: Load, body: str, is_kept: bool) -> None:
    kept = _globals(load, f"int main(int argc, char **argv) {{ {body} }}")
    assert ("library_has_written" in kept) == is_kept
