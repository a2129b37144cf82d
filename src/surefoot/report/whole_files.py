"""Writes files whole or not at all, so that what was there before outlives a failure."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from surefoot.base.errors import EnvironmentFault


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` through a draft beside ``path``; devices and pipes, such as /dev/null, are written to as they are.

    Raises `EnvironmentFault` that says why it cannot be written; what cannot be encoded becomes an escape.
    """
    try:
        target = path.resolve()
        mode = target.stat().st_mode if target.exists() else stat.S_IFREG | stat.S_IWUSR
        if stat.S_ISDIR(mode):
            raise EnvironmentFault(f"cannot write {path}: it is a folder")
        if stat.S_ISREG(mode):
            if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
                raise EnvironmentFault(f"cannot write {path}: it is read-only")
            _replace(target, text)
        else:
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError
        raise EnvironmentFault(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None


def _replace(target: Path, text: str) -> None:
    draft = target.with_name(f".surefoot-{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8", errors="backslashreplace")
        draft.replace(target)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
