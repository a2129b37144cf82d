"""The store of results: a file for each unit, found by the hash of what the result depends on.

Entries are written atomically, so that concurrent scans and killed ones leave complete files. A
digest detects files that were damaged; evidence is checked again when an entry is used
(`surefoot.project.recheck`).
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypedDict

import surefoot
from surefoot.base.errors import EnvironmentFault
from surefoot.base.files import write_atomically
from surefoot.base.records import dataclass

FOLDER: Final = ".surefoot"
"""Usual name of the folder, in the root of the project."""
_SCHEMA: Final = "surefoot-store/1"
_SUFFIX: Final = ".json"
_TEMPORARY: Final = ".surefoot-"
"""Beginning of the names of files that a killed process may leave."""


class StoredResult(TypedDict):
    """The result of a unit with its evidence.

    ``statuses`` are those of the check sites in the order of the program, ``assumed`` the packed
    assumptions, ``traces`` the runs of the violations, ``certificate`` the text of the proof (empty
    if there is none), ``positions`` those of the statements to which its names refer. ``tool`` is
    the digest of surefoot.
    """

    tool: str
    function: str
    file: str
    verdict: str
    reason: str
    unit_seconds: float
    seconds: float
    assumed: dict[str, Any]
    statuses: list[str]
    traces: list[Any]
    certificate: str
    positions: str


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the store: its entry, or None if it is damaged."""

    path: Path
    entry: StoredResult | None


@dataclass(frozen=True, slots=True)
class ResultStore:
    """Entries by key, in files below ``folder``."""

    folder: Path

    def find(self, key: str) -> StoredResult | None:
        """Return the entry with this key; None if there is none, or if it is damaged."""
        file = self._file(key)
        found = _read(file)
        if found is not None:
            with suppress(OSError):
                os.utime(file)  # `prune` keeps what is in use
        return found

    def enter(self, key: str, entry: StoredResult) -> str:
        """Write an entry; return why that failed, or an empty text: results do not depend on it."""
        file = self._file(key)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, _text(entry))
        except EnvironmentFault as fault:
            return str(fault)
        except OSError as error:
            return f"cannot write {self.folder}: {error.strerror}"
        return ""

    def files(self) -> Iterator[StoredFile]:
        """Yield all files of the store, by name."""
        for path in sorted(self.folder.glob(f"??/*{_SUFFIX}")):
            yield StoredFile(path, _read(path))

    def prune(self, tool: str, days: float) -> int:
        """Remove damaged entries, those of another version, those that were not used for ``days``,
        and remains of killed processes; return their number.
        """
        oldest = time.time() - days * 86400
        stale = [each.path for each in self.files() if _is_stale(each, tool, oldest)]
        stale += [path for path in self.folder.glob(f"??/{_TEMPORARY}*") if path.stat().st_mtime < time.time() - 3600]
        for path in stale:
            path.unlink(missing_ok=True)
        return len(stale)

    def _file(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}{_SUFFIX}"


def tool_digest() -> str:
    """Return the hash of the sources of surefoot: results of another version are not used."""
    root = Path(surefoot.__file__).parent
    digest = sha256(surefoot.__version__.encode())
    for path in sorted(root.rglob("*")):
        if path.suffix in {".py", ".c", ".h"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _is_stale(file: StoredFile, tool: str, oldest: float) -> bool:
    return file.entry is None or file.entry["tool"] != tool or file.path.stat().st_mtime < oldest


def _text(entry: StoredResult) -> str:
    body = json.dumps(entry, sort_keys=True)
    return json.dumps({"schema": _SCHEMA, "digest": _digest(body), "entry": entry}, sort_keys=True) + "\n"


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def _read(path: Path) -> StoredResult | None:
    try:
        data = json.loads(path.read_text("utf-8"))
        entry: StoredResult = data["entry"]
        is_sound = data["schema"] == _SCHEMA and data["digest"] == _digest(json.dumps(entry, sort_keys=True))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return entry if is_sound and StoredResult.__required_keys__ <= entry.keys() else None
