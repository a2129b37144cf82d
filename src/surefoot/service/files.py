"""The files of a project with their definitions, kept up to date while they change."""

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass, field
from surefoot.frontend.compilations import FileStamp, stamps_of
from surefoot.project.inputs import ProjectInput, SourceFile, project_of
from surefoot.project.survey import FileFacts
from surefoot.report.document import LocationEntry
from surefoot.service.limits import LIMITS
from surefoot.service.mirror import Mirror

_SOURCES: Final = (".c", ".i")


class FaultEntry(TypedDict):
    """An error in a file that does not compile."""

    message: str
    location: LocationEntry | None


@dataclass(slots=True)
class SurveyedFile:
    """A C file with its flags, its definitions at the last successful compilation, and the errors of
    the last one.

    ``version`` is new with each change of the file and of the files that it includes, ``surveyed``
    that of the definitions and errors.
    """

    source: SourceFile
    version: int
    surveyed: int = -1
    due: float = 0.0
    """Time from which the file may be surveyed."""
    facts: FileFacts | None = None
    faults: list[FaultEntry] = field(default_factory=list)

    @property
    def is_current(self) -> bool:
        """True if definitions and errors are those of the present text."""
        return self.surveyed == self.version


@dataclass(slots=True)
class ProjectFiles:
    """All files of the project at ``mirror.root``; paths are relative to the root.

    Requires: the working directory is ``mirror.folder``.
    """

    mirror: Mirror
    flags: Sequence[str]
    database: Path | None = None
    files: dict[str, SurveyedFile] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """Text of open files."""
    _stamps: dict[str, FileStamp] = field(default_factory=dict)
    _looked: float = 0.0
    _last_version: int = 0

    def _next_version(self) -> int:
        """Return a version that no file has had, also none that was removed since."""
        self._last_version += 1
        return self._last_version

    def reread(self) -> bool:
        """Read the files and flags of the project again; return whether any source changed."""
        self.mirror.refresh()
        os.chdir(self.mirror.root)
        try:
            found = project_of([], self.database, [self._within(each) for each in self.flags])
        except InputError:
            found = ProjectInput(self.mirror.root, ())
        finally:
            os.chdir(self.mirror.folder)
        known = {each.path: each for each in found.files}
        before = {path: each.source for path, each in self.files.items()}
        for path in before.keys() - known.keys():
            if path not in self.texts:
                del self.files[path]
        for path, source in known.items():
            if before.get(path) != source:
                self.files[path] = SurveyedFile(source, self._next_version())
        return before != {path: each.source for path, each in self.files.items()}

    def _within(self, flag: str) -> str:
        """Return a flag about a folder of the root as one about that of the mirror."""
        prefix, _, path = flag.partition(f"{self.mirror.root}{os.sep}")
        return f"{prefix}{path}" if path and prefix in {"", "-I", "-iquote", "-isystem", "-idirafter"} else flag

    def open(self, path: str, text: str | None) -> None:
        """Use ``text`` in place of the file on disk, and add a source that the project lacks."""
        if path not in self.files and path.endswith(_SOURCES):
            self.files[path] = SurveyedFile(self._source(path), self._next_version())
        if text is not None:
            is_new = path not in self.texts
            self.texts[path] = text
            if is_new and self._is_saved(path, text):
                return
            self.mirror.write(path, text)
            self.touch([path], LIMITS.opening_seconds if is_new else LIMITS.quiet_seconds)

    def close(self, path: str) -> None:
        """Use the file on disk again."""
        text = self.texts.pop(path, None)
        if text is None:
            return
        was_unsaved = not self._is_saved(path, text)
        self.mirror.revert(path)
        if not (self.mirror.root / path).exists():
            self.files.pop(path, None)
        if was_unsaved:
            self.touch([path])

    def unsaved(self) -> set[str]:
        """Return the open files whose text differs from that on disk."""
        return {path for path, text in self.texts.items() if not self._is_saved(path, text)}

    def _is_saved(self, path: str, text: str) -> bool:
        try:
            return (self.mirror.root / path).read_bytes() == text.encode("utf-8", "surrogateescape")
        except OSError:
            return False

    def source_like(self, path: str) -> SourceFile:
        """Return a source with the flags of ``path``, or of another file."""
        known = self.files.get(path)
        return known.source if known else self._source(path)

    def _source(self, path: str) -> SourceFile:
        """Return a source with the flags of one in the same folder, or of any."""
        folder = os.path.dirname(path)  # noqa: PTH120 text of a key
        others = [each.source for each in self.files.values()]
        near = next((each for each in others if os.path.dirname(each.path) == folder), None)  # noqa: PTH120
        model = near or next(iter(others), None)
        return SourceFile(path, model.flags if model else tuple(self.flags), model.data_model if model else "LP64")

    def touch(self, paths: Iterable[str], quiet: float = 0.0) -> None:
        """Note that ``paths`` changed: sources that include them are surveyed after ``quiet`` seconds.

        A source that does not compile may include any file.
        """
        changed = set(paths)
        due = time.monotonic() + quiet
        for path, each in self.files.items():
            inputs = each.facts["inputs"] if each.facts else ()
            if path in changed or each.faults or not changed.isdisjoint(map(os.path.normpath, inputs)):
                each.version = self._next_version()
                each.due = due
        self._stamps |= stamps_of(changed)

    def look(self, *, at_once: bool = False) -> bool:
        """Compare the files on disk with their state at the last look, unless that was a moment ago and
        it need not be ``at_once``; return whether any changed.
        """
        now = time.monotonic()
        if now - self._looked < LIMITS.watch_seconds and not at_once:
            return False
        self._looked = now
        inputs = dict.fromkeys(each for file in self.files.values() if file.facts for each in file.facts["inputs"])
        names = dict.fromkeys((*self.files, *map(os.path.normpath, inputs)))
        found = stamps_of(names)
        changed = [each for each in names if self._stamps.get(each, found.get(each)) != found.get(each)]
        self._stamps = found
        self.touch(changed)
        return bool(changed)

    # Surveys

    def due(self, now: float) -> list[SurveyedFile]:
        """Return the files to survey."""
        return [each for each in self.files.values() if not each.is_current and each.due <= now]

    def next_due(self, now: float) -> float | None:
        """Return the time after ``now`` at which the next file is due."""
        waiting = (each.due for each in self.files.values() if not each.is_current)
        return min((due for due in waiting if due > now), default=None)

    def enter(self, file: SurveyedFile, version: int, began: int, result: dict[str, Any] | None) -> None:
        """Enter the result of a survey of this version of ``file``, which ``began`` at this time in ns.

        The file is surveyed again if an input changed during the survey.
        """
        file.surveyed = version
        if result is None:
            file.faults = [{"message": "the survey of the file crashed", "location": None}]
        elif "facts" in result:
            facts: FileFacts = result["facts"]
            file.facts, file.faults = facts, []
            stamps = stamps_of(map(os.path.normpath, facts["inputs"]))
            if any(changed >= began for changed, _, _ in stamps.values()):
                file.version = self._next_version()
            self._stamps = stamps | self._stamps
        else:
            file.faults = result["errors"]

    @property
    def is_current(self) -> bool:
        """True if all files are surveyed."""
        return all(each.is_current for each in self.files.values())

    def facts(self) -> dict[str, FileFacts]:
        """Return the definitions of the files that have ever compiled."""
        return {path: each.facts for path, each in self.files.items() if each.facts is not None}
