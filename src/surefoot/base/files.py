"""Files that are written as a whole or not at all."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from surefoot.base.errors import EnvironmentFault


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write ``content`` to a temporary file that then replaces ``path``; devices and pipes are written
    to directly.

    Characters that cannot be encoded are escaped. Raises `EnvironmentFault` with the reason of a
    failure.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", errors="backslashreplace")
    try:
        target = path.resolve()
        mode = target.stat().st_mode if target.exists() else stat.S_IFREG | stat.S_IWUSR
        if stat.S_ISDIR(mode):
            raise EnvironmentFault(f"cannot write {path}: it is a folder")
        if stat.S_ISREG(mode):
            if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
                raise EnvironmentFault(f"cannot write {path}: it is read-only")
            _replace(target, data)
        else:
            path.write_bytes(data)
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError
        raise EnvironmentFault(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".surefoot-{os.getpid()}")
    try:
        temporary.write_bytes(data)
        temporary.replace(target)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
