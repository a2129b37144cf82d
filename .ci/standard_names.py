"""Writes down the functions of the C library and the compiler's run-time routines, with the shapes of their types.

They come from the ``ziglang`` wheel: glibc's symbols for x86 from ``libc/glibc/abilists``, the routines from the sources
of its compiler-rt, the types from its headers. Usage: ``python .ci/standard_names.py``, when ``ziglang`` has changed.
"""

import re
import subprocess
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from surefoot.frontend.library.standard import shape_of
from surefoot.frontend.llvm.reader import read_module

TARGET = Path(__file__).parent.parent / "src/surefoot/frontend/library/standard_names.txt"
_SYMBOLS_FOR = ("x86_64-linux-gnu", "x86-linux-gnu")
_MACHINES = ("x86_64-linux-gnu", "i386-linux-gnu")
"""The same as clang calls them."""
_FOLDERS = (
    "include",
    *(f"libc/include/{name}" for name in ("x86-linux-gnu", "generic-glibc", "x86-linux-any", "any-linux-any")),
)
_LINKED_IN = (
    "at_quick_exit atexit fstat fstat64 fstatat fstatat64 lstat lstat64 mknod mknodat pthread_atfork stat stat64"
)
"""What glibc keeps in an archive that is linked into every program, not in its shared objects."""
_RENAMED = ("__isoc99_", "__isoc23_")
"""How headers rename functions whose meaning has changed since the standard before."""
_EXPORTED = re.compile(r'symbol\(&[^,]*, "(\w+)"')
_OTHER_MACHINES = re.compile(r"_Q|__aarch64_|__aeabi_|__hexagon_|__gnu_thumb|__rt_|___|__isPlatform|__chkstk|__alloca")
_NOT_DECLARED = re.compile(r"use of undeclared (?:identifier|library function) '(\w+)'|error: .*'(\w+)'")


class Wheel:
    """The folder of ``ziglang``, and its compiler."""

    def __init__(self) -> None:
        spec = find_spec("ziglang")
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit("ziglang is not installed")
        self._home = Path(spec.submodule_search_locations[0])
        self.library = self._home / "lib"

    def clang(self, target: str, source: str, *flags: str) -> subprocess.CompletedProcess[str]:
        """Compile ``source`` with all that glibc's headers offer."""
        folders = [flag for name in _FOLDERS for flag in ("-isystem", str(self.library / name))]
        command = [str(self._home / "zig"), "clang", "-target", target, "-nostdinc", *folders, "-D_GNU_SOURCE"]
        command += ["-D__GLIBC_MINOR__=44", "-Wno-everything", "-ferror-limit=0", *flags, "-x", "c", "-o", "-", "-"]
        return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def entries() -> list[str]:
    """Return one word for each function: its name, and after a colon the shapes that its type has on the machines."""
    wheel = Wheel()
    exported = {*_LINKED_IN.split(), *Symbols((wheel.library / "libc/glibc/abilists").read_bytes()).functions()}
    routines: set[str] = set()
    for source in (wheel.library / "compiler_rt").rglob("*.zig"):
        routines.update(
            name for name in _EXPORTED.findall(source.read_text("utf-8")) if not _OTHER_MACHINES.match(name)
        )
    shapes: dict[str, dict[str, None]] = {}
    for target in _MACHINES:
        for name, shape in _shapes(wheel, target, exported):
            shapes.setdefault(name, {})[shape] = None
    for name in [name for name in shapes if name.startswith(_RENAMED)]:
        shapes.setdefault(name.removeprefix(_RENAMED[0]).removeprefix(_RENAMED[1]), shapes[name])
    reserved = {name for name in exported | routines if name.startswith("_")}
    return [f"{name}:{'|'.join(shapes[name])}" if name in shapes else name for name in sorted(reserved | shapes.keys())]


def _shapes(wheel: Wheel, target: str, exported: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the functions that headers declare; others of that name are left from long ago and
    cannot be linked any more.
    """
    root = wheel.library / "libc/include/generic-glibc"
    headers = [
        str(path.relative_to(root)) for folder in (".", "sys", "arpa") for path in sorted((root / folder).glob("*.h"))
    ]
    usable = [name for name in headers if wheel.clang(target, f"#include <{name}>\n", "-fsyntax-only").returncode == 0]
    included = "".join(f"#include <{name}>\n" for name in usable)
    names = exported & set(re.findall(r"\b(\w+)\s*\(", wheel.clang(target, included, "-E", "-P").stdout))
    while True:
        addresses = ", ".join(f"(void *)({name})" for name in sorted(names))
        compiled = wheel.clang(target, f"{included}void *addresses[] = {{{addresses}}};\n", "-S", "-emit-llvm")
        if compiled.returncode == 0:
            break
        undeclared = {name for found in _NOT_DECLARED.findall(compiled.stderr) for name in found} & names
        if not undeclared:
            raise SystemExit(compiled.stderr)
        names -= undeclared
    for declaration in read_module(compiled.stdout, "headers").declarations.values():
        yield declaration.name, shape_of(declaration.type)


class Symbols:
    """Zig's ``abilists``: counted lists of libraries, versions and targets, then the functions.

    A function is its name and one record for each group of targets: a bit set of targets (LEB128), the library, and the
    versions; the highest bit marks the last record of a name, and the last version of a record.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def functions(self) -> Iterator[str]:
        """Yield the functions that one of the targets has."""
        for _ in range(self._byte()):
            self._text()
        for _ in range(self._byte()):
            self._position += 3
        targets = [self._text() for _ in range(self._byte())]
        wanted = sum(1 << number for number, target in enumerate(targets) if target in _SYMBOLS_FOR)
        name, is_there = "", False
        for _ in range(self._byte() | self._byte() << 8):
            name = name or self._text()
            is_there |= bool(self._number() & wanted)
            is_last = self._byte() >= 128
            while self._byte() < 128:
                pass
            if is_last:
                if is_there:
                    yield name
                name, is_there = "", False

    def _byte(self) -> int:
        self._position += 1
        return self._data[self._position - 1]

    def _text(self) -> str:
        end = self._data.index(0, self._position)
        found = self._data[self._position : end].decode("ascii")
        self._position = end + 1
        return found

    def _number(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def main() -> None:
    """Write the file."""
    lines = textwrap.wrap(" ".join(entries()), 120, break_long_words=False, break_on_hyphens=False)
    TARGET.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
