"""Checks of a text that is no file: a snippet, or a file with a proposed annotation.

The text is a hidden file of the mirror, beside the file that it stands for, whose place it takes in
the project. Nothing of a trial is kept, and no other check reads its text.
"""

import json
import os
import re
import shutil
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, field, replace
from surefoot.frontend.compiler import compiler_driver
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.conclusions import Conclusions
from surefoot.project.inputs import SourceFile
from surefoot.project.scan import ScanOptions, unit_task
from surefoot.project.survey import FileFacts
from surefoot.service.files import FaultEntry, ProjectFiles
from surefoot.service.limits import LIMITS
from surefoot.service.scheduler import Priority, WorkerJob

SNIPPET: Final = "snippet.c"
"""Name of a text that stands for no file."""
_PRIORITY: Final[Priority] = (0, 0)
_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_DIRECTIVE: Final = re.compile(r"^\s*(?:#|%:|\?\?=)\s*(?:include|include_next|import|embed)\b\s*(.*)$", re.MULTILINE)
_RELATIVE: Final = re.compile(r"(?:<(?P<angled>[^>]*)>|\"(?P<quoted>[^\"]*)\")\s*$")
_SYSTEM: Final = "/usr/include/"


@dataclass(frozen=True, slots=True)
class TrialText:
    """A text to check in place of ``file`` (empty: a snippet); without ``functions``, all of its own
    are meant. Their callers are checked, too, if ``with_callers``.
    """

    file: str
    text: str
    functions: frozenset[str]
    with_callers: bool


@dataclass(slots=True)
class Trial:
    """A running trial: the survey of its text, then the checks of its functions."""

    number: int
    given: TrialText
    files: ProjectFiles
    options: ScanOptions
    folder: Path
    """Private folder for compilations, removed at the end."""
    tool: str
    answer: Callable[[dict[str, Any]], None]
    path: str = field(init=False)
    is_over: bool = False
    _is_started: bool = False
    _versions: dict[str, int] = field(default_factory=dict)
    _found: Conclusions | None = None
    _wanted: list[Unit] = field(default_factory=list)

    def __post_init__(self) -> None:
        folder, name = os.path.split(self.given.file or SNIPPET)
        self.path = os.path.join(folder, f".trial-{self.number}-{name}")  # noqa: PTH118 a key
        _require_inclusions_below(folder, self.given.text)

    def _survey(self) -> WorkerJob:
        self._is_started = True
        self.folder.mkdir(exist_ok=True)
        self.files.mirror.write(self.path, self.given.text)
        self._versions = self._present_versions()
        source = self.files.source_like(self.given.file)
        task: dict[str, Any] = {
            "kind": "survey",
            "sources": [replace(source, path=self.path).packed()],
            "property": self.options.property,
            "folder": str(self.folder),
            "megabytes": self.options.megabytes,
            "fingerprint": {},
        }
        return WorkerJob(self._key("survey"), task, _PRIORITY, self._surveyed)

    def jobs(self) -> Iterator[WorkerJob]:
        """Yield the survey of the text, then the checks that lack a result; ends the trial if there is
        none. A file's text is not surveyed before all files of the project are.
        """
        if not self._is_started and (self.files.is_current or not self.given.file):
            yield self._survey()
        found = self._found
        if found is None or self.is_over:
            return
        pending = [unit for unit in self._wanted if unit.symbol not in found.entries]
        for unit in pending:
            task = {**unit_task(unit, found.graph, self.options, str(self.folder), self.tool), "fingerprint": {}}
            yield WorkerJob(self._key(unit.symbol), task, _PRIORITY, self._entered(unit))
        if not pending:
            self._finish(found)

    def job_keys(self) -> list[Hashable]:
        """Return the keys of all jobs of the trial."""
        return [self._key("survey"), *(self._key(unit.symbol) for unit in self._wanted)]

    def end(self) -> None:
        """Remove the text and the compilations."""
        self.is_over = True
        self.files.mirror.revert(self.path)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _key(self, part: Hashable) -> Hashable:
        return "trial", self.number, part

    def _present_versions(self) -> dict[str, int]:
        return {path: each.version for path, each in self.files.files.items()} if self.given.file else {}

    def _surveyed(self, result: dict[str, Any] | None) -> None:
        if result is None or "facts" not in result:
            errors: list[FaultEntry] = (
                result["errors"] if result else [{"message": "the survey of the text crashed", "location": None}]
            )
            self._send({"units": [], "callers": [], "faults": [self._visible(each) for each in errors]})
            return
        facts: FileFacts = result["facts"]
        if outside := next((each for each in facts["inputs"] if not self._may_read(each)), None):
            self._send_fault(f"{outside} is outside of the project")
            return
        source = replace(self.files.source_like(self.given.file), path=self.path)
        others = self.files.facts() if self.given.file else {}
        known = {path: each.source for path, each in self.files.files.items() if path in others}
        self._found = self._conclusions({**_without(others, self.given.file), self.path: facts}, known, source)
        if missing := sorted(self.given.functions - {unit.function for unit in self._wanted}):
            self._send_fault(f"there is no function {missing[0]}")

    def _conclusions(
        self, facts: dict[str, FileFacts], known: dict[str, SourceFile], source: SourceFile
    ) -> Conclusions:
        graph = ProjectGraph(facts, {**known, self.path: source}, self.files.mirror.folder)
        units = graph.units()
        wanted = [unit for unit in units if self._is_meant(unit)]
        callers: set[DefinitionKey] = set()
        if self.given.with_callers:
            callers = {caller for unit in wanted for caller in graph.callers(unit.symbol)}
        self._wanted = [*wanted, *(unit for unit in units if unit.symbol in callers and not self._is_meant(unit))]
        return Conclusions(graph, units)

    def _entered(self, unit: Unit) -> Callable[[dict[str, Any] | None], None]:
        def enter(result: dict[str, Any] | None) -> None:
            if self._found is not None:
                self._found.enter(unit, result)

        return enter

    def _finish(self, found: Conclusions) -> None:
        """Answer, unless the project has changed since: then the trial starts again."""
        if self._versions != self._present_versions():
            self._found = None
            self._is_started = False
            self._wanted = []
            return
        found.conclude()
        own = [unit for unit in self._wanted if self._is_meant(unit)]
        callers = [unit for unit in self._wanted if not self._is_meant(unit)]
        units, others = ([found.entries[unit.symbol] for unit in each] for each in (own, callers))
        self._send({"units": units, "callers": others, "faults": []})

    def _is_meant(self, unit: Unit) -> bool:
        is_named = not self.given.functions or unit.function in self.given.functions
        return unit.facts["file"] == self.path and is_named

    def _send_fault(self, message: str) -> None:
        self._send({"units": [], "callers": [], "faults": [{"message": message, "location": None}]})

    def _send(self, answer: dict[str, Any]) -> None:
        self.end()
        text = json.dumps(answer).replace(json.dumps(self.path)[1:-1], json.dumps(self.given.file or SNIPPET)[1:-1])
        self.answer(json.loads(text))

    # Files that a text may read

    def _may_read(self, path: str) -> bool:
        """Return whether the project's files may include ``path``: it is one of them, or in a folder for
        headers.
        """
        absolute = os.path.realpath(path)
        flags = self.files.source_like(self.given.file).flags
        known = (str(self.files.mirror.root), str(self.files.mirror.folder), *_header_folders(flags))
        return any(Path(absolute).is_relative_to(os.path.realpath(each)) for each in known)

    def _visible(self, fault: FaultEntry) -> FaultEntry:
        """Return an error without text of files that the project does not have."""
        where = fault["location"]
        if where is None or self._may_read(where["file"]):
            return fault
        return {"message": "an included file is outside of the project", "location": None}


def _require_inclusions_below(folder: str, text: str) -> None:
    """Raise `UsageError` if a text in ``folder`` is too long, or names files outside of the project."""
    if len(text) > LIMITS.snippet_characters:
        raise UsageError(f"expected a text of at most {LIMITS.snippet_characters} characters, not {len(text)}")
    joined = re.sub(r"(?:\\|\?\?/)[ \t]*\r?\n", "", text)
    plain = _COMMENT.sub(lambda found: " " if found[0].startswith("/") else found[0], joined)
    for named in _DIRECTIVE.findall(plain):
        found = _RELATIVE.match(named)
        place = (found["angled"] or found["quoted"] or "") if found else ""
        if not place or place.startswith("/") or os.path.normpath(f"{folder or '.'}/{place}").startswith(".."):
            raise UsageError(f"expected the inclusion of a file of the project by a relative path, not {named.strip()}")


def _header_folders(flags: Sequence[str]) -> Iterator[str]:
    """Yield the folders that the flags of a file name, those of the compiler, and the system's."""
    yield str(Path(compiler_driver()[0]).parent)
    yield _SYSTEM
    for flag, value in zip(flags, (*flags[1:], ""), strict=True):
        if flag in {"-I", "-iquote", "-isystem", "-idirafter"}:
            yield value
        elif flag.startswith("-I"):
            yield flag.removeprefix("-I")


def _without(facts: dict[str, FileFacts], path: str) -> dict[str, FileFacts]:
    return {each: known for each, known in facts.items() if each != path}
