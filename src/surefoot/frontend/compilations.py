"""Compiled translation units that several checks of one project share, as files of a private folder."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from surefoot.base.records import dataclass
from surefoot.frontend.llvm.module import Module

Compilation = tuple[Module, tuple[str, ...]]
"""The module of a file, and clang's warnings."""


@dataclass(frozen=True, slots=True)
class CompilationCache:
    """Modules by source file and flags.

    Requires: only this user writes to ``folder``, and no source file changes while it is in use.
    """

    folder: Path

    def find(self, key: Sequence[str]) -> Compilation | None:
        """Return the compilation with this key, if it was entered."""
        import pickle

        try:
            found: Compilation = pickle.loads(self._file(key).read_bytes())  # noqa: S301 written by `enter`
        except OSError:
            return None
        return found

    def enter(self, key: Sequence[str], made: Compilation) -> None:
        """Store a compilation; a full disk is no error, because it can be repeated."""
        import pickle

        file = self._file(key)
        temporary = file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            temporary.write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
            temporary.replace(file)

    def _file(self, key: Sequence[str]) -> Path:
        from hashlib import sha256

        return self.folder / sha256("\0".join(key).encode()).hexdigest()
