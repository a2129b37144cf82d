"""Lowering of calls: error functions, assertions, assumptions, inputs, functions without body, pointers."""

import pytest

from corpus.lowered import Load, all_statements, lines
from surefoot.base.caveats import Direction
from surefoot.base.errors import InputError
from surefoot.frontend.environment import Environment, PointerArguments
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS, UNREACH_CALL
from surefoot.program.statements import (
    Allocate,
    Assume,
    Call,
    Check,
    CheckKind,
    CheckMemory,
    Havoc,
    Origin,
    Stop,
    Store,
)
from surefoot.semantics.interpreter import Finished, Outcome, Violated, ZeroChoices, run


def outcome(program: Program) -> Outcome:
    return run(program, ASSERTIONS, ZeroChoices(), max_steps=10_000)


@pytest.mark.parametrize("body", [";", "{ }", "{ for (;;) ; }"])
def test_an_error_function_is_a_violation_with_and_without_a_body(load: Load, body: str) -> None:
    program = load(f"void reach_error(void) {body} int main(void) {{ reach_error(); return 0; }}")
    check, lost, left, stop = all_statements(program.functions["main"])[-4:]
    assert isinstance(lost, CheckMemory) and isinstance(left, CheckMemory)
    assert isinstance(check, Check) and check.kind is CheckKind.ERROR_CALL and check.text == "call of reach_error"
    assert isinstance(stop, Stop)
    assert "reach_error" not in program.functions


def test_assertions_carry_their_text(load: Load) -> None:
    program = load("#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }")
    (check,) = [item for item in all_statements(program.functions["main"]) if isinstance(item, Check)]
    assert (check.kind, check.text) == (CheckKind.ASSERTION, "x == 2")
    assert check.span is not None and check.span.line == 2
    assert isinstance(outcome(program), Violated)


def test_failed_assert_ends_the_run_when_only_calls_are_checked(load: Load) -> None:
    program = load("#include <assert.h>\nint main(void) { assert(0); return 0; }", checked=UNREACH_CALL)
    assert isinstance(run(program, UNREACH_CALL, ZeroChoices(), max_steps=100), Finished)


def test_verifier_assert_without_body_is_a_check(load: Load) -> None:
    program = load("void __VERIFIER_assert(int); int main(int c, char **v) { __VERIFIER_assert(c > 5); return 0; }")
    (check,) = [item for item in all_statements(program.functions["main"]) if isinstance(item, Check)]
    assert check.kind is CheckKind.ERROR_CALL


def test_definition_in_the_program_overrides_the_handler(load: Load) -> None:
    text = "void __VERIFIER_assume(int c) { if (!c) while (1) ; } int main(void) { __VERIFIER_assume(1); return 0; }"
    program = load(text)
    assert "__VERIFIER_assume" in program.functions
    assert not any(isinstance(item, Assume) for item in all_statements(program.functions["main"]))


@pytest.mark.parametrize("name", ["abort", "exit", "_Exit", "quick_exit"])
def test_the_end_of_the_program_ends_the_run(load: Load, name: str) -> None:
    text = f"void reach_error(void); void {name}(int); int main(void) {{ {name}(1); reach_error(); return 0; }}"
    assert isinstance(outcome(load(text, flags=["-fno-builtin"])), Finished)


@pytest.mark.parametrize(
    ("declared", "name", "sort"),
    [
        ("int", "int", "BitVec(32)"),
        ("unsigned char", "uchar", "BitVec(8)"),
        ("_Bool", "bool", "Bool"),
        ("double", "double", "Float(11, 53)"),
        ("void *", "pointer", "BitVec(64)"),
        ("long", "sector_t", "BitVec(64)"),
    ],
)
def test_inputs_have_the_declared_type(load: Load, declared: str, name: str, sort: str) -> None:
    program = load(
        f"{declared} __VERIFIER_nondet_{name}(void); int main(void) {{ return __VERIFIER_nondet_{name}() != 0; }}"
    )
    (havoc,) = [item for item in all_statements(program.functions["main"]) if isinstance(item, Havoc)]
    assert (havoc.origin, havoc.source, str(havoc.target.sort)) == (Origin.INPUT, f"__VERIFIER_nondet_{name}", sort)
    assert program.caveats == ()


def test_unused_input_is_still_havocked(load: Load) -> None:
    program = load("int __VERIFIER_nondet_int(void); int main(void) { __VERIFIER_nondet_int(); return 0; }")
    assert any(isinstance(item, Havoc) for item in all_statements(program.functions["main"]))


def test_a_bool_declared_as_int_is_still_a_bool(load: Load) -> None:
    program = load("int __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }")
    assert "assume main::%call <=u 1" in lines(program, "main")


def test_result_of_a_function_without_body_is_havocked(load: Load) -> None:
    program = load('int ask(int, const char *); int main(void) { return ask(1, "question"); }')
    (caveat,) = program.caveats
    assert caveat.direction is Direction.ADDS_BEHAVIOUR and caveat.text.startswith("ask has no body")


def test_objects_passed_to_a_function_without_body_are_havocked(load: Load) -> None:
    program = load("void fill(int *); int main(void) { int a[3] = {1, 2, 3}; fill(a); return a[0]; }")
    assert [caveat.direction for caveat in program.caveats] == [Direction.ADDS_BEHAVIOUR]
    statements = all_statements(program.functions["main"])
    unknown = [item.target for item in statements if isinstance(item, Havoc) and item.origin is Origin.EXTERNAL]
    assert len(unknown) == 3
    assert unknown == [item.value for item in statements if isinstance(item, Store)]


def test_other_writes_of_a_function_without_body_are_a_caveat(load: Load) -> None:
    program = load("void fill(int *); static int *p; int main(void) { fill(p); return 0; }")
    assert [caveat.direction for caveat in program.caveats] == [Direction.DROPS_BEHAVIOUR]


@pytest.mark.parametrize(
    "text",
    [
        "void step(void); int unused; int main(void) { step(); return 0; }",
        # the models around memcmp define variables such as optind
        "#include <string.h>\nvoid step(void); int main(int c, char **v) { step(); return memcmp(&c, &c, 4); }",
    ],
)
def test_writes_to_globals_that_no_run_mentions_are_no_caveat(load: Load, text: str) -> None:
    assert [caveat.direction for caveat in load(text).caveats] == [Direction.ADDS_BEHAVIOUR]


def test_writes_to_globals_that_an_initialiser_mentions_are_a_caveat(load: Load) -> None:
    program = load("void step(void); int shared; static int *p = &shared; int main(void) { step(); return *p; }")
    assert Direction.DROPS_BEHAVIOUR in {caveat.direction for caveat in program.caveats}


def test_writes_to_external_globals_are_a_caveat(load: Load) -> None:
    program = load("void step(void); int shared; extern int other; int main(void) { step(); return shared + other; }")
    assert Direction.DROPS_BEHAVIOUR in {caveat.direction for caveat in program.caveats}


def test_calls_through_pointers_reach_known_functions_too(load: Load) -> None:
    text = """
    void reach_error(void);
    void *malloc(unsigned long);
    int twice(int x) { return 2 * x; }
    int main(void) {
        int (*f)(int) = twice;
        void *(*allocate)(unsigned long) = malloc;
        void (*fail)(void) = reach_error;
        int *p = allocate(4);
        *p = f(21);
        if (*p == 42)
            fail();
        return 0;
    }
    """
    program = load(text)
    assert {"twice", "malloc", "reach_error"} <= set(program.functions)
    assert isinstance(outcome(program), Violated)


def test_missing_and_superfluous_arguments(load: Load) -> None:
    text = "int f(); int main(void) { return f(1, 2, 3) + f(); } int f(a, b) int a; int b; { return a; }"
    program = load(text, flags=["-std=gnu89", "-w"])
    first, second = (item for item in all_statements(program.functions["main"]) if isinstance(item, Call))
    assert [str(argument) for argument in first.arguments] == ["1:32", "2:32"]
    assert len(second.arguments) == 2


def test_error_for_a_missing_entry_lists_the_functions(load: Load) -> None:
    with pytest.raises(InputError, match=r"no function 'main'.*\balpha, beta\b"):
        load("int beta(void) { return 0; } int alpha(void) { return 0; }")


def test_arguments_of_main_that_are_not_read_are_no_inputs(load: Load) -> None:
    program = load("int main(int argc, char **argv) { return 0; }")
    assert lines(program, program.entry) == [
        "call main(0, 0)",
        "check memory else memory_leak",
        "check memory else unfreed_memory",
        'stop "main returned"',
    ]


def test_the_argument_vector_ends_with_null(load: Load) -> None:
    text = """
    void reach_error(void);
    int main(int argc, char **argv) { if (argc < 0 || argv[argc] != 0) reach_error(); return 0; }
    """
    assert isinstance(outcome(load(text)), Finished)


def test_another_entry_gets_inputs_for_its_parameters(load: Load) -> None:
    program = load("int f(int n, void *any) { return n + (any != 0); }", entry="f")
    inputs = [item.source for item in all_statements(program.functions[program.entry]) if isinstance(item, Havoc)]
    assert inputs == ["n", "bytes of *any", "any is null"]
    assert [caveat.direction for caveat in program.caveats] == [Direction.ASSUMES]


def test_code_after_an_error_call_is_not_lowered(load: Load) -> None:
    text = """
    void reach_error(void); int g(void) { return 1; }
    int main(void) { reach_error(); int x = g(); return x ? x + g() : 2; }
    """
    program = load(text)
    assert list(program.functions["main"].blocks) == ["entry"]
    assert isinstance(outcome(program), Violated)


@pytest.mark.parametrize(
    ("declared", "size"),
    [
        ("int *", 4),
        ("unsigned long *", 8),
        ("struct node *", 16),
        ("anonymous *", 12),
        ("char **", 8),
        ("int (*)[5]", 20),
    ],
)
def test_a_pointer_parameter_of_another_entry_points_to_objects_of_its_type(
    load: Load, declared: str, size: int
) -> None:
    text = f"""
    struct node {{ struct node *next; int value; }}; typedef struct {{ int v[3]; }} anonymous; typedef __typeof__({declared}) type;
    struct node n; anonymous a;
    int f(type p) {{ return n.value + a.v[1] + (p != 0); }}
    """
    environment = Environment(pointers=PointerArguments(lengths={"p": 3}))
    program = load(text, entry="f", environment=environment)
    made = [item for item in all_statements(program.functions[program.entry]) if isinstance(item, Allocate)]
    assert [item.size.payload for item in made if item.name == "*p"] == [3 * size]


def test_large_input_is_written_to_its_destination(load: Load) -> None:
    text = """
    struct big { int v[9]; }; struct big __VERIFIER_nondet_big(void);
    int main(void) { struct big b = __VERIFIER_nondet_big(); return b.v[8]; }
    """
    havocs = [item for item in all_statements(load(text).functions["main"]) if isinstance(item, Havoc)]
    assert [item.origin for item in havocs] == [Origin.INPUT] * 9
