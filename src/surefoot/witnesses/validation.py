"""Validation of a witness: the pipeline checks the instrumented program."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.errors import CompileError, InputError, UnsupportedError
from surefoot.base.records import dataclass, replace
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.frontend.acsl.source_text import EditedText, SourceText
from surefoot.frontend.compiler import compile_all
from surefoot.frontend.environment import ORDINARY, Annotations
from surefoot.program.properties import ANNOTATIONS
from surefoot.verify.api import check_request
from surefoot.verify.request import Report, Request
from surefoot.witnesses.document import CorrectnessWitness, ViolationWitness, Witness
from surefoot.witnesses.instrument import PRELUDE, TargetRegion, with_invariants, with_segments
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
def _instrumented(request: Request, text: EditedText) -> Iterator[Request]:
    """Yield the request for the instrumented program, which exists until the context ends."""
    with TemporaryDirectory(prefix="surefoot-") as name:
        yield instrumented_request(request, text, Path(name))


def instrumented_request(request: Request, text: EditedText, folder: Path) -> Request:
    """Return the request for the instrumented program, whose files are written into ``folder``;
    raises `InputError` if inserted code does not compile.
    """
    (folder / "prelude.h").write_text(PRELUDE, "utf-8")
    (folder / "program.c").write_bytes(text.text.encode())
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
    checked = replace(request.checked, violations=request.checked.violations | ANNOTATIONS)
    text = with_invariants(source, witness.invariants)
    with _instrumented(replace(request, checked=checked), text) as instrumented:
        report = check_request(instrumented)
    match report.verdict:
        case Safe(_, summary):
            return Validation(CONFIRMED, f"{_count(witness)} and the specification hold: {summary}")
        case Unsafe(_, violated):
            return Validation(REFUTED, f"{violated.text} ({violated.span})")
        case Unknown(_, detail):
            return Validation(NOT_CONFIRMED, detail)


def _count(witness: CorrectnessWitness) -> str:
    count = len(witness.invariants)
    return f"{count} invariant{'' if count == 1 else 's'}"


def _violation(witness: ViolationWitness, source: SourceText, request: Request) -> Validation:
    text, target = with_segments(source, witness)

    def confirms(report: Report) -> Unsafe | None:
        """Return a replayed violation of the specification at the target."""
        return next((each for each in report.violations if _is_at(target, each, source, text)), None)

    def stop_when_found(report: Report) -> None:
        if (found := confirms(report)) is not None:
            raise _Found(found)

    with _instrumented(replace(request, stop_at_first=False), text) as instrumented:
        try:
            report = check_request(instrumented, on_progress=stop_when_found)
            found = confirms(report)
        except _Found as stopped:
            found = stopped.violation
    if found is not None:
        return Validation(CONFIRMED, f"a replayed run passes the waypoints and fails: {found.summary}")
    match report.verdict:
        case Unknown(_, detail):
            return Validation(NOT_CONFIRMED, detail)
        case _:
            place = witness.target
            return Validation(NOT_CONFIRMED, f"no run passes the waypoints and violates the specification at {place}")


class _Found(Exception):
    """End of the search at a violation that confirms the witness."""

    def __init__(self, violation: Unsafe) -> None:
        super().__init__()
        self.violation = violation


def _is_at(target: TargetRegion, violation: Unsafe, source: SourceText, text: EditedText) -> bool:
    """Return whether the violation is in the region of the target, and not in inserted code."""
    span = violation.violated.span
    if span is None or Path(span.file).name != Path(source.name).name:
        return False
    at = text.original_position(span.line, span.column)
    return at is not None and target.start <= at <= target.end
