import pytest

from surefoot.program.properties import ANNOTATIONS, ASSERTIONS, NON_FATAL, UNREACH_CALL, Property
from surefoot.program.statements import CheckKind
from surefoot.program.text import parse_program
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.program.validate import validate
from surefoot.semantics.interpreter import (
    Blocked,
    BoundReached,
    ChoiceSource,
    Finished,
    IllegalTrace,
    Outcome,
    RandomChoices,
    TraceChoices,
    Undefined,
    Violated,
    ZeroChoices,
    run,
)

OVERFLOW = Property("overflow", frozenset({CheckKind.SIGNED_OVERFLOW}))
MEMORY_SAFETY = Property("memory", frozenset({CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE}))


def main(body: str, declarations: str = "", data_model: str = "LP64") -> str:
    """Return a program with one function; its locals are x, y (i32), b (bool), c (i8), p, q
    (pointers) and d (f64).
    """
    pointer = "i64" if data_model == "LP64" else "i32"
    return f"""
program {data_model} entry main
{declarations}
function main -> (i32)
  local x: i32
  local y: i32
  local b: bool
  local c: i8
  local p: {pointer}
  local q: {pointer}
  local d: f64
start:
{body}
"""


def outcome(
    text: str,
    *choices: Choice,
    property: Property = ASSERTIONS,
    source: ChoiceSource | None = None,
    max_steps: int | None = 10_000,
) -> Outcome:
    program = parse_program(text)
    validate(program)
    return run(program, property, source or TraceChoices(Trace({}, {}, choices)), max_steps=max_steps)


def result(text: str, *choices: Choice) -> object:
    ended = outcome(text, *choices)
    assert isinstance(ended, Finished), ended
    assert ended.reason == "the entry function returned"
    return ended.result


def failure(ended: Outcome) -> tuple[type[Outcome], CheckKind, str]:
    assert isinstance(ended, Violated | Undefined), ended
    return type(ended), ended.kind, ended.text


# ---- values and control flow


def test_assignments_wrap() -> None:
    assert result(main("x := 2147483647\n x := x + 1\n return x")) == 1 << 31


def test_assignment_reads_the_old_value() -> None:
    assert result(main("x := 5\n x := x * x + x\n return x")) == 30


def test_branches_follow_the_condition() -> None:
    text = main('x := input "f"\n if x <s 0 goto low else high\nlow:\n return 1\nhigh:\n return 2')
    assert result(text, Chosen(2**32 - 1)) == 1
    assert result(text, Chosen(0)) == 2


def test_loops_run_to_their_end() -> None:
    text = main(
        """x := 0
  y := 0
  goto loop
loop:
  if x <s 100 goto body else done
body:
  y := y + x
  x := x + 1
  goto loop
done:
  return y"""
    )
    assert result(text) == 4950


def test_stop_finishes_with_its_reason() -> None:
    assert outcome(main('stop "exit"')) == Finished(None, "exit", None)


def test_a_false_assumption_blocks_and_a_true_one_does_not() -> None:
    text = main('x := input "f"\n assume x == 3 @ a.c:7:1\n return x')
    blocked = outcome(text, Chosen(4))
    assert isinstance(blocked, Blocked)
    assert str(blocked.span) == "a.c:7:1"
    assert result(text, Chosen(3)) == 3


def test_global_variables_are_shared_by_calls_and_locals_are_not() -> None:
    text = """
program LP64 entry main
global g: i32 = 40
function main -> (i32)
  local x: i32
start:
  x := 7
  call add()
  call add()
  return g + x
function add
  local a.x: i32
start:
  a.x := 1
  g := g + a.x
  return
"""
    assert result(text) == 49


def test_calls_pass_arguments_and_give_several_results() -> None:
    text = """
program LP64 entry main
function main -> (i32)
  local x: i32
  local y: i32
start:
  x, y := call divide(17, 5)
  return x * 100 + y
function divide -> (i32, i32)
  parameter n: i32
  parameter m: i32
start:
  return n /s m, n %s m
"""
    assert result(text) == 302


def test_the_results_of_a_call_may_be_ignored() -> None:
    text = """
program LP64 entry main
function main -> (i32)
start:
  call one()
  return 2
function one -> (i32)
start:
  return 1
"""
    assert result(text) == 2


def recursion(depth: int) -> str:
    return f"""
program LP64 entry main
function main -> (i32)
  local x: i32
start:
  x := call sum({depth})
  return x
function sum -> (i32)
  parameter n: i32
  local rest: i32
start:
  if n == 0 goto zero else more
zero:
  return 0
more:
  rest := call sum(n - 1)
  return rest + n
"""


def test_recursion_is_bounded_by_memory() -> None:
    assert outcome(recursion(100_000), max_steps=None) == Finished(
        5000050000 % 2**32, "the entry function returned", None
    )


def test_a_million_steps() -> None:
    text = main(
        """x := 0
  goto loop
loop:
  if x <u 333333 goto body else done
body:
  x := x + 1
  goto loop
done:
  return x"""
    )
    assert outcome(text, max_steps=1_000_005) == Finished(333333, "the entry function returned", None)


@pytest.mark.parametrize(("limit", "steps"), [(0, 0), (1, 0), (2, 2), (3, 3), (4, 3), (5, 5), (6, 6)])
def test_run_never_exceeds_its_bound(limit: int, steps: int) -> None:
    text = main("x := 0\n goto loop\nloop:\n goto next\nnext:\n x := x + 1\n goto loop")
    assert outcome(text, max_steps=limit) == BoundReached(steps, f"more than {limit} steps")


# ---- checks


@pytest.mark.parametrize("kind", list(CheckKind))
@pytest.mark.parametrize("named", [True, False])
def test_failed_check(kind: CheckKind, named: bool) -> None:
    text = main(f'check false else {kind.name.lower()} "why" @ a.c:3:4\n return 9')
    violations = frozenset({kind}) if named else frozenset(CheckKind) - {kind}
    ended = outcome(text, property=Property("p", violations))
    if named:
        assert isinstance(ended, Violated)
        assert (ended.kind, ended.text, str(ended.span), ended.function) == (kind, "why", "a.c:3:4", "main")
    elif kind in {CheckKind.ASSERTION, CheckKind.ERROR_CALL, *ANNOTATIONS}:
        assert isinstance(ended, Finished)
        assert ended.result is None and "why" in ended.reason
    elif kind in NON_FATAL:
        assert ended == Finished(9, "the entry function returned", None)
    else:
        assert isinstance(ended, Undefined)
        assert (ended.kind, ended.text, str(ended.span), ended.function) == (kind, "why", "a.c:3:4", "main")


def test_a_true_check_changes_nothing() -> None:
    assert result(main('check 1i8 == 1 else assertion "t"\n return 1')) == 1


def test_violation_has_the_failed_check() -> None:
    text = main('x := input "f"\n check x != 7 else error_call "reach_error" @ a.c:2:2\n return x')
    ended = outcome(text, Chosen(7), property=UNREACH_CALL)
    assert isinstance(ended, Violated)
    assert ended.statement == parse_program(text).functions["main"].entry.statements[1]


# ---- memory


def test_memory_is_little_endian() -> None:
    text = main(
        """p := allocate stack "a" (8) align 8
  memory[p] := 287454020i32
  c := memory[p + 1]
  x := u32(c)
  return x"""
    )
    assert result(text) == 0x33


@pytest.mark.parametrize(("width", "stored", "loaded"), [(1, 1, 1), (5, 31, 31), (12, 0xABC, 0xABC)])
def test_odd_widths_are_stored_zero_extended(width: int, stored: int, loaded: int) -> None:
    text = f"""
program LP64 entry main
function main -> (i{width}, i16)
  local p: i64
  local n: i{width}
  local w: i16
start:
  p := allocate stack "a" (2) align 1
  fill(p, 255, 2)
  memory[p] := {stored}i{width}
  n := memory[p]
  w := memory[p]
  check w == {stored | (0 if width > 8 else 0xFF00)} else assertion "zero extended"
  fill(p, 255, 2)
  n := memory[p]
  check n == -1 else assertion "low bits"
  return {loaded}, w
"""
    assert result(text) == loaded


def test_floats_keep_their_bits() -> None:
    text = main(
        """p := allocate stack "d" (8) align 8
  memory[p] := 1.5f64
  d := memory[p]
  check d ==f 1.5f64 else assertion "same"
  memory[p] := 9223231299366420480i64
  d := memory[p]
  check fp_is_infinite(d) || fp_is_nan(d) else assertion "special"
  memory[p] := -1i64
  d := memory[p]
  memory[p] := d
  q := memory[p]
  check q == -1i64 else assertion "also those of a NaN"
  return 0"""
    )
    assert result(text) == 0


GLOBALS = """object &a: 8 bytes align 4
  [4] = 7i32
object &k: 4 bytes align 4 constant
  [0] = 9i32
object &u: 4 bytes align 4 unknown
object &p: 8 bytes align 8
  [0] = &a + 4
"""


def test_global_objects_hold_their_cells_zeros_and_addresses() -> None:
    text = main(
        """x := memory[&a]
  check x == 0 else assertion "uncovered bytes are zero"
  p := memory[&p]
  x := memory[p]
  check x == 7 else assertion "a cell may hold an address"
  x := memory[&k]
  return x""",
        GLOBALS,
    )
    assert result(text) == 9


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        ("x := memory[0]", "INVALID_DEREFERENCE", "null pointer dereference in read of 4 bytes"),
        ("x := memory[4]", "INVALID_DEREFERENCE", "null pointer dereference in read of 4 bytes at offset 4"),
        ("x := memory[&a + 5]", "INVALID_DEREFERENCE", "read of 4 bytes at offset 5 of '&a' (8 bytes)"),
        ("x := memory[&a + 8]", "INVALID_DEREFERENCE", "read of 4 bytes at offset 8 of '&a'"),
        ("x := memory[&a - 1]", "INVALID_DEREFERENCE", "read of 4 bytes at offset -1 of '&a'"),
        ("memory[&a + 8] := 1i8", "INVALID_DEREFERENCE", "write of 1 byte at offset 8 of '&a'"),
        ("memory[&a + 4] := 1i64", "INVALID_DEREFERENCE", "write of 8 bytes at offset 4 of '&a'"),
        ("memory[&k] := 1i8", "INVALID_DEREFERENCE", "write of 1 byte to '&k' (4 bytes), which is constant"),
        ("memory[&main] := 1i8", "INVALID_DEREFERENCE", "of function 'main', which is not an object"),
        ("c := memory[&main]", "INVALID_DEREFERENCE", "of function 'main', which is not an object"),
        ("copy(&a, &k, 5)", "INVALID_DEREFERENCE", "read of 5 bytes at offset 0 of '&k'"),
        ("copy(&k, &a, 4)", "INVALID_DEREFERENCE", "write of 4 bytes to '&k'"),
        ("copy(&a + 5, &k, 4)", "INVALID_DEREFERENCE", "write of 4 bytes at offset 5"),
        ("fill(&a, 0, 9)", "INVALID_DEREFERENCE", "write of 9 bytes"),
        ("fill(&a, 0, -1)", "INVALID_DEREFERENCE", "write of 18446744073709551615 bytes"),
        ("fill(&k, 0, 1)", "INVALID_DEREFERENCE", "which is constant"),
        ("free &a", "INVALID_FREE", "is not on the heap"),
        ("free &main", "INVALID_FREE", "is not on the heap"),
        ("free 24", "INVALID_FREE", "free at offset 24 from a null pointer"),
        ('p := allocate stack "s" (4) align 4\n free p', "INVALID_FREE", "is not on the heap"),
        (
            'p := allocate heap "m" (4) align 4\n free p + 1',
            "INVALID_FREE",
            "free at offset 1 of the 4 bytes that m allocated",
        ),
        (
            'p := allocate heap "m" (4) align 4\n free p\n free p',
            "INVALID_FREE",
            "double free of the 4 bytes that m allocated, freed",
        ),
        (
            'p := allocate heap "m" (4) align 4\n free p\n x := memory[p]',
            "INVALID_DEREFERENCE",
            "of the 4 bytes that m allocated, freed",
        ),
        (
            'p := allocate heap "m" (0) align 4\n c := memory[p]',
            "INVALID_DEREFERENCE",
            "offset 0 of the 0 bytes that m allocated",
        ),
        ("call [0]()", "INVALID_DEREFERENCE", "call through a null pointer"),
        ("call [&a]()", "INVALID_DEREFERENCE", "call of address"),
        ("b := call [&main]()", "INVALID_DEREFERENCE", "other parameters or results"),
    ],
)
def test_invalid_accesses(body: str, kind: str, why: str) -> None:
    text = main(f"{body}\n return 0", GLOBALS)
    for property, ending in ((ASSERTIONS, Undefined), (MEMORY_SAFETY, Violated)):
        found, found_kind, message = failure(outcome(text, property=property))
        assert found is ending
        assert found_kind is CheckKind[kind]
        assert why in message


@pytest.mark.parametrize(
    ("body", "lost", "left"),
    [
        ('p := allocate heap "m" (8) align 8', True, True),
        ('p := allocate heap "m" (8) align 8\n free p', False, False),
        ('p := allocate heap "m" (8) align 8\n memory[&p] := p', False, True),
        ('p := allocate heap "m" (8) align 8\n memory[&p] := p + 7', False, True),
        ('p := allocate heap "m" (8) align 8\n memory[&p] := p + 8', True, True),
        ('p := allocate heap "m" (0) align 8\n memory[&p] := p', False, True),
        ('p := allocate heap "m" (8) align 8\n q := allocate heap "n" (8) align 8\n memory[&p] := p\n memory[p] := q', False, True),
        ('p := allocate heap "m" (8) align 8\n q := allocate heap "n" (8) align 8\n memory[p] := q\n memory[q] := p', True, True),
        ('p := allocate heap "m" (8) align 8\n q := allocate stack "s" (8) align 8\n memory[q] := p', False, True),
        ('p := allocate heap "m" (8) align 8\n q := allocate stack "s" (8) align 8\n memory[q] := p\n leave q', True, True),
        ('p := allocate heap "m" (9) align 8\n memory[&p] := p\n q := allocate heap "n" (1) align 8\n memory[p + 1] := q', True, True),
    ],
)  # fmt: skip
def test_leak_checks(body: str, lost: bool, left: bool) -> None:
    for kind, property, is_violated in (
        ("memory_leak", Property("lost", frozenset({CheckKind.MEMORY_LEAK})), lost),
        ("unfreed_memory", Property("left", frozenset({CheckKind.UNFREED_MEMORY})), left),
    ):
        text = main(f"{body}\n p := 0\n q := 0\n check memory else {kind}\n return 0", GLOBALS)
        assert isinstance(outcome(text, property=property), Violated if is_violated else Finished)
        assert isinstance(outcome(text), Finished)


def test_variable_keeps_memory_reachable() -> None:
    text = main('p := allocate heap "m" (8) align 8\n check memory else memory_leak\n return 0')
    assert isinstance(outcome(text, property=Property("lost", frozenset({CheckKind.MEMORY_LEAK}))), Finished)


def test_object_is_dead_after_its_block() -> None:
    text = main('p := allocate stack "v" (4) align 4\n memory[p] := 1i32\n leave p\n x := memory[p]\n return x')
    _, kind, why = failure(outcome(text))
    assert kind is CheckKind.INVALID_DEREFERENCE
    assert why == "use after scope in read of 4 bytes at offset 0 of 'v' (4 bytes), whose scope ended"


def test_valid_frees() -> None:
    text = main(
        """free 0
  p := allocate heap "malloc" (0) align 16
  free p
  p := allocate heap "malloc" (4) align 16
  q := allocate heap "malloc" (4) align 16
  free p
  memory[q] := 3i32
  x := memory[q]
  return x"""
    )
    assert result(text) == 3


def test_stack_object_is_dead_after_return() -> None:
    text = """
program LP64 entry main
function main -> (i32)
  local p: i64
  local x: i32
start:
  p := call f()
  x := memory[p]
  return x
function f -> (i64)
  local f.p: i64
start:
  f.p := allocate stack "v" (4) align 4
  memory[f.p] := 1i32
  return f.p
"""
    ending, kind, why = failure(outcome(text))
    assert (ending, kind) == (Undefined, CheckKind.INVALID_DEREFERENCE)
    assert (
        why == "use after return in read of 4 bytes at offset 0 of 'v' (4 bytes), whose lifetime ended when f returned"
    )


def test_heap_object_outlives_its_allocating_call() -> None:
    text = """
program LP64 entry main
function main -> (i32)
  local p: i64
  local x: i32
start:
  p := call f()
  x := memory[p]
  return x
function f -> (i64)
  local f.p: i64
start:
  f.p := allocate heap "malloc" (4) align 4
  memory[f.p] := 1i32
  return f.p
"""
    assert result(text) == 1


def test_copies_may_overlap_and_fills_repeat() -> None:
    text = main(
        f"""p := allocate stack "a" (8) align 8
  memory[p] := {0x0807060504030201}i64
  copy(p + 2, p, 4)
  q := memory[p]
  check q == {0x0807040302010201} else assertion "bytes 2 to 5 are the old bytes 0 to 3"
  copy(p, p + 2, 4)
  q := memory[p]
  check q == {0x0807040304030201} else assertion "and back"
  copy(0, 0, 0)
  fill(0, 1, 0)
  fill(p + 1, 17, 2)
  x := memory[p]
  return x"""
    )
    assert result(text) == 0x04111101


@pytest.mark.parametrize(
    ("blocks", "overlap"),
    [
        ("&a, 4, &a + 4, 4", False),
        ("&a, 5, &a + 4, 4", True),
        ("&a + 4, 4, &a, 4", False),
        ("&a + 4, 4, &a, 5", True),
        ("&a, 1, &a, 1", True),
        ("&a + 2, 0, &a, 8", False),
        ("&a, 8, &a + 2, 0", False),
        ("&a + 2, 1, &a, 8", True),
        ("&a, 8, &k, 4", False),
    ],
)
def test_blocks_overlap_where_they_share_a_byte(blocks: str, overlap: bool) -> None:
    ended = outcome(main(f"check_apart({blocks})\n return 7i32", GLOBALS))
    assert isinstance(ended, Violated | Undefined) is overlap, ended


@pytest.mark.parametrize(
    ("address", "size"),
    [("&a", 8), ("&a + 5", 3), ("&a + 8", 0), ("&a - 1", 0), ("0", 0), ("&main", 0), ("&k", 4)],
)
def test_object_size_counts_to_the_end_of_the_object(address: str, size: int) -> None:
    assert result(main(f"q := object_size({address})\n x := q[31:0]\n return x", GLOBALS)) == size


def test_object_size_of_a_dead_object_is_zero() -> None:
    text = main('p := allocate heap "m" (4) align 4\n free p\n q := object_size(p)\n x := q[31:0]\n return x')
    assert result(text) == 0


def test_a_function_pointer_calls_the_function_it_points_to() -> None:
    text = """
program ILP32 entry main
global f: i32 = &one
function main -> (i32)
  local x: i32
  local y: i32
start:
  x := call [f]()
  f := &two
  y := call [f]()
  call [f]()
  return x * 10 + y
function one -> (i32)
start:
  return 1
function two -> (i32)
start:
  return 2
"""
    assert result(text) == 12


def test_freely_placed_objects_are_not_adjacent() -> None:
    text = main(
        """p := allocate stack "a" (4) align 4
  q := allocate stack "b" (4) align 4
  check p + 4 != q && q + 4 != p && p != 0 else assertion "apart"
  q := allocate heap "c" (0) align 1
  p := allocate heap "d" (0) align 1
  check p != q else assertion "empty objects have addresses of their own"
  return 0"""
    )
    assert result(text) == 0


def test_run_is_given_up_when_memory_is_full() -> None:
    text = main('p := allocate heap "m" (4294967280) align 1\n return 0', data_model="ILP32")
    ended = outcome(text)
    assert isinstance(ended, BoundReached) and "no room" in ended.reason
    text = main('p := allocate heap "m" (1099511627776) align 1\n fill(p, 1, 1099511627776)\n return 0')
    ended = outcome(text)
    assert isinstance(ended, BoundReached) and "too many" in ended.reason


def test_pages_are_allocated_on_first_write() -> None:
    text = main(
        """p := allocate heap "m" (1099511627776) align 1
  memory[p + 1099511627770] := 5i32
  x := memory[p + 1099511627770]
  return x"""
    )
    assert result(text) == 5


# ---- choices


def test_entry_arguments_are_the_first_choices() -> None:
    text = """
program LP64 entry main
function main -> (i32)
  parameter n: i32
  parameter flag: bool
  local x: i32
start:
  x := input "f"
  return flag ? x - n : n
"""
    assert result(text, Chosen(3), Chosen(value=True), Chosen(10)) == 7
    assert result(text, Chosen(3)) == 3


def test_unknown_globals_come_from_the_trace() -> None:
    text = parse_program(
        main("x := memory[&u]\n return x + g + (h ? 1 : 0)", GLOBALS + "global g: i32\nglobal h: bool")
    )
    trace = Trace({"g": 1000, "h": 1}, {"&u": {0: 5, 1: 1, 9: 3}}, ())
    ended = run(text, ASSERTIONS, TraceChoices(trace), max_steps=None)
    assert isinstance(ended, Finished) and ended.result == 5 + 256 + 1000 + 1


def test_unknown_contents_come_from_the_trace_unless_zeroed() -> None:
    text = main(
        """p := allocate heap "m" (4) align 4
  q := allocate heap "c" (4) align 4 zeroed
  x := memory[p]
  y := memory[q]
  return x * 1000 + y"""
    )
    assert result(text, Placed(None, {0: 7, 50: 1}), Placed(None, {0: 9})) == 7000


def test_a_trace_places_objects() -> None:
    text = main('p := allocate heap "m" (4) align 4\n x := p[31:0]\n return x')
    assert result(text, Placed(0xABC0, {})) == 0xABC0


def test_other_objects_avoid_globals_placed_by_the_trace() -> None:
    program = parse_program(main("x := (&a)[31:0]\n return x", GLOBALS))
    for address in (4, 0x1000, 0x1010, 0xFFFFFFF0):
        ended = run(program, ASSERTIONS, TraceChoices(Trace({"&a": address}, {}, ())), max_steps=None)
        assert isinstance(ended, Finished) and ended.result == address


def test_free_placement_avoids_later_addresses_of_the_trace() -> None:
    text = main(
        """p := allocate heap "m" (64) align 4
  q := allocate heap "n" (64) align 4
  return 0"""
    )
    for address in (0x1000, 0x1010, 0x2000, 8, 2**64 - 128):
        assert result(text, Placed(None, {}), Placed(address, {})) == 0


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ((Placed(0x1000, {}),), "the trace offers a place"),
        ((Chosen(2**32),), "is not a value of"),
        ((Chosen(-1),), "is not a value of"),
        ((Chosen(value=True),), "is not a value of"),
        ((Chosen(1), Chosen(1)), "the trace offers a value"),
        ((Chosen(1), Placed(0, {})), "not positive"),
        ((Chosen(1), Placed(0x1001, {})), "not a multiple of 4"),
        ((Chosen(1), Placed(2**64 - 4, {})), "end of the address space"),
        ((Chosen(1), Placed(0x2000, {}), Placed(0x1FFE, {})), "overlap"),
        ((Chosen(1), Placed(0x2000, {0: 256})), "no byte"),
    ],
)
def test_illegal_traces_are_rejected(choices: tuple[Choice, ...], why: str) -> None:
    text = main(
        """x := input "f"
  p := allocate heap "m" (4) align 4
  q := allocate stack "s" (4) align 1
  return x"""
    )
    ended = outcome(text, *choices)
    assert isinstance(ended, IllegalTrace), ended
    assert why in ended.reason


@pytest.mark.parametrize(
    ("globals", "contents", "why"),
    [
        ({"&a": 6}, {}, "multiple of 4"),
        ({"&a": 0x100, "&k": 0x104}, {}, "overlap"),
        ({"&a": 0x100, "&main": 0x104}, {}, "overlap"),
        ({"&main": 0}, {}, "not positive"),
        ({"g": 2**32}, {}, "is not a value of"),
        ({}, {"&u": {0: -1}}, "no byte"),
    ],
)
def test_illegal_globals_are_rejected(globals: dict[str, int], contents: dict[str, dict[int, int]], why: str) -> None:
    program = parse_program(main("return 0", GLOBALS + "global g: i32"))
    ended = run(program, ASSERTIONS, TraceChoices(Trace(globals, contents, ())), max_steps=None)
    assert isinstance(ended, IllegalTrace), ended
    assert why in ended.reason


EVERY_UNKNOWN = main(
    """x := input "f"
  b := external "g"
  d := uninitialised "d"
  p := allocate heap "m" (300) align 8
  y := memory[p + 4]
  return (x ^ y) + (b ? g : 0) + (fp_is_nan(d) ? 1 : 0)""",
    "global g: i32\nobject &u: 4 bytes align 4 unknown",
)


def test_zero_choices() -> None:
    assert outcome(EVERY_UNKNOWN, source=ZeroChoices()) == Finished(0, "the entry function returned", None)


def test_random_choices_are_repeatable_and_differ() -> None:
    results = [[outcome(EVERY_UNKNOWN, source=RandomChoices(seed)) for seed in range(20)] for _ in range(2)]
    assert results[0] == results[1]
    assert len(set(results[0])) > 10
