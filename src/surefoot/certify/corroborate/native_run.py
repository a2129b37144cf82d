"""Native runs: the program, compiled with a harness that supplies the inputs of a trace, in a
limited child process.

This executes the code under analysis, so it needs the option `--run`. Uninitialised memory and
addresses cannot be supplied. Where a violation depends on such choices (`dependence`), a native run
that ends otherwise is no contradiction.
"""

import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from importlib.resources import files as files_of
from pathlib import Path

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.certify.corroborate.dependence import ChoiceRecorder, RecordedObject, RecordedValue, dependences
from surefoot.certify.kernel.replay import accelerated_run
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import NativeRun
from surefoot.evidence.claims import Goal
from surefoot.frontend.native import build_executable
from surefoot.logic import FLOAT32, FLOAT64, Sort
from surefoot.program.program import Program
from surefoot.program.statements import LEAK_KINDS, CheckKind, Havoc, Origin
from surefoot.program.trace import Placed, Trace
from surefoot.semantics.interpreter import BoundReached, TraceChoices, Violated, run

UNFREED_MEMORY, INVALID_FREE, FAILED, BLOCKED, EXHAUSTED = range(75, 80)
"""Exit statuses of the harness."""
_SANITIZER_OF_KIND = {
    CheckKind.SIGNED_OVERFLOW: "signed-integer-overflow,shift-base",
    CheckKind.DIVISION_OVERFLOW: "signed-integer-overflow",
    CheckKind.DIVISION_BY_ZERO: "integer-divide-by-zero",
    CheckKind.SHIFT: "shift-exponent",
    CheckKind.CONVERSION: "float-cast-overflow",
    CheckKind.UNSIGNED_OVERFLOW: "unsigned-integer-overflow",
    CheckKind.LOST_VALUE: "implicit-conversion",
    CheckKind.UNREACHABLE: "unreachable,return,builtin",
    CheckKind.ARRAY_INDEX: "array-bounds",
    CheckKind.MISALIGNED: "alignment",
    CheckKind.INVALID_DEREFERENCE: "array-bounds,local-bounds,object-size",
}
"""Sanitizers that stop the compiled program where a check of the kind fails; those of memory are
local to functions.
"""
_GUARDED_ALLOCA = (
    "-fno-builtin-alloca",
    "-D__builtin_alloca(size)=__extension__({ void *alloca(__SIZE_TYPE__); alloca(size); })",
)
"""Flags that allocate `alloca` objects on the guarded heap."""
_TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGFPE}
_HEAP = {CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE, CheckKind.MEMORY_LEAK, CheckKind.UNFREED_MEMORY}
_AS_EXPECTED = {
    FAILED: ("the compiled program calls the error function", {CheckKind.ERROR_CALL, CheckKind.ASSERTION}),
    INVALID_FREE: ("the compiled program frees an invalid pointer", {CheckKind.INVALID_FREE}),
    UNFREED_MEMORY: (
        "the compiled program leaks memory",
        {CheckKind.MEMORY_LEAK, CheckKind.UNFREED_MEMORY},
    ),
}
"""Exit statuses of the harness, with their descriptions and the violations they indicate."""


@dataclass(frozen=True, slots=True)
class SuppliedValue:
    """A value that a call of `function` returned."""

    function: str
    sort: Sort
    bits: int


class _End(Enum):
    """End of a native run, compared with that of the trace."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "unknown"


def run_natively(goal: Goal, trace: Trace, files: Sequence[Path], flags: Sequence[str]) -> NativeRun:
    """Compile `files` with the inputs of `trace` and run them.  Requires: the trace replays."""
    choices = ChoiceRecorder()
    violated = run(
        goal.program, goal.checked, TraceChoices(trace), max_steps=LIMITS.steps_before_acceleration, observer=choices
    )
    if isinstance(violated, BoundReached):
        choices = ChoiceRecorder()
        violated, _ = accelerated_run(goal.program, goal.checked, trace, choices)
    kind = violated.kind if isinstance(violated, Violated) else CheckKind.ASSERTION
    inputs = supplied_values(choices)
    with tempfile.TemporaryDirectory(prefix="surefoot-") as folder:
        harness, program = Path(folder) / "harness.c", Path(folder) / "program"
        failures = _failures_of_allocation(choices)
        has_heap = kind in _HEAP or any(failures)
        heap = files_of(__package__).joinpath("guarded_heap.c").read_text("utf-8") if has_heap else ""
        failing = f"static const char failures[] = {{{', '.join(map(str, map(int, failures))) or '0'}}};\n"
        constants = {
            "UNFREED_MEMORY": UNFREED_MEMORY,
            "INVALID_FREE": INVALID_FREE,
            "CHECKS_LEAKS": kind in LEAK_KINDS,
        }
        defined = ", ".join(f"{name} = {int(value)}" for name, value in constants.items())
        declared = input_functions(goal.program)
        harness.write_text(
            f"enum {{ {defined} }};\n{failing if has_heap else ''}{heap}"
            + harness_text(inputs, goal.checked.error_functions, declared)
        )
        build_executable([*files, harness], program, goal.program.data_model, (*flags, *_sanitizer_flags(kind)))
        end, detail = _comparison(execute(program, Path(folder), program_arguments(trace, choices)), kind)
    if end is not _End.OTHER:
        return NativeRun(reproduced=end is _End.SAME, detail=detail)
    reasons = dependences(goal, trace, choices)
    if kind in _UNDETECTED:
        return NativeRun(reproduced=False, detail=f"{detail}: {_UNDETECTED[kind]}", depends_on=reasons)
    return NativeRun(reproduced=False, detail=detail, depends_on=reasons, disagrees=not reasons)


def _failures_of_allocation(choices: ChoiceRecorder) -> list[bool]:
    """Return which calls of allocation functions fail, in order, if they may."""
    names = {f"failure of {name}" for name in ("malloc", "calloc", "realloc")}
    return [bool(each.value) for each in choices.recorded if isinstance(each, RecordedValue) and each.source in names]


def supplied_values(choices: ChoiceRecorder) -> list[SuppliedValue]:
    """Return the inputs of a recorded run that can be supplied to the compiled program."""
    return [
        SuppliedValue(each.source, each.target.sort, int(each.value))  # type: ignore[arg-type]  # functions return numbers
        for each in choices.recorded
        if isinstance(each, RecordedValue) and each.kind is None
    ]


def input_functions(program: Program) -> dict[str, Sort]:
    """Return the input functions of the program, also those that the run does not call."""
    return {
        statement.source: statement.target.sort
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
        if isinstance(statement, Havoc) and statement.origin is Origin.INPUT and statement.source.isidentifier()
    }


def harness_text(
    supplied: Sequence[SuppliedValue],
    error_functions: Sequence[str],
    declared: Mapping[str, Sort] | None = None,
    repeated: int = 0,
) -> str:
    """Return C code that defines the input functions, those in `declared` too, and weakly the
    verifier's functions.

    The last `repeated` values are supplied again and again.
    """
    values = ", ".join(f"{value.bits:#x}ull" for value in supplied) or "0"
    lines = [
        "void _exit(int);",
        f"static const unsigned long long values[] = {{{values}}};",
        f"static unsigned taken, count = {len(supplied)};",
        f"static void repeat(void) {{ taken -= {repeated}; if (taken >= count) _exit({EXHAUSTED}); }}",
        "static unsigned long long take(void) { if (taken >= count) repeat(); return values[taken++]; }",
        f"__attribute__((weak)) void __VERIFIER_assume(int holds) {{ if (!holds) _exit({BLOCKED}); }}",
        f"__attribute__((weak)) void __VERIFIER_assert(int holds) {{ if (!holds) _exit({FAILED}); }}",
    ]
    lines += [f"__attribute__((weak)) void {name}(void) {{ _exit({FAILED}); }}" for name in error_functions]
    sorts = dict(declared or {}) | {value.function: value.sort for value in supplied}
    lines += [_input_function(function, sort) for function, sort in sorts.items()]
    return "\n".join(lines) + "\n"


def _input_function(name: str, sort: Sort) -> str:
    """Return the definition of an input function.

    The widest type serves integers of every width: the register is the same.
    """
    for known, ctype, carrier in ((FLOAT32, "float", "unsigned"), (FLOAT64, "double", "unsigned long long")):
        if sort is known:
            body = f"union {{ {carrier} bits; {ctype} number; }} value = {{ take() }}; return value.number;"
            return f"__attribute__((weak)) {ctype} {name}(void) {{ {body} }}"
    return f"__attribute__((weak)) unsigned long long {name}(void) {{ return take(); }}"


_UNDETECTED = {
    CheckKind.INVALID_DEREFERENCE: "out-of-bounds accesses of stack and global objects are not all detected",
    CheckKind.NAN: "NaNs are not detected",
    CheckKind.FLOAT_OVERFLOW: "infinities are not detected",
    CheckKind.UNINITIALISED: "reads of uninitialised variables are not detected",
}
"""Reasons why a native run may not show a violation."""


def _sanitizer_flags(kind: CheckKind) -> list[str]:
    """Return the flags that make the compiled program stop at a violation of `kind`."""
    if kind not in _SANITIZER_OF_KIND:
        return []
    flags = [f"-fsanitize={_SANITIZER_OF_KIND[kind]}", f"-fsanitize-trap={_SANITIZER_OF_KIND[kind]}"]
    if kind is CheckKind.INVALID_DEREFERENCE:
        flags += _GUARDED_ALLOCA
    return flags


def program_arguments(trace: Trace, choices: ChoiceRecorder) -> list[bytes]:
    """Return the elements of `argv` in a recorded run; none if they cannot be supplied.

    Linux starts no program without `argv[0]`.
    """
    made = list(zip(choices.recorded, trace.choices, strict=False))
    counts = [each.value for each, _ in made if isinstance(each, RecordedValue) and each.source == "argc"]
    count = int(counts[0]) if counts else 0  # type: ignore[arg-type]  # a number
    if not 0 < count <= LIMITS.native_arguments:
        return []
    texts = {
        each.source: bytes(choice.contents.get(at, 0) for at in range(each.size)).partition(b"\0")[0]
        for each, choice in made
        if isinstance(each, RecordedObject) and isinstance(choice, Placed)
    }
    return [texts.get(f"argv[{number}]", b"") for number in range(count)]


def execute(program: Path, folder: Path, arguments: Sequence[bytes] = ()) -> subprocess.CompletedProcess[bytes] | None:
    """Run the compiled program in `folder` with the elements of `argv`, and with limits; `None` if it
    does not end in time.
    """
    try:
        return subprocess.run(
            list(arguments) or [bytes(program)],
            executable=program,
            cwd=folder,
            env={"PATH": os.defpath},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMITS.native_seconds,
            check=False,
            start_new_session=True,
            preexec_fn=_limit_child,  # this process has no threads
        )
    except subprocess.TimeoutExpired:
        return None


def _comparison(done: subprocess.CompletedProcess[bytes] | None, kind: CheckKind) -> tuple[_End, str]:
    """Compare the end of the compiled program with a violation of `kind`."""
    if done is None:
        return _End.UNKNOWN, f"the compiled program did not end within {LIMITS.native_seconds} s"
    if done.returncode in _AS_EXPECTED:
        detail, kinds = _AS_EXPECTED[done.returncode]
        return (_End.SAME if kind in kinds else _End.OTHER), detail
    if done.returncode == -signal.SIGABRT and kind in _AS_EXPECTED[FAILED][1]:
        return _End.SAME, "the compiled program aborts, as a failed assertion does"
    if done.returncode == BLOCKED:
        return _End.OTHER, "the compiled program fails an assumption"
    if done.returncode == EXHAUSTED:
        return _End.OTHER, "the compiled program reads more inputs than the trace has"
    if done.returncode < 0:
        ending = signal.Signals(-done.returncode)
        if ending in _TRAPS and kind in _SANITIZER_OF_KIND:
            return _End.SAME, f"the compiled program stops at undefined behaviour ({kind.value}, {ending.name})"
        if ending in {signal.SIGSEGV, signal.SIGBUS} and kind is CheckKind.INVALID_DEREFERENCE:
            return _End.SAME, f"the compiled program makes an invalid memory access ({ending.name})"
        is_limit = ending in {signal.SIGKILL, signal.SIGXCPU, signal.SIGXFSZ}
        return (_End.UNKNOWN if is_limit else _End.OTHER), f"the compiled program is terminated by {ending.name}"
    return _End.OTHER, f"the compiled program ends normally with status {done.returncode}"


def _limit_child() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMITS.native_seconds, LIMITS.native_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (LIMITS.native_bytes, LIMITS.native_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
