"""Files that are written as a whole or not at all."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from surefoot.base.errors import EnvironmentFault


def write_atomically(path: Path, text: str) -> None:
    """Write ``text`` to a temporary file that then replaces ``path``; devices and pipes are written
    to directly.

    Characters that cannot be encoded are escaped. Raises `EnvironmentFault` with the reason of a
    failure.
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
    temporary = target.with_name(f".surefoot-{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8", errors="backslashreplace")
        temporary.replace(target)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
