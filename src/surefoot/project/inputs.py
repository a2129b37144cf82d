"""The C files of a project with their compiler flags: from a compilation database, the commands of
a build, or the command line.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from surefoot.base.errors import EnvironmentFault, InputError, UsageError
from surefoot.base.records import dataclass
from surefoot.frontend.clang_flags import WITH_VALUE
from surefoot.frontend.compiler import compiler_driver

DATABASE = "compile_commands.json"
_FOLDERS = ("-I", "-iquote", "-isystem", "-idirafter", "-include", "-imacros")
"""Flags whose value is a path."""
_SKIPPED = frozenset(
    ["-S", "-E", "-m64", "-m32", "-MM", "-M", "-save-temps", "-pthread", "-ansi", "-fsyntax-only", "-Werror"]
)
"""Flags that name an output or the machine, which is the data model here."""
_SKIPPED_PREFIXES = ("-Wl,", "-Wp,-M", "-O", "-g", "-march=", "-mtune=", "-mcpu=", "-specs=", "-fprofile", "-fanalyzer")
_SYSTEM_HEADERS = ("/usr/include", "/usr/include/x86_64-linux-gnu")
"""Folders that are searched last, for headers of other packages."""
_COMPILERS = ("cc", "gcc", "clang", "c99", "c89", "x86_64-linux-gnu-gcc")
_RECORDER = """\
#!{python} -IS
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps([os.getcwd(), sys.argv]) + "\\n")
os.environ["PATH"] = {path!r}
real = {real!r}
os.execv(real[0], [*real, *sys.argv[1:]])
"""


@dataclass(frozen=True, slots=True, order=True)
class SourceFile:
    """A C file with its flags; ``path`` is relative to the working directory if it is inside."""

    path: str
    flags: tuple[str, ...] = ()
    data_model: str = "LP64"

    def packed(self) -> list[Any]:
        """Return path, flags and data model as JSON."""
        return [self.path, list(self.flags), self.data_model]


@dataclass(frozen=True, slots=True)
class ProjectInput:
    """The files of a project, and the folder that contains its own code."""

    root: Path
    files: tuple[SourceFile, ...]


def project_of(paths: Sequence[Path], database: Path | None, flags: Sequence[str]) -> ProjectInput:
    """Return the files below a folder or in a compilation database, or the named files.

    ``flags`` are added to the flags of every file. Raises `InputError` if there are no C files.
    """
    places = list(paths) or [Path()]
    if missing := next((each for each in places if not each.exists()), None):
        raise InputError(f"{missing} does not exist")
    folders = [each for each in places if each.is_dir()]
    if folders and len(places) > 1:
        raise UsageError(f"give one folder or several files, not {folders[0]} and others")
    root = folders[0] if folders else Path()
    if database is None and folders:
        known = (root / DATABASE, root / "build" / DATABASE)
        database = next((each for each in known if each.is_file()), None)
    if database is not None:
        chosen = None if folders else {_shown(each) for each in paths} or None
        files = [each for each in _from_database(database) if chosen is None or each.path in chosen]
    elif folders:
        files = [
            SourceFile(_shown(each)) for each in sorted(root.rglob("*.c")) if not _is_hidden(each.relative_to(root))
        ]
    else:
        files = [SourceFile(_shown(each)) for each in places]
    return _project(root, files, flags)


def recorded(command: Sequence[str], flags: Sequence[str]) -> ProjectInput:
    """Run the build ``command`` with compilers that record their arguments, and return the files
    that it compiles.
    """
    with TemporaryDirectory(prefix="surefoot-build-") as name:
        folder = Path(name)
        log = folder / "commands"
        path = os.environ.get("PATH", os.defpath)
        for compiler in _COMPILERS:
            real = shutil.which(compiler)
            run = [real] if real else compiler_driver()
            script = folder / compiler
            script.write_text(_RECORDER.format(python=sys.executable, log=str(log), path=path, real=run), "utf-8")
            script.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{path}", "CC": str(folder / "cc")}
        try:
            ended = subprocess.run(command, env=environment, stdout=2, check=False)
        except OSError as error:
            raise InputError(f"cannot run {command[0]}: {error.strerror}") from None
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
    files = [each for line in lines for each in _of_command(*json.loads(line))]
    if not files:
        why = f"it ended with code {ended.returncode}" if ended.returncode else "is everything built already?"
        raise InputError(f"{' '.join(command)} compiled no C file: {why} Clean the build first")
    return _project(Path(), files, flags)


def _project(root: Path, files: Iterable[SourceFile], flags: Sequence[str]) -> ProjectInput:
    """Return the project; of a file that is compiled several times, the first command counts."""
    by_path: dict[str, SourceFile] = {}
    for each in files:
        by_path.setdefault(each.path, each)
    if not by_path:
        raise InputError(f"{root}: there is no C file, and no {DATABASE}")
    last = [flag for folder in _SYSTEM_HEADERS if Path(folder).is_dir() for flag in ("-idirafter", folder)]
    found = (SourceFile(each.path, (*each.flags, *flags, *last), each.data_model) for each in by_path.values())
    return ProjectInput(root.resolve(), tuple(found))


def _from_database(database: Path) -> Iterator[SourceFile]:
    try:
        entries: list[dict[str, Any]] = json.loads(database.read_text("utf-8"))
        for entry in entries:
            arguments = entry.get("arguments") or shlex.split(entry["command"])
            folder = str(database.parent / entry.get("directory", ""))
            yield from _of_command(folder, arguments, entry["file"])
    except OSError as error:
        raise EnvironmentFault(f"cannot read {database}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{database} is not a compilation database: {error}") from None


def _of_command(folder: str, arguments: Sequence[str], named: str = "") -> Iterator[SourceFile]:
    """Yield the C files that a compiler command with these ``arguments`` compiles in ``folder``."""
    flags: list[str] = []
    files: list[str] = [named] if named else []
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in WITH_VALUE:
            value = next(rest, "")
            flags += [argument, _located(folder, value) if argument in _FOLDERS else value]
        elif not argument.startswith("-"):
            if argument.endswith(".c") and not named:
                files.append(argument)
        elif prefix := next((each for each in _FOLDERS if argument.startswith(each)), ""):
            flags.append(prefix + _located(folder, argument.removeprefix(prefix)))
        elif argument not in _SKIPPED and not argument.startswith(_SKIPPED_PREFIXES):
            flags.append(argument)
    if "-E" in arguments or "-M" in arguments or "-MM" in arguments:
        return
    model = "ILP32" if "-m32" in arguments else "LP64"
    for file in files:
        if file.endswith((".c", ".i")):
            yield SourceFile(_shown(Path(folder) / file), tuple(flags), model)


def _located(folder: str, value: str) -> str:
    """Return the path ``value`` of a command that runs in ``folder``, unless there is no such file:
    then it is searched for.
    """
    place = Path(folder) / value
    return _shown(place) if place.exists() else value


def _shown(path: Path) -> str:
    """Return ``path`` relative to the working directory if it is inside, else as an absolute path."""
    absolute = os.path.realpath(path)
    relative = os.path.relpath(absolute)
    return absolute if relative.startswith("..") else relative


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
