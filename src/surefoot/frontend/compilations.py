"""Compiled translation units that several checks of one project share, as files of a private folder."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from surefoot.base.records import dataclass, field
from surefoot.frontend.llvm.module import Module

Compilation = tuple[Module, tuple[str, ...]]
"""The module of a file, and clang's warnings."""
FileStamp = tuple[int, int, int]
"""Time of the last change in ns, size, and inode of a file."""
CLOCK_TICK: Final = 20_000_000
"""Largest delay in ns of the clock of file systems."""


@dataclass(frozen=True, slots=True)
class CompilationCache:
    """Modules by source file and flags.

    A module is used as long as none of the files that the compiler read has changed.

    Requires: only this user writes to ``folder``.
    """

    folder: Path
    prepared: list[tuple[Any, Any]] | None = field(default=None, compare=False)
    """Programs up to the last stage of loading, with what they were made from, in this process; None
    if sources may change.
    """

    def find(self, key: Sequence[str]) -> Compilation | None:
        """Return the compilation with this key, if it was entered and its inputs are unchanged."""
        import pickle

        try:
            stamps, made = pickle.loads(self._file(key).read_bytes())  # noqa: S301 written by `enter`
        except OSError:
            return None
        found: Compilation = made
        return found if stamps_of(found[0].inputs) == stamps else None

    def enter(self, key: Sequence[str], made: Compilation, began: int) -> None:
        """Store a compilation that ``began`` at this time in ns, unless an input changed since then;
        a full disk is no error, because it can be repeated.
        """
        import pickle

        stamps = stamps_of(made[0].inputs)
        if any(changed >= began - CLOCK_TICK for changed, _, _ in stamps.values()):
            return
        file = self._file(key)
        temporary = file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            temporary.write_bytes(pickle.dumps((stamps, made), pickle.HIGHEST_PROTOCOL))
            temporary.replace(file)

    def _file(self, key: Sequence[str]) -> Path:
        from hashlib import sha256

        return self.folder / sha256("\0".join(key).encode()).hexdigest()


def stamps_of(paths: Iterable[str]) -> dict[str, FileStamp]:
    """Return the stamps of the files that exist."""
    found: dict[str, FileStamp] = {}
    for path in paths:
        with suppress(OSError):
            known = os.stat(path)  # noqa: PTH116 many files, whose names are not needed as paths
            found[path] = known.st_mtime_ns, known.st_size, known.st_ino
    return found
