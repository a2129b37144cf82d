"""The witness of a verdict: invariants of a certificate, or the inputs of a replayed run.

What C cannot express at the place is left out. A witness without it is weaker, not wrong; a comment
at the begin of the file states how much was left out.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from surefoot import __version__
from surefoot.base.records import dataclass
from surefoot.base.yaml_documents import dump_yaml
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.evidence.certificates import Ranking
from surefoot.frontend.acsl.source_text import SourceText
from surefoot.frontend.environment import Annotations
from surefoot.program.program import Program
from surefoot.systems.formats.model import is_model_file
from surefoot.verify.request import Report, Request
from surefoot.witnesses.document import CORRECTNESS, VIOLATION, Invariant, Waypoint, WaypointKind, WitnessPlace
from surefoot.witnesses.invariants import exported_invariants
from surefoot.witnesses.runs import waypoints_of
from surefoot.witnesses.specifications import TERMINATION_TEXT, specification_text


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a witness, or the reason why there is none."""

    text: str | None
    reason: str = ""


def witness_text(report: Report, *, as_graphml: bool = False) -> Written:
    """Return the witness of the verdict of ``report``; of version 1.0 if it is ``as_graphml``."""
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
    is_termination = request.checked.is_termination
    specification = TERMINATION_TEXT if is_termination else specification_text(kinds, request.checked.error_functions)
    if specification is None:
        return Written(None, "the competition has no specification for some check of the property; name another one")
    metadata = _metadata(file, data, specification, request, "2.1" if is_termination else "2.0")
    if isinstance(verdict, Safe) and as_graphml:
        return Written(None, "version 1.0 is written for violations only; name a file with the suffix .yml")
    if isinstance(verdict, Safe):
        invariants, omitted = exported_invariants(verdict, program, source, request)
        if isinstance(verdict.certificate, Ranking):
            from surefoot.witnesses.ranks import transition_invariants  # few verdicts are about termination

            transitions, others = transition_invariants(verdict, program, source, request)
            invariants, omitted = [*transitions, *invariants], omitted + others
        entry: dict[str, object] = {
            "entry_type": CORRECTNESS,
            "metadata": metadata,
            "content": [_invariant(each, file) for each in invariants],
        }
        return Written(_document(entry, omitted, "invariants"))
    return _violation(verdict, program, source, report, metadata, as_graphml=as_graphml)


def _violation(
    verdict: Unsafe,
    program: Program,
    source: SourceText,
    report: Report,
    metadata: dict[str, object],
    *,
    as_graphml: bool,
) -> Written:
    if verdict.lasso is not None and not report.request.checked.is_termination:
        return Written(None, "the specification is not about runs without end; name --property termination")
    if verdict.lasso is not None:
        from surefoot.witnesses.cycles import cycle_waypoints  # few verdicts are about termination

        found = cycle_waypoints(verdict, program, source, report.request.checked, report.generated_code)
    else:
        found = waypoints_of(verdict, program, source, report.request.checked, report.generated_code)
    if found is None:
        what = "cycle" if verdict.lasso is not None else "violation"
        return Written(None, f"the {what} is at no statement of {source.name}")
    waypoints, omitted = found
    if as_graphml:
        from surefoot.witnesses.graphml import graphml_text

        return Written(graphml_text(waypoints, source, report.request.data_model, _graph_metadata(metadata)))
    version = str(metadata["format_version"])
    content = [{"segment": [{"waypoint": _waypoint(each, Path(source.name), version)}]} for each in waypoints]
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


def _metadata(file: Path, data: bytes, specification: str, request: Request, version: str) -> dict[str, object]:
    return {
        "format_version": version,
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


def _graph_metadata(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return the metadata with the names of version 1.0."""
    task, producer = metadata["task"], metadata["producer"]
    (file,) = task["input_files"]
    return {
        "producer": f"{producer['name']} {producer['version']}",
        "specification": task["specification"],
        "programfile": file,
        "programhash": task["input_file_hashes"][file],
        "creationtime": metadata["creation_time"],
    }


def _document(entry: dict[str, object], omitted: int, what: str) -> str:
    note = f"# {omitted} {what} are left out: C cannot express them at their places.\n" if omitted else ""
    return note + dump_yaml([entry])


def _location(place: WitnessPlace, file: Path) -> dict[str, object]:
    return {"file_name": str(file), "line": place.line, "column": place.column}


def _invariant(invariant: Invariant, file: Path) -> dict[str, object]:
    location = _location(invariant.place, file)
    form = "ext_c_expression" if invariant.kind.is_of_transitions else "c_expression"
    found = {"type": invariant.kind.value, "location": location, "value": invariant.value, "format": form}
    return {"invariant": found}


_RESULT_FORMAT = {"2.0": "acsl_expression", "2.1": "ext_c_expression"}
"""The format of expressions about results of calls, by version."""


def _waypoint(waypoint: Waypoint, file: Path, version: str) -> dict[str, object]:
    found: dict[str, object] = {
        "type": waypoint.kind.value,
        "action": waypoint.action.value,
        "location": _location(waypoint.place, file),
    }
    value: object = waypoint.constraint
    match waypoint.kind:
        case WaypointKind.FUNCTION_RETURN:
            found["constraint"] = {"value": value, "format": _RESULT_FORMAT[version]}
        case WaypointKind.ASSUMPTION:
            found["constraint"] = {"value": value, "format": "c_expression"}
        case WaypointKind.BRANCHING:
            found["constraint"] = {"value": value}
        case WaypointKind.FUNCTION_ENTER | WaypointKind.TARGET:
            pass
    return found
