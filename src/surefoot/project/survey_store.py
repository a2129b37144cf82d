"""Kept surveys: a source file whose inputs are unchanged since an earlier scan is not compiled
again.

A survey is used only if it is sealed, every file that the compiler read has the same contents, and
the folders that it searched contain the same names, so that no new header hides another one.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final, NotRequired, TypedDict

from surefoot.base.records import dataclass, field
from surefoot.frontend.compilations import CLOCK_TICK, stamps_of
from surefoot.project.fingerprints import digest_of
from surefoot.project.inputs import SourceFile
from surefoot.project.limits import LIMITS
from surefoot.project.store import mark_used, read_entry, write_entry
from surefoot.project.survey import FileFacts

_SEARCHED: Final = ("-I", "-iquote", "-isystem")
_NO_HEADERS: Final = (".o", ".json", ".sarif", ".html", ".xml", ".md", ".txt")
"""Suffixes of files that builds and scans write beside sources."""
_VARIABLES: Final = ("CPATH", "C_INCLUDE_PATH")
"""Variables of the environment that name folders with headers."""


class KeptSurvey(TypedDict):
    """The facts of a file, the hashes of what the compiler read, and that of names in searched
    folders.
    """

    tool: str
    inputs: dict[str, str]
    names: str
    facts: FileFacts
    sealed: NotRequired[bool]


@dataclass(slots=True)
class SurveyStore:
    """Surveys by file and flags, below ``folder``."""

    folder: Path
    tool: str
    property: str
    began: int = field(default_factory=time.time_ns)
    """Time in ns before any file was compiled."""
    _hashes: dict[str, str] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def find(self, source: SourceFile) -> FileFacts | None:
        """Return the facts of ``source``, if they are sealed and its inputs are unchanged."""
        file = self._file(source)
        kept: KeptSurvey | None = read_entry(file, KeptSurvey.__required_keys__)
        if kept is None or kept["tool"] != self.tool or not kept.get("sealed", False):
            return None
        if kept["names"] != self._names_around(source) or not self._is_current(kept["inputs"]):
            return None
        mark_used(file)
        return kept["facts"]

    def enter(self, source: SourceFile, facts: FileFacts) -> str:
        """Keep ``facts``, unless an input may have changed since they were found.

        Return the reason if they cannot be written; otherwise an empty text.
        """
        names = self._names_around(source)
        changed = [stamp[0] for stamp in stamps_of(facts["inputs"]).values()]
        if not names or not changed or max(changed) >= self.began - CLOCK_TICK:
            return ""
        inputs = {path: self._hash(path) for path in facts["inputs"]}
        kept: KeptSurvey = {"tool": self.tool, "inputs": inputs, "names": names, "facts": facts}
        return write_entry(self._file(source), kept)

    def _is_current(self, inputs: Mapping[str, str]) -> bool:
        return all(known and self._hash(path) == known for path, known in inputs.items())

    def _file(self, source: SourceFile) -> Path:
        variables = (os.environ.get(name, "") for name in _VARIABLES)
        here = str(Path.cwd())
        name = digest_of([self.tool, self.property, here, *variables, *map(str, source.packed())])
        return self.folder / name[:2] / f"{name[2:]}.unit"

    def _hash(self, path: str) -> str:
        """Return the hash of the contents of a file; empty if it cannot be read."""
        if path not in self._hashes:
            try:
                self._hashes[path] = sha256(Path(path).read_bytes()).hexdigest()
            except OSError:
                self._hashes[path] = ""
        return self._hashes[path]

    def _names_around(self, source: SourceFile) -> str:
        """Return the hash of the names in the folders that are searched for headers; empty if there
        are too many.
        """
        folders = [str(Path(source.path).parent), *_searched(source.flags)]
        found = [self._names_in(folder) for folder in dict.fromkeys(folders)]
        return digest_of(found) if all(found) else ""

    def _names_in(self, folder: str) -> str:
        if folder not in self._names:
            most = LIMITS.searched_names
            names = list(islice(_headers(folder), most + 1))
            self._names[folder] = digest_of([folder, *sorted(names)]) if len(names) <= most else ""
        return self._names[folder]


def _searched(flags: Iterable[str]) -> list[str]:
    """Return the folders that ``flags`` name."""
    found: list[str] = []
    previous = ""
    for flag in flags:
        if previous in _SEARCHED:
            found.append(flag)
        found += [flag.removeprefix(each) for each in _SEARCHED if flag.startswith(each) and flag != each]
        previous = flag
    return found


def _headers(folder: str) -> Iterator[str]:
    """Yield the paths of the files below ``folder`` that may be headers by their names."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        yield from (f"{place}/{name}" for name in names if not name.endswith(_NO_HEADERS))
