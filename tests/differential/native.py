"""Compiles and runs C on this machine: the authority on what a program computes."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-std=gnu17", "-w", "-O0", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing")


class DoesNotCompile(AssertionError):
    """The compiler refuses a program that ought to be C."""


def compiler() -> list[str]:
    """Return the machine's gcc, else the clang that comes with surefoot."""
    found = shutil.which("gcc")
    return [found] if found else [sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=all"]


def object_of(source: Path, folder: Path) -> Path:
    """Return the object file made of ``source``, which can stand for it among the sources of programs."""
    made = folder / f"{source.stem}.o"
    _compile([source], made, ["-c"])
    return made


def _compile(sources: Sequence[Path], target: Path, flags: Sequence[str]) -> None:
    command = [*compiler(), *FLAGS, *flags, "-o", str(target), *map(str, sources)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if built.returncode != 0:
        raise DoesNotCompile(f"the program does not compile:\n{built.stderr}")


def output_of(sources: Sequence[Path], folder: Path, *flags: str, seconds: float = 20.0) -> str | None:
    """Return the output of the program compiled from ``sources``; ``None`` when it does not end in
    ``seconds``.
    """
    binary = folder / "program"
    _compile(sources, binary, flags)
    try:
        ran = subprocess.run([str(binary)], capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None
    if ran.returncode != 0:
        raise AssertionError(f"the program ended with {ran.returncode}:\n{ran.stderr}")
    return ran.stdout
