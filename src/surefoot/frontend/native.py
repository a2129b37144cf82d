"""Native executables, in which violations are replayed.

The package of the compiler has no compiled C library. For the host's word size the program is
linked with the C library of this process; otherwise zig builds musl, which is slow the first time
and kept in the user's cache.
"""

import os
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.base.records import dataclass
from surefoot.frontend.clang_flags import classify_flags
from surefoot.frontend.compiler import (
    CompilerRun,
    Toolchain,
    check_source,
    file_argument,
    raise_failure,
    toolchain,
)
from surefoot.frontend.limits import LIMITS
from surefoot.program.program import DataModel

# fmt: off
_LANGUAGE = [
    "-x", "c", "-std=gnu17", "-O0", "-g", "-w", "-ffp-contract=off", "-fbracket-depth=1024", "-fno-color-diagnostics",
    "-ferror-limit=1",
]
# fmt: on
_START = r"""
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %rdx, %r9\n pop %rsi\n mov %rsp, %rdx\n and $-16, %rsp\n"
        " push %rax\n push %rsp\n xor %r8d, %r8d\n xor %ecx, %ecx\n lea main(%rip), %rdi\n"
        " call *__libc_start_main@GOTPCREL(%rip)\n hlt\n");
"""
"""The entry point of the System V ABI, which passes ``main`` to the C library."""


def build_executable(
    sources: Sequence[Path],
    output: Path,
    data_model: DataModel,
    flags: Sequence[str] = (),
    budget: Budget | None = None,
) -> None:
    """Compile and link ``sources`` into ``output``.

    Raises the errors of `compiler.compile_all`, and `InputError` for an undefined function; then
    ``output`` is not written.
    """
    kept = classify_flags(flags).kept
    for source in sources:
        check_source(source)
    host = _host_library() if data_model is DataModel.LP64 else None
    with toolchain(budget or Budget(), None if host else library_folder()) as tools:
        built = (
            _link_with_host(tools, host, sources, kept) if host else _build_with_musl(tools, sources, kept, data_model)
        )
        _deliver(built, output)


def library_folder() -> Path | None:
    """Return the cache folder of compiled C libraries; None if it is not writable."""
    try:
        chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
        folder = (chosen if chosen.is_absolute() else Path.home() / ".cache") / "surefoot" / "c-libraries"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


@dataclass(frozen=True, slots=True)
class _HostLibrary:
    loader: Path
    libraries: tuple[Path, ...]


def _host_library() -> _HostLibrary | None:
    """Return the glibc of this process on x86-64 Linux, else None."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    mapped = [Path(line.split()[-1]) for line in Path("/proc/self/maps").read_text().splitlines() if ".so" in line]
    loader = next((path for path in mapped if path.name == "ld-linux-x86-64.so.2"), None)
    library = next((path for path in mapped if path.name == "libc.so.6"), None)
    if loader is None or library is None:
        return None
    beside = (library.with_name(name) for name in ("libm.so.6", "libgcc_s.so.1"))
    return _HostLibrary(loader, (library, *(path for path in beside if path.is_file())))


def _link_with_host(tools: Toolchain, host: _HostLibrary, sources: Sequence[Path], flags: Sequence[str]) -> Path:
    start = tools.folder / "start.c"
    start.write_text(_START)
    command = ["clang", *tools.target_flags(DataModel.LP64), *_LANGUAGE, "-fPIE", *flags]
    objects: list[str] = []
    for number, source in enumerate((start, *sources)):
        objects.append(str(tools.folder / f"{number}.o"))
        raise_failure(tools.run([*command, "-c", "-o", objects[-1], file_argument(source)]), source)
    built = tools.folder / "program"
    libraries = ["--as-needed", *map(str, host.libraries)]
    link = ["ld.lld", "-pie", "-dynamic-linker", str(host.loader), "-o", str(built), *objects, *libraries]
    _raise_link_failure(tools.run(link))
    return built


def _build_with_musl(tools: Toolchain, sources: Sequence[Path], flags: Sequence[str], data_model: DataModel) -> Path:
    machine = {DataModel.ILP32: "x86", DataModel.LP64: "x86_64"}[data_model]
    built = tools.folder / "program"
    command = ["cc", "-target", f"{machine}-linux-musl", "-fno-sanitize=all", "-static", *_LANGUAGE, *flags]
    finished = tools.run([*command, *map(file_argument, sources), "-o", str(built)], LIMITS.library_build_seconds)
    if "undefined symbol" in finished.errors:
        _raise_link_failure(finished)
    raise_failure(finished, sources[0])
    return built


def _raise_link_failure(finished: CompilerRun) -> None:
    if "No space left on device" in finished.errors:
        raise EnvironmentFault("no space left on the disk for the executable; free some")
    if finished.status != 0:
        reason = next((line for line in finished.errors.splitlines() if "error:" in line), "the linker gave no reason")
        raise InputError(f"the program cannot be linked: {reason.partition('error: ')[2] or reason}")


def _deliver(built: Path, output: Path) -> None:
    try:
        shutil.copyfile(built, output)
        output.chmod(0o755)
    except OSError as error:
        output.unlink(missing_ok=True)
        raise EnvironmentFault(f"{output} cannot be written: {error.strerror}") from None
