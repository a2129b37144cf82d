"""Runs of clang, which comes with the ``ziglang`` wheel; no other module starts a compiler.

C is compiled without optimisation, because optimisers exploit undefined behaviour, and with debug
info, the source of names, types and positions. The compiler gets no environment variables of the
user and writes into a temporary folder of its own, which is always removed.
"""

import contextlib
import errno
import os
import re
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import CompileError, Diagnostic, EnvironmentFault, InputError
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.base.text import printable
from surefoot.frontend.clang_flags import classify_flags
from surefoot.frontend.limits import LIMITS
from surefoot.program.program import DataModel

# fmt: off
_CODE_GENERATION = [
    "-x", "c", "-std=gnu17", "-S", "-emit-llvm", "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang",
    "-disable-llvm-passes", "-g", "-fdebug-compilation-dir=.", "-fno-discard-value-names", "-ffp-contract=off", "-fno-builtin-memcpy", "-fno-builtin-mempcpy",
    "-fno-builtin-modf", "-fno-builtin-modff", "-fno-builtin-modfl",
    "-fbracket-depth=1024", "-fno-color-diagnostics", "-fno-crash-diagnostics", "-ferror-limit=10",
]
# fmt: on
_LIFETIMES = ("-Xclang", "-fsanitize-address-use-after-scope", "-Xclang", "-fno-elide-constructors")
"""Enable lifetime markers of block-scope objects, and a stack object of its own for a returned
variable.
"""
_SHOWN_WARNINGS = (
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "integer-overflow",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-type",
    "return-mismatch",
)
"""Warnings about probable errors of the author; clang's default makes some of them errors."""
WARNINGS = ["-Wno-everything"] + [flag for name in _SHOWN_WARNINGS for flag in (f"-W{name}", f"-Wno-error={name}")]
"""Flags that select the warnings, none of which is an error."""
_QUAD_PRECISION = "-D_Float128=__float128"
"""Macro for GCC's name of the type in preprocessed files; with glibc's headers it would be a
redefinition.
"""

_CONFLICT = re.compile(r"conflicting types for '(memcpy|mempcpy)'")
_BLOCK_COPIES = """void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
void *mempcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
"""
"""Declarations for a file that calls these functions before it declares them.

A compiler that treats them as built-in declares them itself; with ``-fno-builtin`` the call is one
of an implicit ``int memcpy()``.
"""

_WRAPPING = ("-fwrapv", "-fno-strict-overflow")
_NOT_WRAPPING = ("-fno-wrapv", "-fstrict-overflow")
_SIGNED = "signed-integer-overflow"
_DEFAULT_SANITIZERS = (_SIGNED, "shift", "integer-divide-by-zero", "float-cast-overflow")
"""The sanitizers by which clang marks operations with undefined behaviour, including constant
folded ones.
"""
_FLEXIBLE = "-fstrict-flex-arrays=3"
"""Treat only a last member ``[]`` as a flexible array member, as C does."""

_DIAGNOSTIC = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<kind>warning|error|fatal error|note): ")
_FLAG_NAME = re.compile(r" \[-W[\w=,+-]+\]\Z")
_CRASHED = re.compile(r"PLEASE submit a bug report|command failed (?:due to signal|with exit code 1[2-9]\d)")
_SIGNAL_BASE = 128
"""Exit statuses above this are ``128 + signal``, the convention of shells and compiler drivers."""
_INCLUDED = "In file included from "
_NO_FILE = "<scratch space>"
_NO_HEADER = "' file not found"
_UNLOCATED = "fatal error: "
"""Prefix of errors without position, such as too many errors."""
_DEFINED = re.compile(r'^define [^@"]*@([\w$.]+)\(', re.MULTILINE)
_DECLARED = re.compile(r'^declare [^@"]*@([\w$.]+)\(', re.MULTILINE)
_EXTERN_INLINE = re.compile(r"^(?!.*\bstatic\b).*\b(?:inline|__inline|__inline__)\b", re.MULTILINE)

# fmt: off
_MATHEMATICS = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
    "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb",
    "ldexp", "lgamma", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nan",
    "nearbyint", "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round", "roundeven", "scalbln",
    "scalbn", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
)
_OTHER_BUILT_IN = (
    "_Exit", "_exit", "abort", "abs", "aligned_alloc", "alloca", "bcmp", "bcopy", "bzero", "calloc", "exit", "ffs",
    "ffsl", "ffsll", "finite", "fprintf", "free", "index", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit",
    "isgraph", "isinf", "islower", "isnan", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "labs", "llabs",
    "longjmp", "malloc", "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "printf", "putchar", "puts",
    "realloc", "rindex", "scanf", "setjmp", "signbit", "snprintf", "sprintf", "sscanf", "stpcpy", "stpncpy",
    "strcasecmp", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strdup", "strlcat", "strlcpy", "strlen",
    "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strpbrk", "strrchr", "strspn", "strstr", "strtod",
    "strtok", "strtol", "strtoul", "strxfrm", "tolower", "toupper", "vfork", "vprintf", "vsnprintf", "vsprintf",
)
# fmt: on
_BUILT_IN = frozenset(_OTHER_BUILT_IN) | {name + suffix for name in _MATHEMATICS for suffix in ("", "f", "l")}
"""Library functions that clang treats as built-ins even if the program defines them."""


@dataclass(frozen=True, slots=True)
class CompiledUnit:
    """The LLVM IR of one C file, and the warnings worth showing, one line each."""

    ir_text: str
    warnings: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    """The files that the compiler read."""


def compile_c(
    path: Path, data_model: DataModel, flags: Sequence[str] = (), budget: Budget | None = None
) -> CompiledUnit:
    """Compile one C file; see `compile_all`."""
    return compile_all((path,), data_model, flags, budget)[0]


def compile_all(
    paths: Sequence[Path],
    data_model: DataModel,
    flags: Sequence[str] = (),
    budget: Budget | None = None,
    sanitizers: Sequence[str] = (),
    *,
    lifetimes: bool = False,
    extra: Sequence[str] = (),
) -> tuple[CompiledUnit, ...]:
    """Compile C files (also preprocessed ones) to LLVM IR, in the given order.

    Positions in the IR name files as ``paths`` and line markers do. ``flags`` are clang's and come
    after ours; those without effect are dropped (`flags`). The IR has the branches of the
    sanitizers for undefined arithmetic and of the given ``sanitizers`` (`llvm.guards`).
    ``lifetimes`` adds lifetime markers for block-scope objects. ``extra`` are internal flags.
    Raises `InputError` for a file that cannot be compiled, `UsageError` for a flag that changes the
    output of clang, `EnvironmentFault` if the compiler cannot run, and `OutOfBudget` if ``budget``
    is exhausted.
    """
    kept = (*_sanitizing(flags, sanitizers), *classify_flags(flags).kept, *(_LIFETIMES if lifetimes else ()), *extra)
    for path in paths:
        check_source(path)
    with toolchain(budget or Budget()) as tools:
        if len(paths) > 1:
            return _compile_in_parallel(tools, paths, data_model, kept)
        return tuple(_compile(tools, path, data_model, kept) for path in paths)


def _compile_in_parallel(
    tools: "Toolchain", paths: Sequence[Path], data_model: DataModel, flags: Sequence[str]
) -> tuple[CompiledUnit, ...]:
    """Compile in parallel and return the units in order; the first failure, in order, cancels the
    others.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(LIMITS.parallel_compilations) as pool:
        units = [pool.submit(_compile, tools, path, data_model, flags) for path in paths]
        try:
            return tuple(unit.result() for unit in units)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            tools.stop()
            raise


def _sanitizing(flags: Sequence[str], more: Sequence[str]) -> list[str]:
    """Return the flags for sanitizers with handlers that do not return; with ``-fwrapv`` signed
    overflow is defined and not checked.
    """
    chosen = [flag for flag in flags if flag in _WRAPPING or flag in _NOT_WRAPPING]
    wraps = bool(chosen) and chosen[-1] in _WRAPPING
    names = [name for name in (*_DEFAULT_SANITIZERS, *more) if not (wraps and name == _SIGNED)]
    return [f"-fsanitize={','.join(names)}", "-fno-sanitize-recover=all", _FLEXIBLE]


def _compile(tools: "Toolchain", path: Path, data_model: DataModel, flags: Sequence[str]) -> CompiledUnit:
    listing = tools.folder / f"{threading.get_ident()}.d"
    command = ["clang", *tools.target_flags(data_model), *_CODE_GENERATION, *WARNINGS, *flags]
    command += ["-MD", "-MF", str(listing)]
    finished = tools.run([*command, "-o", "-", file_argument(path)])
    if finished.status != 0 and "'_Float128'" in finished.errors:
        command.append(_QUAD_PRECISION)
        finished = tools.run([*command, "-o", "-", file_argument(path)])
    if finished.status != 0 and _CONFLICT.search(finished.errors):
        declared = [*command, "-include", str(tools.block_copies())]
        again = tools.run([*declared, "-o", "-", file_argument(path)])
        if again.status == 0:
            command, finished = declared, again
    raise_failure(finished, path)
    own = _BUILT_IN.intersection(_DEFINED.findall(finished.output))
    if own:
        command += [f"-fno-builtin-{name}" for name in sorted(own)]
        finished = tools.run([*command, "-o", "-", file_argument(path)])
        raise_failure(finished, path)
    ir_text = finished.output
    if _may_lack_inline_bodies(path, ir_text):
        with_inline = tools.run([*command, "-fgnu89-inline", "-o", "-", file_argument(path)])
        ir_text = _with_inline_bodies(ir_text, with_inline) if with_inline.status == 0 else ir_text
    return CompiledUnit(ir_text, _warnings(finished.errors), _listed_inputs(listing))


def _listed_inputs(listing: Path) -> tuple[str, ...]:
    """Return the prerequisites of the rule for make in ``listing``."""
    try:
        text = listing.read_text("utf-8", "surrogateescape")
    except OSError:
        return ()
    words = re.findall(r"(?:\\[^\n]|\$\$|[^\s\\])+", text.partition(": ")[2])
    return tuple(re.sub(r"\\(.)|\$(\$)", r"\1\2", word) for word in words)


def preprocessed(
    paths: Sequence[Path], data_model: DataModel, flags: Sequence[str] = (), budget: Budget | None = None
) -> Iterator[str]:
    """Yield the C files with macros expanded and headers between line markers.

    Requires: the files compile.
    """
    kept = classify_flags(flags).kept
    with toolchain(budget or Budget()) as tools:
        for path in paths:
            command = ["clang", *tools.target_flags(data_model), "-x", "c", "-std=gnu17", "-E", *kept]
            yield tools.run([*command, "-o", "-", file_argument(path)]).output


def file_argument(path: Path) -> str:
    """Return the path in a form that clang does not read as a flag."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def _may_lack_inline_bodies(path: Path, ir_text: str) -> bool:
    """Return whether clang may have omitted the body of a called inline function.

    In C99 another file has the external definition of an ``inline`` function, and clang emits no
    body.
    """
    if all(name.startswith("llvm.") for name in _DECLARED.findall(ir_text)):
        return False
    return bool(_EXTERN_INLINE.search(path.read_text("utf-8", "replace")))


def _with_inline_bodies(ir_text: str, with_inline: "CompilerRun") -> str:
    """Add bodies of inline functions as weak definitions, which an external definition in another
    file overrides.
    """
    before, after = set(_DEFINED.findall(ir_text)), set(_DEFINED.findall(with_inline.output))
    added = after - before
    if not before <= after or not added & set(_DECLARED.findall(ir_text)):
        return ir_text

    def weaken(found: re.Match[str]) -> str:
        return found[0].replace("define ", "define weak ", 1) if found[1] in added else found[0]

    return _DEFINED.sub(weaken, with_inline.output)


# ---- source files


def check_source(path: Path) -> None:
    """Raise `InputError` unless ``path`` is a readable file of text of acceptable size."""
    try:
        if path.is_dir():
            raise InputError(f"{path} is a directory; give a C file")
        size = path.stat().st_size
        if not path.is_file():
            raise InputError(f"{path} is not a regular file; give a C file")
        if size == 0:
            raise InputError(f"{path} is empty; give a C file")
        if size > LIMITS.source_bytes:
            limit = LIMITS.source_bytes // 2**20
            raise InputError(f"{path} has {size / 2**20:.1f} MB; C files of up to {limit} MB are accepted: split it")
        if b"\0" in path.read_bytes():
            raise InputError(f"{path} contains binary data; give a C file")
    except FileNotFoundError:
        raise InputError(f"{path} does not exist") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


# ---- diagnostics


def _warnings(errors: str) -> tuple[str, ...]:
    lines = (line for line in errors.split("\n") if (found := _DIAGNOSTIC.match(line)) and found["kind"] == "warning")
    shown = (_FLAG_NAME.sub("", line.replace(": warning: ", ": ", 1)) for line in lines)
    return tuple(dict.fromkeys(_shortened(line) for line in shown))


def raise_failure(finished: "CompilerRun", path: Path) -> None:
    """Raise the error for a failed compilation of ``path``; do nothing if it succeeded."""
    if finished.status < 0 or finished.status > _SIGNAL_BASE or _CRASHED.search(finished.errors):
        raise InputError(f"{path}: clang crashed on this file; reduce it to find the construct, and report it to LLVM")
    if "No space left on device" in finished.errors:
        raise EnvironmentFault("no space left on the disk for temporary files of the compiler; free some or set TMPDIR")
    if finished.status > 0:
        found = _errors(finished.errors)
        if found:
            raise CompileError(found)
        reason = next((line for line in finished.errors.split("\n") if "error:" in line), "clang gave no reason")
        raise InputError(f"{path} does not compile: {_shortened(reason)}")


def _errors(text: str) -> list[Diagnostic]:
    """Return clang's errors in order, each with source line, caret, macro expansions and include
    chain; an error in a header that is included several times occurs once.
    """
    found: list[Diagnostic] = []
    including: list[str] = []
    is_shown = False
    for line in text.split("\n"):
        matched = _DIAGNOSTIC.match(line)
        if line.startswith(_INCLUDED):
            including.append(f"  {_shortened(line[0].lower() + line[1:].rstrip(':,'))}")
        elif matched and "error" in matched["kind"]:
            span = Span(matched["file"], int(matched["line"]), int(matched["column"]))
            message = _shortened(line[matched.end() :])
            advice = "; name its folder with -I" if message.endswith(_NO_HEADER) else ""
            found.append(Diagnostic(f"{message}{advice}", span))
            is_shown = True
        elif matched:
            is_shown = bool(found) and matched["kind"] == "note" and matched["file"] != _NO_FILE
            if is_shown:
                found[-1] = _with_lines(found[-1], f"  {_shortened(line)}")
        elif line.startswith(_UNLOCATED):
            found.append(Diagnostic(line.removeprefix(_UNLOCATED).partition(" [-")[0]))
        elif found and is_shown and line.startswith(" "):
            found[-1] = _with_lines(found[-1], _shortened(line))
        if matched and found and including:
            found[-1] = _with_lines(found[-1], *including)
            including = []
    distinct: dict[tuple[str, Span | None], Diagnostic] = {}
    for each in found:
        distinct.setdefault((each.message, each.span), each)
    return list(distinct.values())


def _with_lines(error: Diagnostic, *lines: str) -> Diagnostic:
    return replace(error, shown=(*error.shown, *lines)[: LIMITS.message_lines])


def _shortened(line: str) -> str:
    plain = printable(line)
    width = LIMITS.message_width
    return plain if len(plain) <= width else plain[: width - 3] + "..."


# ---- running the compiler


@dataclass(frozen=True, slots=True)
class CompilerRun:
    """The result of a run of the compiler; ``status`` is negative if a signal ended it."""

    status: int
    output: str
    errors: str


@dataclass(slots=True)
class Toolchain:
    """The compiler with a temporary folder; created by `toolchain`, thread-safe."""

    executable: Path
    library: Path
    folder: Path
    budget: Budget
    cache: Path | None = None
    """The folder for C libraries that the compiler builds; None if they are not cached."""
    _running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    _stopped: bool = False

    def target_flags(self, data_model: DataModel) -> list[str]:
        """Return the flags for target machine and header folders."""
        machine = {DataModel.ILP32: "i386", DataModel.LP64: "x86_64"}[data_model]
        headers = ("include", *(f"libc/include/{name}" for name in _HEADERS))
        folders = [flag for name in headers for flag in ("-isystem", str(self.library / name))]
        return ["-target", f"{machine}-linux-gnu", "-nostdinc", f"-D__GLIBC_MINOR__={_GLIBC_MINOR}", *folders]

    def block_copies(self) -> Path:
        """Return a header that declares ``memcpy`` and ``mempcpy``."""
        header = self.folder / "block_copies.h"
        header.write_text(_BLOCK_COPIES, "utf-8")
        return header

    def run(self, arguments: Sequence[str], seconds: float = 0.0) -> CompilerRun:
        """Run the compiler for at most ``seconds``, by default `LIMITS.compile_seconds`.

        Ensures: no process of the run is left.
        """
        seconds = seconds or LIMITS.compile_seconds
        self.budget.spend()
        with self._start(arguments) as process:
            self._running[process.pid] = process
            try:
                if self._stopped:
                    _kill(process)
                output, errors = process.communicate(timeout=self.budget.at_most(seconds).remaining())
            except subprocess.TimeoutExpired:
                self.budget.spend()
                raise InputError(
                    f"{arguments[-1]}: the compiler did not finish within {seconds:.0f} s; split the file"
                ) from None
            finally:
                _kill(process)
                del self._running[process.pid]
        return CompilerRun(process.returncode, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace"))

    def stop(self) -> None:
        """Kill all running processes and those started later."""
        self._stopped = True
        for process in list(self._running.values()):
            _kill(process)

    def _start(self, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        folder = str(self.folder)
        environment = {
            "PATH": os.defpath,
            "HOME": folder,
            "TMPDIR": folder,
            "ZIG_LOCAL_CACHE_DIR": folder,
            "ZIG_GLOBAL_CACHE_DIR": folder if self.cache is None else str(self.cache),
            "LC_ALL": "C",
            "SOURCE_DATE_EPOCH": "0",
        }
        try:
            return subprocess.Popen(
                [str(self.executable), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                process_group=0,
            )
        except (OSError, ValueError) as error:
            raise EnvironmentFault(f"the compiler {self.executable} cannot be started: {error}") from None


_GLIBC_MINOR = 36
"""Minor version of the modelled C library, glibc 2.36; its headers declare nothing newer."""
_HEADERS = ("x86-linux-gnu", "generic-glibc", "x86-linux-any", "any-linux-any")


@contextlib.contextmanager
def toolchain(budget: Budget, cache: Path | None = None) -> Iterator[Toolchain]:
    """Provide the compiler with a temporary folder; the folder and all processes are removed
    afterwards, ``cache`` is kept.
    """
    home = _wheel()
    try:
        folder = tempfile.TemporaryDirectory(prefix="surefoot-", ignore_cleanup_errors=True)
    except OSError as error:
        reason = "the disk is full" if error.errno == errno.ENOSPC else str(error)
        raise EnvironmentFault(
            f"no temporary folder for the compiler: {reason}; set TMPDIR to a writable folder"
        ) from None
    with folder as name:
        tools = Toolchain(home / "zig", home / "lib", Path(name), budget, cache)
        try:
            yield tools
        finally:
            tools.stop()


def _wheel() -> Path:
    """Return the folder of the ``ziglang`` package without importing it."""
    spec = find_spec("ziglang")
    for folder in (spec and spec.submodule_search_locations) or ():
        if (Path(folder) / "zig").is_file():
            return Path(folder)
    raise EnvironmentFault("the C compiler is missing; install it with 'pip install ziglang'")


def compiler_driver() -> list[str]:
    """Return the command of the compiler as a driver like ``cc``, for builds on machines without one."""
    return [str(_wheel() / "zig"), "cc"]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group unless the process has ended."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
