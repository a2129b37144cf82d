"""State that a session leaves for the next one: definitions, compilations, and results to display.

Compilations are Python objects, so their folder is the user's own, not the project's. Definitions and
results count only as long as the files that they were made from are unchanged; results of an earlier
session are stale until their evidence was checked again.
"""

import json
import os
import shutil
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from surefoot.base.errors import SurefootError
from surefoot.base.files import write_atomically
from surefoot.base.records import dataclass
from surefoot.frontend.compilations import stamps_of
from surefoot.service.files import ProjectFiles
from surefoot.service.limits import LIMITS

_STATE: Final = "state.json"
_COMPILATIONS: Final = "compilations"


@dataclass(frozen=True, slots=True)
class KeptState:
    """The folder of a project's state."""

    folder: Path

    @property
    def compilations(self) -> Path:
        """The folder of compilations."""
        return self.folder / _COMPILATIONS

    def restore(self, files: ProjectFiles) -> dict[str, Any]:
        """Enter the definitions of unchanged files; return the results of functions in unchanged files, by
        file and function.
        """
        try:
            known = json.loads((self.folder / _STATE).read_text("utf-8"))
            for path, kept in known["files"].items():
                file = files.files.get(path)
                inputs = kept["facts"]["inputs"]
                stamps = {each: list(stamp) for each, stamp in stamps_of(inputs).items()}
                if file is not None and kept["source"] == file.source.packed() and kept["stamps"] == stamps:
                    file.facts, file.surveyed = kept["facts"], file.version
            results: dict[str, Any] = {
                name: entry for name, entry in known["results"].items() if _is_surveyed(files, entry["file"])
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}
        return results

    def save(self, files: ProjectFiles, results: Mapping[str, Any]) -> None:
        """Keep the definitions of files without unsaved inputs, and ``results`` of moderate size."""
        unsaved = files.unsaved()
        kept = {
            path: {
                "source": each.source.packed(),
                "facts": each.facts,
                "stamps": stamps_of(each.facts["inputs"]),
            }
            for path, each in files.files.items()
            if each.facts is not None and each.is_current and unsaved.isdisjoint(_normal(each.facts["inputs"]))
        }
        small = {name: each for name, each in results.items() if len(json.dumps(each)) < LIMITS.kept_characters}
        with suppress(SurefootError):  # the next session starts without it
            write_atomically(self.folder / _STATE, json.dumps({"files": kept, "results": small}) + "\n")


def _normal(paths: list[str]) -> set[str]:
    return {os.path.normpath(each) for each in paths}


def _is_surveyed(files: ProjectFiles, path: str) -> bool:
    """Return whether ``path`` is a source with present definitions, or a header of such sources only."""
    file = files.files.get(path)
    return file.is_current if file is not None else files.is_current


def kept_state(root: Path, fallback: Path, *context: str) -> KeptState:
    """Return the state of the project at ``root``, in the user's folder for caches; below ``fallback`` if
    others could write there.
    """
    key = sha256("\0".join((str(root), *context)).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "surefoot"
    folder = base / key
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (_is_private(base) and _is_private(folder)):
            folder = fallback
        _prune(base)
        os.utime(folder)
    except OSError:
        folder = fallback
    found = KeptState(folder)
    found.compilations.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def _is_private(folder: Path) -> bool:
    known = folder.stat()
    return known.st_uid == os.getuid() and not known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _prune(base: Path) -> None:
    """Remove the states of projects that were not opened for a while."""
    oldest = time.time() - LIMITS.kept_days * 86400
    for each in base.iterdir():
        if each.is_dir() and each.stat().st_mtime < oldest:
            shutil.rmtree(each, ignore_errors=True)
