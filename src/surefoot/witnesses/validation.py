"""Validation of a witness: the pipeline checks the instrumented program."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.budget import Budget
from surefoot.base.errors import CompileError, InputError, UnsupportedError
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.certify.survey import Status
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.claims import Lasso
from surefoot.frontend.acsl.source_text import EditedText, SourceText
from surefoot.frontend.compiler import compile_all
from surefoot.frontend.environment import ORDINARY, Annotations
from surefoot.program.program import Function
from surefoot.program.properties import ANNOTATIONS, UNREACH_CALL
from surefoot.semantics.interpreter import (
    Assigned,
    BoundReached,
    ConcreteObject,
    Event,
    Halt,
    Machine,
    TraceChoices,
    Violated,
    run,
)
from surefoot.verify.api import check_request
from surefoot.verify.request import Report, Request
from surefoot.witnesses.document import CorrectnessWitness, ViolationWitness, Witness
from surefoot.witnesses.instrument import (
    COUNTER,
    PRELUDE,
    Instrumented,
    TargetRegion,
    with_cycle,
    with_invariants,
    with_segments,
)
from surefoot.witnesses.limits import LIMITS
from surefoot.witnesses.linter import read_witness
from surefoot.witnesses.specifications import property_of

CONFIRMED, REFUTED, NOT_CONFIRMED = "confirmed", "refuted", "not confirmed"


@dataclass(frozen=True, slots=True)
class Validation:
    """The answer, one of the three above, with the reason."""

    answer: str
    reason: str


def validate(
    witness_file: Path,
    file: Path,
    *,
    clang_flags: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Validation:
    """Decide whether the witness in ``witness_file`` is right for the program ``file``.

    Raises `InputError` if the witness is not in the format, is about another program, or has a
    place or an expression that does not fit the program.
    """
    try:
        witness = read_witness(witness_file)
        source = _source(file, witness)
        request = replace(
            _request(witness, file), clang_flags=tuple(clang_flags), time_limit=time_limit, memory_limit=memory_limit
        )
        match witness:
            case CorrectnessWitness():
                return _correctness(witness, source, request)
            case ViolationWitness():
                return _violation(witness, source, request)
    except UnsupportedError as error:
        return Validation(NOT_CONFIRMED, error.message)


def _source(file: Path, witness: Witness) -> SourceText:
    """Return the text of the program; raises `InputError` if the witness is about another one."""
    metadata = witness.metadata
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from None
    if Path(metadata.file).name != file.name:
        raise InputError(f"the witness is about {metadata.file}, not about {file}")
    if hashlib.sha256(data).hexdigest() != metadata.sha256:
        raise InputError(f"the witness is about another version of {file}: the SHA-256 hashes differ")
    return SourceText(str(file), data.decode("utf-8", "replace"))


def _request(witness: Witness, file: Path) -> Request:
    return Request(
        (file,),
        property_of(witness.metadata.specification),
        witness.metadata.data_model,
        environment=replace(ORDINARY, annotations=Annotations.OFF),
    )


@contextmanager
def instrumented(request: Request, program: Instrumented) -> Iterator[Request]:
    """Yield the request for the instrumented program, which exists until the context ends."""
    with TemporaryDirectory(prefix="surefoot-") as name:
        yield instrumented_request(request, program, Path(name))


def instrumented_request(request: Request, program: Instrumented, folder: Path) -> Request:
    """Return the request for the instrumented program, whose files are written into ``folder``;
    raises `InputError` if inserted code does not compile.
    """
    (folder / "prelude.h").write_text(f"{PRELUDE}{program.declarations}\n", "utf-8")
    (folder / "program.c").write_bytes(program.text.text.encode())
    (file,) = request.files
    root = {"type": "file", "name": str(file.absolute()), "external-contents": str(folder / "program.c")}
    overlay = folder / "overlay.yaml"
    overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": [root]}), "utf-8")
    flags = (*request.clang_flags, f"-ivfsoverlay{overlay}", "-include", str(folder / "prelude.h"))
    made = replace(request, clang_flags=flags)
    try:
        compile_all((file,), request.data_model, flags)
    except CompileError as error:
        compile_all((file,), request.data_model, request.clang_flags)
        raise InputError(f"an expression of the witness does not compile at its place: {error}") from None
    return made


def _correctness(witness: CorrectnessWitness, source: SourceText, request: Request) -> Validation:
    checked = request.checked
    if not checked.is_termination:
        if witness.invariants:
            checked = replace(checked, violations=checked.violations | ANNOTATIONS)
        return _proved(witness, source, replace(request, checked=checked))
    if witness.invariants:
        only = replace(request, checked=replace(UNREACH_CALL, violations=ANNOTATIONS))
        found = _proved(witness, source, only)
        if found.answer != CONFIRMED:
            return found
    return _verdict_on(check_request(request), witness)


def _proved(witness: CorrectnessWitness, source: SourceText, request: Request) -> Validation:
    """Return whether the invariants and the property of ``request`` hold."""
    with instrumented(request, with_invariants(source, witness.invariants)) as made:
        return _verdict_on(check_request(made), witness)


def _verdict_on(report: Report, witness: CorrectnessWitness) -> Validation:
    match report.verdict:
        case Safe(_, summary):
            return Validation(CONFIRMED, f"{_count(witness)} and the specification hold: {summary}")
        case Unsafe(_, violated):
            if _compares_activations(report, violated.function, witness):
                reason = f"earlier values in the recursive function {violated.function} are not supported"
                return Validation(NOT_CONFIRMED, reason)
            return Validation(REFUTED, f"{violated.text} ({violated.span})")
        case Unknown(_, detail):
            return Validation(NOT_CONFIRMED, detail)


def _compares_activations(report: Report, function: str, witness: CorrectnessWitness) -> bool:
    """Return whether a violated transition invariant may relate states of several calls."""
    if report.program is None or not any(each.kind.is_of_transitions for each in witness.invariants):
        return False
    from surefoot.systems.procedures.points import recursive_functions  # few witnesses have transitions

    return function in recursive_functions(report.program)


def _count(witness: CorrectnessWitness) -> str:
    count = len(witness.invariants)
    return f"{count} invariant{'' if count == 1 else 's'}"


def _violation(witness: ViolationWitness, source: SourceText, request: Request) -> Validation:
    """Search in runs that follow the waypoints at once, then in those that may visit their places
    before.
    """
    last = Validation(NOT_CONFIRMED, "")
    if request.checked.is_termination != (witness.stem < len(witness.segments)):
        raise InputError("witnesses with a cycle, and no others, are about runs without end")
    budget = Budget.seconds(request.time_limit)
    search = _endless if request.checked.is_termination else _search
    for is_strict in (True, False):
        left = budget.remaining()
        limit = left if left is None or not is_strict else left * LIMITS.strict_share
        last = search(witness, source, replace(request, time_limit=limit), is_strict=is_strict)
        if last.answer == CONFIRMED:
            break
    return last


def _endless(witness: ViolationWitness, source: SourceText, request: Request, *, is_strict: bool) -> Validation:
    """Search for a run without end that passes the cycle again and again."""
    text = with_cycle(source, witness, is_strict=is_strict)
    with instrumented(request, Instrumented(text)) as made:
        report = check_request(made)
    match report.verdict:
        case Safe(_, summary):
            return Validation(NOT_CONFIRMED, f"no run without end passes the waypoints: {summary}")
        case Unknown(_, detail):
            return Validation(NOT_CONFIRMED, detail)
        case Unsafe() as found:
            if _passes_cycle(found, report, witness.stem):
                return Validation(CONFIRMED, f"a replayed run passes the waypoints: {found.summary}")
            return Validation(NOT_CONFIRMED, "the run without end that was found does not pass the waypoints")


def _search(witness: ViolationWitness, source: SourceText, request: Request, *, is_strict: bool) -> Validation:
    text, target = with_segments(source, witness, is_strict=is_strict)

    def violations(report: Report) -> list[Unsafe]:
        """Return the replayed violations at the target."""
        return [each for each in report.violations if _is_at(target, each.violated.span, source, text)]

    def stop_when_decided(report: Report) -> None:
        there = [each for each in report.checks if _is_at(target, each.site.span, source, text)]
        if violations(report) or not any(each.status is Status.UNDECIDED for each in there):
            raise _Decided(report)

    with instrumented(replace(request, stop_at_first=False), Instrumented(text)) as made:
        try:
            report = check_request(made, on_progress=stop_when_decided)
        except _Decided as stopped:
            report = stopped.report
    place = witness.target
    found = violations(report)
    if any(_passes_all(each, report, len(witness.segments) - 1) for each in found):
        return Validation(CONFIRMED, f"a replayed run passes the waypoints and fails: {found[0].summary}")
    if found:
        return Validation(NOT_CONFIRMED, f"a run violates the specification at {place} before it passes all waypoints")
    there = [each for each in report.checks if _is_at(target, each.site.span, source, text)]
    if isinstance(report.verdict, Unknown) and any(each.status is Status.UNDECIDED for each in there):
        return Validation(NOT_CONFIRMED, report.verdict.detail)
    return Validation(NOT_CONFIRMED, f"no run passes the waypoints and violates the specification at {place}")


class _Decided(Exception):
    """End of the search: every check at the target is decided, or one is violated."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


class _Counter:
    """Observer of the counter of passed segments."""

    def __init__(self) -> None:
        self.value = 0
        self.changes = 0

    def on_event(self, event: Event) -> None:
        """Record the counter."""
        for change in event.changes:
            if (
                isinstance(change, Assigned)
                and str(change.variable.payload) == COUNTER
                and isinstance(change.value, int)
            ):
                self.value = change.value
                self.changes += 1


def _passes_all(violation: Unsafe, report: Report, count: int) -> bool:
    """Return whether the run passes ``count`` segments before it fails, as its replay shows."""
    if report.program is None or violation.lasso is not None:
        return False
    if count == 0:
        return True
    counter = _Counter()
    ended = run(
        report.program,
        report.request.checked,
        TraceChoices(violation.trace),
        max_steps=LIMITS.replayed_steps,
        observer=counter,
        generated_code=report.generated_code,
    )
    return isinstance(ended, Violated) and ended.site == violation.violated.site and counter.value == count


def _passes_cycle(violation: Unsafe, report: Report, stem: int) -> bool:
    """Return whether the cycle of the run passes segments of the witness's cycle and comes back to
    the same segment, as its replay shows: it then passes all of them again and again.
    """
    if report.program is None or violation.lasso is None:
        return False
    counter = _Counter()
    cycle = _CycleOfCounter(violation.lasso, counter)
    run(
        report.program,
        report.request.checked,
        TraceChoices(violation.lasso.trace),
        max_steps=LIMITS.replayed_steps,
        observer=counter,
        visitor=cycle,
        generated_code=report.generated_code,
    )
    is_passed = counter.value >= stem and counter.changes > cycle.changes
    return cycle.is_closed and is_passed and counter.value == cycle.value


class _CycleOfCounter:
    """Visitor that ends the replay of a lasso at the end of its cycle."""

    def __init__(self, lasso: Lasso, counter: _Counter) -> None:
        self._lasso = lasso
        self._counter = counter
        self._visits = 0
        self.changes = 0
        """Assignments of the counter before the cycle."""
        self.value = 0
        """Its value there."""
        self.is_closed = False

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is the place of the lasso."""
        return (function.name, label) == self._lasso.place

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, _label: str) -> None:
        """Note the begin of the cycle, or end the run."""
        self._visits += 1
        if self._visits == self._lasso.first:
            self.changes, self.value = self._counter.changes, self._counter.value
        elif self._visits == self._lasso.second:
            self.is_closed = True
            raise Halt(BoundReached(machine.steps, "the cycle is closed"))


def _is_at(target: TargetRegion, span: Span | None, source: SourceText, text: EditedText) -> bool:
    """Return whether ``span`` is in the region of the target, and not in inserted code."""
    if span is None or Path(span.file).name != Path(source.name).name:
        return False
    at = text.original_position(span.line, span.column)
    return at is not None and target.start <= at <= target.end
