"""Linter and reader of witnesses: every field of a supported entry has to be in the format."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.yaml_documents import NotYaml, load_yaml
from surefoot.program.program import DataModel
from surefoot.witnesses.document import (
    CORRECTNESS,
    VERSIONS,
    VIOLATION,
    Action,
    CorrectnessWitness,
    Invariant,
    InvariantKind,
    Metadata,
    ViolationWitness,
    Waypoint,
    WaypointKind,
    Witness,
    WitnessPlace,
)
from surefoot.witnesses.limits import LIMITS

_OTHER_ENTRIES = ("ghost_instrumentation", "loop_invariant", "violation_witness", "precondition_loop_invariant")
_FORMATS = ("c_expression", "ext_c_expression")
_RECURRENCE = "recurrence_condition"
"""The name that some tools give an assumption on the cycle of a run without end."""
_WITH_CONSTRAINT = frozenset({WaypointKind.ASSUMPTION, WaypointKind.BRANCHING})
_WITHOUT_CONSTRAINT = frozenset({WaypointKind.FUNCTION_ENTER, WaypointKind.TARGET})


def read_witness(path: Path) -> Witness:
    """Read the witness in the file at ``path``.

    Raises `InputError` with the field that is not in the format, and `UnsupportedError` for parts
    of the format that are not supported.
    """
    try:
        if path.stat().st_size > LIMITS.file_bytes:
            raise InputError(f"{path}: larger than {LIMITS.file_bytes} bytes")
        document = load_yaml(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
    except NotYaml as error:
        raise InputError(f"{path}: {error}") from None
    entries = _Node(document, str(path)).items()
    if len(entries) != 1:
        entries[0].fail(f"one entry is expected, not {len(entries)}")
    return _entry(entries[0])


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of the document, and its path for messages."""

    value: object
    path: str

    def fail(self, message: str) -> NoReturn:
        raise InputError(f"{self.path}: {message}")

    def items(self) -> "list[_Node]":
        """Return the elements of a list that is not empty."""
        found = self.items_or_none()
        if not found:
            self.fail("an empty list")
        return found

    def items_or_none(self) -> "list[_Node]":
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            self.fail("a list is expected")
        return [_Node(each, f"{self.path}[{number}]") for number, each in enumerate(self.value)]

    def fields(self, required: Sequence[str], optional: Sequence[str] = ()) -> "dict[str, _Node]":
        """Return the fields of a mapping with these keys."""
        if not isinstance(self.value, Mapping):
            self.fail("a mapping is expected")
        if missing := [name for name in required if name not in self.value]:
            self.fail(f"{missing[0]} is missing")
        if foreign := [str(name) for name in self.value if name not in (*required, *optional)]:
            self.fail(f"{foreign[0]} is no field of the format")
        return {name: _Node(each, f"{self.path}.{name}") for name, each in self.value.items()}

    def text(self, among: Sequence[str] = ()) -> str:
        """Return a string that is not empty, and one of ``among`` if there are any."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.fail(f"a string is expected, not {self.value!r}")
        if among and self.value not in among:
            self.fail(f"expected {' or '.join(among)}, not {self.value}")
        return self.value

    def positive(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < 1:
            self.fail(f"a number from 1 is expected, not {self.value!r}")
        return self.value


def _entry(node: _Node) -> Witness:
    fields = node.fields(("entry_type", "metadata", "content"))
    kind = fields["entry_type"].text((CORRECTNESS, VIOLATION, *_OTHER_ENTRIES))
    if kind in _OTHER_ENTRIES:
        raise UnsupportedError(f"witnesses with entries {kind} are not supported")
    metadata = _metadata(fields["metadata"])
    if kind == CORRECTNESS:
        invariants = [_invariant(each, metadata) for each in fields["content"].items_or_none()]
        if len(invariants) > LIMITS.invariants:
            raise UnsupportedError(f"witnesses with more than {LIMITS.invariants} invariants are not supported")
        return CorrectnessWitness(metadata, tuple(invariants))
    segments = fields["content"].items()
    if len(segments) > LIMITS.segments:
        raise UnsupportedError(f"witnesses with more than {LIMITS.segments} segments are not supported")
    found = tuple(_segment(each, metadata) for each in segments)
    _require_end(fields["content"], found, metadata)
    return ViolationWitness(metadata, found)


# ---- metadata


def _metadata(node: _Node) -> Metadata:
    fields = node.fields(("format_version", "uuid", "creation_time", "producer", "task"))
    version = fields["format_version"].text(VERSIONS)
    fields["uuid"].text()
    _require_time(fields["creation_time"])
    producer = fields["producer"].fields(("name", "version"), ("configuration", "command_line", "description"))
    for each in producer.values():
        each.text()
    task = fields["task"].fields(("input_files", "input_file_hashes", "specification", "data_model", "language"))
    task["language"].text(("C",))
    files = [each.text() for each in task["input_files"].items()]
    if len(files) != 1:
        raise UnsupportedError("witnesses of programs with several files are not supported")
    hashes = task["input_file_hashes"].fields(files)
    return Metadata(
        version,
        files[0],
        hashes[files[0]].text().lower(),
        task["specification"].text(),
        DataModel[task["data_model"].text(tuple(DataModel.__members__))],
    )


def _require_time(node: _Node) -> None:
    """Refuse a creation time that is not in the form of ISO 8601."""
    if isinstance(node.value, datetime):
        return
    try:
        datetime.fromisoformat(node.text())
    except ValueError:
        node.fail(f"a time in the form 2026-01-31T12:00:00Z is expected, not {node.value}")


# ---- content


def _place(node: _Node, metadata: Metadata) -> WitnessPlace:
    fields = node.fields(("file_name", "line"), ("column", "function"))
    if Path(fields["file_name"].text()).name != Path(metadata.file).name:
        fields["file_name"].fail(f"{fields['file_name'].value} is not the input file {metadata.file}")
    if "function" in fields:
        fields["function"].text()
    return WitnessPlace(fields["line"].positive(), fields["column"].positive() if "column" in fields else 0)


def _invariant(node: _Node, metadata: Metadata) -> Invariant:
    if isinstance(node.value, Mapping) and "contract" in node.value:
        raise UnsupportedError("function contracts are not supported")
    inner = node.fields(("invariant",))["invariant"]
    fields = inner.fields(("type", "location", "value", "format"), ("labels",))
    kind = InvariantKind(fields["type"].text([each.value for each in InvariantKind]))
    if kind.is_of_transitions and metadata.version == VERSIONS[0]:
        fields["type"].fail(f"version {metadata.version} has no invariants of type {kind.value}")
    fields["format"].text(_FORMATS)
    for each in fields["labels"].items() if "labels" in fields else ():
        each.text(("inductive",))
    return Invariant(_place(fields["location"], metadata), fields["value"].text(), kind)


def _segment(node: _Node, metadata: Metadata) -> tuple[Waypoint, ...]:
    items = node.fields(("segment",))["segment"].items()
    found = [_waypoint(each, metadata) for each in items]
    found.sort(key=lambda each: not each.is_avoided)
    if [each.is_avoided for each in found].count(False) != 1:
        node.fail("a segment is a list of waypoints to avoid, and one to follow or on the cycle")
    return tuple(found)


def _require_end(node: _Node, segments: Sequence[Sequence[Waypoint]], metadata: Metadata) -> None:
    """Refuse a sequence that does not end with its only target, or with a cycle."""
    kinds = [[each.kind for each in segment] for segment in segments]
    cyclic = [segment[-1].action is Action.CYCLE for segment in segments]
    if any(cyclic):
        if metadata.version == VERSIONS[0]:
            node.fail(f"version {metadata.version} has no action cycle")
        if cyclic != sorted(cyclic):
            node.fail("segments of the cycle are the last ones")
        if any(WaypointKind.TARGET in each for each in kinds):
            node.fail("a run without end has no target")
        return
    targets = [each for segment in kinds for each in segment].count(WaypointKind.TARGET)
    if targets != 1 or kinds[-1][-1] is not WaypointKind.TARGET:
        node.fail("the last waypoint, and no other, has to be the target")


def _waypoint(node: _Node, metadata: Metadata) -> Waypoint:
    inner = node.fields(("waypoint",))["waypoint"]
    fields = inner.fields(("type", "action", "location"), ("constraint", "thread_id"))
    if "thread_id" in fields and fields["thread_id"].value != 0:
        raise UnsupportedError("witnesses of several threads are not supported")
    action = Action(fields["action"].text([each.value for each in Action]))
    name = fields["type"].text([*(each.value for each in WaypointKind), _RECURRENCE])
    kind = WaypointKind.ASSUMPTION if name == _RECURRENCE else WaypointKind(name)
    has_constraint = "constraint" in fields
    if kind in _WITH_CONSTRAINT and not has_constraint:
        inner.fail(f"a waypoint of type {kind.value} needs a constraint")
    if kind in _WITHOUT_CONSTRAINT and has_constraint:
        inner.fail(f"a waypoint of type {kind.value} has no constraint")
    constraint = _constraint(fields["constraint"], kind) if has_constraint else ""
    return Waypoint(kind, _place(fields["location"], metadata), constraint, action)


def _constraint(node: _Node, kind: WaypointKind) -> str:
    fields = node.fields(("value",), ("format",))
    if kind is WaypointKind.BRANCHING:
        if "format" in fields:
            node.fail("the constraint of a waypoint of type branching has no format")
        value = fields["value"].value
        return str(value).lower() if isinstance(value, bool | int) else fields["value"].text()
    expected = "acsl_expression" if kind is WaypointKind.FUNCTION_RETURN else "c_expression"
    if "format" in fields:
        fields["format"].text((expected, "ext_c_expression"))
    return fields["value"].text()
