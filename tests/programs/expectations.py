"""Reader of the expectation in the first line of a C file or model.

``// expect: VERDICT [line=N] [violates=NAME] [why=REASON] [property=NAME] [flags="..."]`` where
VERDICT is safe, unsafe or unknown, ``line`` is the line of the violation and ``violates`` its
name in the competition, ``why`` is the reason for an unknown verdict (`Why`, with dashes), and
``flags`` are options of ``surefoot check``. In a model the line begins with ``;``.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.cli.arguments import parse
from surefoot.cli.program_options import environment_of
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS, property_named, violated_property, with_error_functions
from surefoot.systems.encode.encoding import Calls
from surefoot.systems.formats.model import MODEL_SUFFIXES
from surefoot.verify.modular import check_modular
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

MARKS = {".c": "// expect: ", **dict.fromkeys(MODEL_SUFFIXES, "; expect: ")}
_SEEDED = frozenset({"parsers"})
_KEYS = frozenset({"line", "violates", "why", "property", "flags"})


@dataclass(frozen=True, slots=True)
class Expectation:
    """The only accepted verdict, in the form of `described`, and the options of the check."""

    verdict: str
    request: Request
    is_modular: bool = False

    def found(self) -> Verdict:
        """Return the verdict there is."""
        return (check_modular if self.is_modular else check)(self.request).verdict


def programs_under(root: Path) -> list[Path]:
    """Return the C files and models with an expectation. In a folder with a ``main.c``, the other
    files belong to it. Folders whose programs list seeded bugs have tests of their own.
    """
    paths = sorted(path for suffix in MARKS for path in root.rglob(f"*{suffix}") if path.parent.name not in _SEEDED)
    return [path for path in paths if path.name == "main.c" or not _belongs_to_main(path)]


def is_expected_safe(path: Path) -> bool:
    """Return whether the verdict has to be safe; reads no flags, which takes its time."""
    return _words(path)[0] == "safe"


def expectation_of(path: Path, time_limit: float) -> Expectation:
    """Return the expectation in the first line of ``path``.

    Raises `ValueError` when it is malformed.
    """
    verdict, *settings = _words(path)
    values = dict(_settings(path, settings))
    needed = {"safe": set[str](), "unsafe": {"line"}, "unknown": {"why"}}.get(verdict)
    if needed is None or {"line", "why"} & values.keys() != needed:
        raise ValueError(f"{path}: expected safe, unsafe line=N or unknown why=REASON, with nothing missing or added")
    where = [values[key] for key in sorted(needed)]
    where += [values["violates"]] if "violates" in values else []
    request = _request(path, values, time_limit)
    return Expectation(" ".join([verdict, *where]), request, "--modular" in shlex.split(values.get("flags", "")))


def described(verdict: Verdict, *, with_property: bool = False) -> str:
    """Return ``verdict`` in the form of an expectation; ``with_property`` adds the violated
    property.
    """
    match verdict:
        case Safe():
            return "safe"
        case Unsafe(violated=violated):
            where = f"unsafe {violated.span.line if violated.span else 'nowhere'}"
            return f"{where} {violated_property(violated.kind)}" if with_property else where
        case Unknown(why=why):
            return f"unknown {why.value.replace(' ', '-')}"


def _words(path: Path) -> list[str]:
    """Return the words of the expectation in the first line of ``path``."""
    with path.open(encoding="utf-8") as file:
        first = file.readline().strip()
    mark = MARKS[path.suffix]
    if not first.startswith(mark):
        raise ValueError(f"{path}: line 1 has to start with {mark!r}")
    return shlex.split(first.removeprefix(mark))


def _settings(path: Path, settings: list[str]) -> Iterator[tuple[str, str]]:
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in _KEYS or not equals:
            raise ValueError(f"{path}: cannot read {setting!r} in line 1; the keys are {', '.join(sorted(_KEYS))}")
        yield key, value


def _request(path: Path, values: dict[str, str], time_limit: float) -> Request:
    options = parse(["check", str(path), *shlex.split(values.get("flags", ""))])
    return Request(
        files=tuple(sorted(path.parent.glob("*.c"))) if path.name == "main.c" else (path,),
        checked=with_error_functions(
            property_named(values["property"]) if "property" in values else ASSERTIONS, options.error_function
        ),
        data_model=DataModel[options.data_model] if options.data_model else DataModel.LP64,
        entry=options.function or "main",
        clang_flags=options.clang_flags,
        environment=environment_of(options),
        engine=options.engine,
        solver=options.solver,
        calls=Calls(options.calls),
        time_limit=time_limit,
        check_models=True,
    )


def _belongs_to_main(path: Path) -> bool:
    return (path.parent / "main.c").exists()
