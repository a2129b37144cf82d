"""The witness of a verdict: invariants of a certificate, or the inputs of a replayed run.

What C cannot express at the place is left out. A witness without it is weaker, not wrong; a comment
at the begin of the file states how much was left out.
"""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from surefoot import __version__
from surefoot.base.records import dataclass
from surefoot.base.yaml_documents import dump_yaml
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.acsl.source_text import SourceText
from surefoot.frontend.environment import Annotations
from surefoot.program.program import Program
from surefoot.systems.formats.model import is_model_file
from surefoot.verify.request import Report, Request
from surefoot.witnesses.document import CORRECTNESS, VIOLATION, Invariant, Waypoint, WaypointKind, WitnessPlace
from surefoot.witnesses.invariants import exported_invariants
from surefoot.witnesses.runs import waypoints_of
from surefoot.witnesses.specifications import specification_text


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a witness, or the reason why there is none."""

    text: str | None
    reason: str = ""


def witness_text(report: Report) -> Written:
    """Return the witness of the verdict of ``report``."""
    request, verdict, program = report.request, report.verdict, report.program
    if not isinstance(verdict, Safe | Unsafe) or program is None:
        return Written(None, f"the verdict is {type(verdict).__name__.lower()}")
    if obstacle := _obstacle(request):
        return Written(None, obstacle)
    if report.parts:
        return Written(None, "proofs of single functions are no proof of the program")
    (file,) = request.files
    data = file.read_bytes()
    source = SourceText(str(file), data.decode("utf-8", "replace"))
    kinds = request.checked.violations if isinstance(verdict, Safe) else {verdict.violated.kind}
    specification = specification_text(kinds, request.checked.error_functions)
    if specification is None:
        return Written(None, "the competition has no specification for some check of the property; name another one")
    metadata = _metadata(file, data, specification, request)
    if isinstance(verdict, Safe):
        invariants, omitted = exported_invariants(verdict, program, source, request)
        entry: dict[str, object] = {
            "entry_type": CORRECTNESS,
            "metadata": metadata,
            "content": [_invariant(each, file) for each in invariants],
        }
        return Written(_document(entry, omitted, "invariants"))
    return _violation(verdict, program, source, report, metadata)


def _violation(
    verdict: Unsafe, program: Program, source: SourceText, report: Report, metadata: dict[str, object]
) -> Written:
    if verdict.lasso is not None:
        return Written(None, "witnesses of runs without end are not supported")
    found = waypoints_of(verdict, program, source, report.request.checked, report.generated_code)
    if found is None:
        return Written(None, f"the violation is at no statement of {source.name}")
    waypoints, omitted = found
    content = [{"segment": [{"waypoint": _waypoint(each, Path(source.name))}]} for each in waypoints]
    entry: dict[str, object] = {"entry_type": VIOLATION, "metadata": metadata, "content": content}
    return Written(_document(entry, omitted, "inputs"))


def _obstacle(request: Request) -> str:
    """Return why no witness describes the request; empty if one does."""
    if len(request.files) != 1 or is_model_file(request.files[0]) or request.files[0].suffix not in {".c", ".i"}:
        return "witnesses are about one C file"
    if request.entry != "main":
        return f"witnesses are about runs from main, not from {request.entry}"
    environment = request.environment
    if environment.has_devices or environment.malloc_may_fail or environment.annotations is Annotations.MODULAR:
        return "the format cannot express the options for the environment"
    return ""


def _metadata(file: Path, data: bytes, specification: str, request: Request) -> dict[str, object]:
    return {
        "format_version": "2.0",
        "uuid": str(uuid4()),
        "creation_time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "producer": {"name": "surefoot", "version": __version__},
        "task": {
            "input_files": [str(file)],
            "input_file_hashes": {str(file): hashlib.sha256(data).hexdigest()},
            "specification": specification,
            "data_model": request.data_model.name,
            "language": "C",
        },
    }


def _document(entry: dict[str, object], omitted: int, what: str) -> str:
    note = f"# {omitted} {what} are left out: C cannot express them at their places.\n" if omitted else ""
    return note + dump_yaml([entry])


def _location(place: WitnessPlace, file: Path) -> dict[str, object]:
    return {"file_name": str(file), "line": place.line, "column": place.column}


def _invariant(invariant: Invariant, file: Path) -> dict[str, object]:
    kind = "loop_invariant" if invariant.is_of_loop else "location_invariant"
    location = _location(invariant.place, file)
    return {"invariant": {"type": kind, "location": location, "value": invariant.value, "format": "c_expression"}}


def _waypoint(waypoint: Waypoint, file: Path) -> dict[str, object]:
    found: dict[str, object] = {
        "type": waypoint.kind.value,
        "action": "follow",
        "location": _location(waypoint.place, file),
    }
    if waypoint.kind is WaypointKind.FUNCTION_RETURN:
        found["constraint"] = {"value": waypoint.constraint, "format": "acsl_expression"}
    return found
