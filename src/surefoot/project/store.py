"""The store of results: a file for each unit, found by the hash of what the result depends on.

Entries are written atomically, so that concurrent scans and killed ones leave complete files. A
digest detects files that were damaged; evidence is checked again when an entry is used
(`surefoot.project.recheck`).
"""

import json
import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict

import surefoot
from surefoot.base.errors import EnvironmentFault
from surefoot.base.files import write_atomically
from surefoot.base.records import dataclass
from surefoot.project.seal import is_sealed, seal_of

FOLDER: Final = ".surefoot"
"""Usual name of the folder, in the root of the project."""
_SCHEMA: Final = "surefoot-store/1"
_SUFFIX: Final = ".json"
_INDEX_SUFFIX: Final = ".unit"
"""Suffix of the entries of `surefoot.project.unit_index`."""
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
    sealed: NotRequired[bool]
    """Whether this user wrote it on this machine; not part of the file."""


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
        mark_used(self._file(key))
        return _stored(self._file(key))

    def enter(self, key: str, entry: StoredResult) -> str:
        """Write an entry; return why that failed, or an empty text: results do not depend on it."""
        return write_entry(self._file(key), entry)

    def files(self) -> Iterator[StoredFile]:
        """Yield all files of the store, by name."""
        for path in sorted(self.folder.glob(f"??/*{_SUFFIX}")):
            yield StoredFile(path, _stored(path))

    def prune(self, tool: str, days: float) -> int:
        """Remove damaged entries, those of another version, those that were not used for ``days``,
        and remains of killed processes; return their number.
        """
        oldest = time.time() - days * 86400
        stale = [each.path for each in self.files() if _is_stale(each, tool, oldest)]
        stale += [path for path in self.folder.glob(f"??/*{_INDEX_SUFFIX}") if path.stat().st_mtime < oldest]
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


def write_entry(file: Path, entry: Mapping[str, Any]) -> str:
    """Write an entry with its digest; return why that failed, or an empty text."""
    body = json.dumps(entry, sort_keys=True)
    whole = {"schema": _SCHEMA, "digest": _digest(body), "seal": _seal(file, body), "entry": entry}
    text = json.dumps(whole, sort_keys=True) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, text)
    except EnvironmentFault as fault:
        return str(fault)
    except OSError as error:
        return f"cannot write {file.parent.parent}: {error.strerror}"
    return ""


def read_entry(file: Path, keys: Collection[str]) -> Any | None:  # noqa: ANN401 a JSON value
    """Return an entry with these keys, and whether it is ``sealed``; None if there is none, or if it
    is damaged.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
        entry = data["entry"]
        body = json.dumps(entry, sort_keys=True)
        is_sound = data["schema"] == _SCHEMA and data["digest"] == _digest(body)
        sealed = is_sealed(_place(file) + body, str(data.get("seal", "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return {**entry, "sealed": sealed} if is_sound and set(keys) <= entry.keys() else None


def _seal(file: Path, body: str) -> str:
    return seal_of(_place(file) + body)


def _place(file: Path) -> str:
    """Return the part of the path that is the key of an entry: a seal is valid at one place only."""
    return f"{file.parent.name}/{file.name}\0"


def mark_used(file: Path) -> None:
    """Set the time of an entry, so that `prune` keeps it."""
    with suppress(OSError):
        os.utime(file)


def _stored(file: Path) -> StoredResult | None:
    found: StoredResult | None = read_entry(file, StoredResult.__required_keys__)
    return found


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()
