"""A folder that shows a project as an editor has it: files on disk as links, unsaved files as copies.

The compiler works in that folder with relative paths, so that it reads unsaved text, also of
headers, and positions need no translation.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from surefoot.base.errors import InputError, invariant
from surefoot.base.records import dataclass, field
from surefoot.service.limits import LIMITS


@dataclass(slots=True)
class Mirror:
    """The folder ``folder`` with the contents of ``root``; paths are relative to both.

    Requires: only this process changes ``folder``.
    """

    root: Path
    folder: Path
    _shown: dict[str, frozenset[str]] = field(default_factory=dict)
    """The names in each folder that are links or folders of the mirror."""
    _unsaved: set[str] = field(default_factory=set)

    def refresh(self) -> bool:
        """Add what is new in the root, remove what is gone; return whether there was anything."""
        found: dict[str, frozenset[str]] = {}
        pending = [""]
        count = 0
        is_changed = False
        while pending:
            place = pending.pop()
            folders, files = _listed(self.root / place)
            count += len(files)
            if count > LIMITS.mirrored_files:
                raise InputError(
                    f"{self.root} contains more than {LIMITS.mirrored_files} files; name a folder with fewer files"
                )
            found[place] = frozenset((*folders, *files))
            pending += [os.path.join(place, each) for each in folders]  # noqa: PTH118 many files
            if found[place] != self._shown.get(place):
                is_changed = True
                self._show(place, folders, files, found[place])
        self._shown = found
        return is_changed

    def _show(self, place: str, folders: list[str], files: list[str], names: frozenset[str]) -> None:
        target, source = self.folder / place, self.root / place
        target.mkdir(exist_ok=True)
        for name in self._shown.get(place, frozenset()) - names:
            with suppress(OSError):  # a folder stays empty
                if os.path.join(place, name) not in self._unsaved:  # noqa: PTH118
                    (target / name).unlink()
        for name in folders:
            (target / name).mkdir(exist_ok=True)
        for name in files:
            if not os.path.lexists(target / name):
                (target / name).symlink_to(source / name)

    def write(self, path: str, text: str) -> None:
        """Show ``text`` in place of the file ``path``, a result of `path_of`."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        invariant(target.parent.resolve().is_relative_to(self.folder.resolve()), "no file of the user is written")
        temporary = target.with_name(f".unsaved-{target.name}")
        temporary.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
        temporary.replace(target)
        self._unsaved.add(path)

    def revert(self, path: str) -> None:
        """Show the file ``path`` as it is on disk."""
        if path not in self._unsaved:
            return
        self._unsaved.discard(path)
        target = self.folder / path
        target.unlink(missing_ok=True)
        if (self.root / path).exists():
            target.symlink_to(self.root / path)

    def path_of(self, file: str | Path) -> str | None:
        """Return the path of ``file`` relative to the root, without links; None if it is outside."""
        relative = os.path.relpath(os.path.realpath(self.root / file), self.root)
        is_outside = relative == ".." or relative.startswith(f"..{os.sep}")
        return None if is_outside or relative == "." else relative


def _listed(folder: Path) -> tuple[list[str], list[str]]:
    """Return the names of the folders, not through links, and of the files; without hidden ones."""
    folders: list[str] = []
    files: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in _visible(entries):
            (folders if entry.is_dir(follow_symlinks=False) else files).append(entry.name)
    return sorted(folders), sorted(files)


def _visible(entries: "Iterator[os.DirEntry[str]]") -> "Iterator[os.DirEntry[str]]":
    return (each for each in entries if not each.name.startswith("."))
