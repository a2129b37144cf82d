"""Tasks: C files, task definitions (``.yml``) and property files (``.prp``) of SV-COMP, J programs
and models.

`resolve` turns the command line's files and options into a `Task`: input files, property, entry and
data model. A property of the competition that is not supported is a value, `UnsupportedProperty`,
so that it can be reported.
"""

import re
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from surefoot.base.errors import InputError, UnsupportedError, UsageError
from surefoot.base.records import dataclass, replace
from surefoot.frontend.j.bounds import is_j_file
from surefoot.program.program import DataModel
from surefoot.program.properties import (
    ASSERTIONS,
    DEFAULT,
    DEFAULT_OF_J,
    PROPERTIES,
    TERMINATION_OR_OVERFLOW,
    UNREACH_CALL,
    Property,
    property_named,
)
from surefoot.systems.formats.model import is_horn_file, is_model_file

FORMAT_VERSIONS = ("1.0", "2.0", "2.1")
UNSUPPORTED = (
    "coverage",
    "def-behavior",
    "no-data-race",
)
_FORMULAS = {
    "G valid-free": "valid-memsafety",
    "G valid-deref": "valid-memsafety",
    "G valid-memtrack": "valid-memsafety",
    "G valid-memcleanup": "valid-memcleanup",
    "G ! overflow": "no-overflow",
    "F end": "termination",
    "G ! data-race": "no-data-race",
    "G def-behavior": "def-behavior",
}
_CHECK = re.compile(r"CHECK\(\s*init\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\((.*)\)\s*\)")
_COVER = re.compile(r"COVER\(\s*init\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*FQL\((.*)\)\s*\)")
_ERROR_CALL = re.compile(r"G ! call\( ?(\w+) ?\( ?\) ?\)")


@dataclass(frozen=True, slots=True)
class UnsupportedProperty:
    """A property of the competition that is not supported yet."""

    name: str
    text: str = ""


AnyProperty = Property | UnsupportedProperty


@dataclass(frozen=True, slots=True)
class Specification:
    """The contents of a property file: the property, and the function where runs start."""

    property: AnyProperty
    entry: str = "main"


@dataclass(frozen=True, slots=True)
class Expectation:
    """One property that a task file lists; ``expected`` is ``None`` when it states no verdict."""

    name: str
    property_file: Path
    expected: bool | None
    subproperty: str


@dataclass(frozen=True, slots=True)
class TaskFile:
    """A task definition as written; ``data_model`` is ``None`` where the file has none."""

    path: Path
    files: tuple[Path, ...]
    expectations: tuple[Expectation, ...]
    data_model: DataModel | None


@dataclass(frozen=True, slots=True)
class Task:
    """Input files that exist, with the property to check and the data model."""

    files: tuple[Path, ...]
    specification: Specification
    data_model: DataModel
    has_one_verdict: bool = False
    """True if the first violation is the answer, as in the competition."""


def resolve(paths: Sequence[Path], property: str | None = None, data_model: DataModel | None = None) -> Task:
    """Return the task that ``paths`` (C files, one task file, one J program or one model) and the
    options describe.

    Ensures: every file exists and is a regular file. Raises `UsageError` or `InputError` otherwise.
    """
    if not paths:
        raise UsageError(
            "no input file: name one or more C files, a task file (.yml), a J program (.j) or a model (.vmt, .btor2, .btor, .aag, .aig, .smt2)"
        )
    if any(is_model_file(path) for path in paths):
        return _model_task(paths, property, data_model)
    if any(is_j_file(path) for path in paths):
        return _j_task(paths, property, data_model)
    if not any(_is_task_file(path) for path in paths):
        for path in paths:
            _require_file(path)
        specification = Specification(DEFAULT) if property is None else specification_named(property)
        is_file = property is not None and _is_property_file(property)
        return Task(tuple(paths), specification, data_model or DataModel.LP64, has_one_verdict=is_file)
    if len(paths) > 1:
        raise UsageError(f"a task file must be the only input file, but {len(paths)} files were named")
    task = read_task(paths[0])
    for path in task.files:
        _require_file(path, f"{task.path}: ")
    model = data_model or task.data_model or DataModel.LP64
    return Task(task.files, _chosen(task, property), model, has_one_verdict=True)


def _model_task(paths: Sequence[Path], property: str | None, data_model: DataModel | None) -> Task:
    """Return the task of a model, which has its own property and no data model."""
    if len(paths) > 1:
        raise UsageError(f"a model must be the only input file, but {len(paths)} files were named")
    if property is not None:
        raise UsageError(f"{paths[0]} is a model and contains its property; remove --property")
    if data_model is not None:
        raise UsageError(f"{paths[0]} is a model; remove --data-model")
    _require_file(paths[0])
    text = "false cannot be derived" if is_horn_file(paths[0]) else "no bad state is reachable"
    specification = Specification(replace(ASSERTIONS, text=text))
    return Task(tuple(paths), specification, DataModel.LP64, has_one_verdict=True)


def _j_task(paths: Sequence[Path], property: str | None, data_model: DataModel | None) -> Task:
    """Return the task of a J program, which is one file and has no data model."""
    if len(paths) > 1:
        raise UsageError(f"a J program must be the only input file, but {len(paths)} files were named")
    if data_model is not None:
        raise UsageError(f"{paths[0]} is a J program; use --bits for the width of int instead of --data-model")
    _require_file(paths[0])
    specification = (
        Specification(DEFAULT_OF_J) if property in (None, DEFAULT_OF_J.name) else specification_named(property)
    )
    return Task(tuple(paths), replace(specification, entry=""), DataModel.LP64)


def supported(task: Task) -> Property:
    """Return the property of ``task``; raises `UnsupportedError` when it is not supported yet."""
    match task.specification.property:
        case UnsupportedProperty(name):
            raise UnsupportedError(f"property {name} is not supported yet")
        case Property() as property:
            return property


def specification_named(text: str) -> Specification:
    """Return the specification that ``text`` names: a property file, or the name of a property."""
    return read_property(Path(text)) if _is_property_file(text) else Specification(_property_named(text))


def _is_property_file(text: str) -> bool:
    return text.endswith(".prp") or "/" in text or (text not in PROPERTIES and Path(text).is_file())


def read_property(path: Path) -> Specification:
    """Read a ``.prp`` file; raises `InputError` when it is not one."""
    _require_file(path)
    text = _read(path)
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError(
            f"{path}: empty property file; expected a line such as CHECK( init(main()), LTL(G ! overflow) )"
        )
    parsed = [_parse_check(line) for line in lines]
    if None in parsed or len({found for found in parsed if found}) != 1:
        bad = next((line for line, found in zip(lines, parsed, strict=True) if found is None), lines[-1])
        raise InputError(f"{path}: unknown property: {bad}; see docs/properties.md")
    entry, name, function = next(found for found in parsed if found)
    property = _property_named(name)
    if function and isinstance(property, Property) and function not in property.error_functions:
        property = replace(property, error_functions=(function,), text=f"{function} is never called")
    if isinstance(property, UnsupportedProperty):
        property = replace(property, text="; ".join(lines))
    elif property.is_termination:
        property = TERMINATION_OR_OVERFLOW
    return Specification(property, entry)


def read_task(path: Path) -> TaskFile:
    """Read a task definition; raises `InputError` with the reason when it is malformed."""
    _require_file(path)
    document = _document(path)
    if not isinstance(document, Mapping):
        raise InputError(f"{path}: not a task definition: expected a mapping with format_version and input_files")
    version = str(document.get("format_version"))
    if version not in FORMAT_VERSIONS:
        raise InputError(f"{path}: format_version {version} is not supported; expected {', '.join(FORMAT_VERSIONS)}")
    options = document.get("options") or {}
    if not isinstance(options, Mapping):
        raise InputError(f"{path}: options must be a mapping")
    if (language := options.get("language", "C")) != "C":
        raise InputError(f"{path}: language {language} is not supported; surefoot checks C")
    witness = options.get("witness_input_file")
    names = [name for name in _strings(path, document, "input_files") if name != witness]
    if not names:
        raise InputError(f"{path}: input_files is missing or empty")
    return TaskFile(
        path=path,
        files=tuple(path.parent / name for name in names),
        expectations=tuple(_expectations(path, document.get("properties"))),
        data_model=_data_model(path, options.get("data_model")),
    )


def _document(path: Path) -> object:
    """Return the value of the YAML file at ``path``."""
    from surefoot.base.simple_yaml import NotPlain, read_plain

    text = _read(path)
    try:
        return read_plain(text)
    except NotPlain:
        from surefoot.base.yaml_documents import NotYaml, load_yaml
    try:
        return load_yaml(text)
    except NotYaml as error:
        raise InputError(f"{path}: {error}") from None


def _chosen(task: TaskFile, property: str | None) -> Specification:
    if property is not None and (property.endswith(".prp") or "/" in property):
        return read_property(Path(property))
    names = [expectation.name for expectation in task.expectations]
    if property is None:
        match names:
            case []:
                return Specification(ASSERTIONS)
            case [_]:
                return _specification_of(task.expectations[0])
            case _:
                raise UsageError(f"{task.path} lists several properties; add --property with one of {', '.join(names)}")
    for expectation in task.expectations:
        if expectation.name == property:
            return _specification_of(expectation)
    raise UsageError(f"{task.path} does not list property {property!r}; choose from {', '.join(names) or '(none)'}")


def _specification_of(expectation: Expectation) -> Specification:
    """Return the contents of the property file, or the property of its name if the file is missing."""
    if not expectation.property_file.exists():
        return Specification(_property_named(expectation.name))
    return read_property(expectation.property_file)


def _expectations(path: Path, listed: object) -> list[Expectation]:
    if listed is None:
        return []
    if not isinstance(listed, list):
        raise InputError(f"{path}: properties must be a list")
    expectations = []
    for entry in listed:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("property_file"), str):
            raise InputError(f"{path}: each entry of properties needs a property_file")
        expected = entry.get("expected_verdict")
        if expected is not None and not isinstance(expected, bool):
            raise InputError(f"{path}: expected_verdict must be true or false, not {expected!r}")
        file = path.parent / entry["property_file"]
        name = _name_of(read_property(file)) if file.is_file() else file.stem
        expectations.append(Expectation(name, file, expected, str(entry.get("subproperty") or "")))
    return expectations


def _name_of(specification: Specification) -> str:
    return specification.property.name


def _data_model(path: Path, name: object) -> DataModel | None:
    if name is None:
        return None
    if not isinstance(name, str) or name not in DataModel.__members__:
        raise InputError(f"{path}: data_model {name} is not supported; expected {' or '.join(DataModel.__members__)}")
    return DataModel[name]


def _strings(path: Path, document: Mapping[object, object], key: str) -> list[str]:
    match document.get(key):
        case str(single):
            return [single]
        case list(several) if all(isinstance(item, str) for item in several):
            return several
        case None:
            return []
        case _:
            raise InputError(f"{path}: {key} must be a file name or a list of file names")


def _parse_check(line: str) -> tuple[str, str, str] | None:
    """Return entry function, property name and error function, if any, of one line of a property
    file.
    """
    if cover := _COVER.fullmatch(line):
        return cover[1], "coverage", ""
    check = _CHECK.fullmatch(line)
    if check is None:
        return None
    formula = check[2].strip()
    if call := _ERROR_CALL.fullmatch(formula):
        return check[1], UNREACH_CALL.name, call[1]
    name = _FORMULAS.get(formula)
    return (check[1], name, "") if name else None


def _property_named(name: str) -> AnyProperty:
    if name in UNSUPPORTED:
        return UnsupportedProperty(name)
    try:
        return property_named(name)
    except UsageError as error:
        others = f"({', '.join(UNSUPPORTED)} are known but not supported yet)"
        raise UsageError(f"{error}, several with commas between, or name a .prp file {others}") from None


def _is_task_file(path: Path) -> bool:
    return path.suffix in {".yml", ".yaml"}


def _require_file(path: Path, prefix: str = "") -> None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        what = "a link to no file" if path.is_symlink() else "no such file"
        raise InputError(f"{prefix}{path}: {what}") from None
    except OSError as error:
        raise InputError(f"{prefix}{path}: cannot be read: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise InputError(f"{prefix}{path} is a directory; name the C files in it")
    if not stat.S_ISREG(mode):
        raise InputError(f"{prefix}{path} is not a regular file")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
