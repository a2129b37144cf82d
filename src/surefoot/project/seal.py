"""Seals of kept results: message authentication codes (HMAC, RFC 2104) under a key of the user on
this machine.

A result with a valid seal was written by this user after its evidence was checked, so the check is
not repeated. Results from elsewhere, such as a committed folder, have no valid seal.
"""

import hmac
import os
import secrets
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_BYTES: Final = 32


def seal_of(body: str) -> str:
    """Return the seal of ``body``; empty if there is no key and none can be created."""
    file = key_file(os.environ)
    key = _key(file) if file.is_absolute() else b""
    return hmac.new(key, body.encode(), sha256).hexdigest() if key else ""


def is_sealed(body: str, seal: str) -> bool:
    """Return whether ``seal`` is that of ``body``."""
    expected = seal_of(body)
    return bool(expected) and hmac.compare_digest(expected.encode(), seal.encode())


def key_file(environment: Mapping[str, str]) -> Path:
    """Return the file of the key: ``surefoot/store.key`` in the user's folder for state.

    The path is relative if ``environment`` names no such folder; then there is no key.
    """
    home = environment.get("HOME", "")
    state = environment.get("XDG_STATE_HOME") or str(Path(home) / ".local" / "state")
    return Path(state) / "surefoot" / "store.key"


@cache
def _key(file: Path) -> bytes:
    """Return the key in ``file``, which is created if it is missing; empty if that fails."""
    try:
        if not file.exists():
            _create(file)
        key = file.read_bytes()
    except OSError:
        return b""
    return key if len(key) == _BYTES else b""


def _create(file: Path) -> None:
    """Write a new key, unless another process does so first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, secrets.token_bytes(_BYTES))
        os.fsync(descriptor)
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        os.close(descriptor)
        draft.unlink(missing_ok=True)
