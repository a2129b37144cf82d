"""Tasks: property files, task files, options and defaults."""

import os
from pathlib import Path

import pytest

from surefoot.base.errors import InputError, UsageError
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT, MEMORY_CLEANUP, MEMORY_SAFETY, NO_OVERFLOW, UNREACH_CALL, Property
from surefoot.verify.tasks import UnsupportedProperty, read_property, read_task, resolve, specification_named

UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
MEMSAFETY = """CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
"""


def task_file(folder: Path, text: str) -> Path:
    (folder / "a.c").write_text("int main(void) { return 0; }\n")
    (folder / "unreach-call.prp").write_text(UNREACH)
    (folder / "valid-memsafety.prp").write_text(MEMSAFETY)
    path = folder / "a.yml"
    path.write_text(text)
    return path


TWO_PROPERTIES = """
format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
  - property_file: valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
options:
  language: C
  data_model: ILP32
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"),
        ("CHECK( init(main()), LTL(G def-behavior) )", "def-behavior"),
        ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage"),
    ],
)
def test_unsupported_properties_are_known_by_name(tmp_path: Path, text: str, name: str) -> None:
    path = tmp_path / "p.prp"
    path.write_text(text)
    found = read_property(path).property
    assert isinstance(found, UnsupportedProperty) and found.name == name


@pytest.mark.parametrize(
    ("text", "property"),
    [
        ("CHECK( init(main()), LTL(G ! overflow) )", NO_OVERFLOW),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )", MEMORY_CLEANUP),
        (MEMSAFETY, MEMORY_SAFETY),
    ],
)
def test_properties_of_the_competition(tmp_path: Path, text: str, property: Property) -> None:
    path = tmp_path / "p.prp"
    path.write_text(text)
    assert read_property(path).property == property


@pytest.mark.parametrize("function", ["reach_error", "__VERIFIER_error"])
def test_the_two_error_functions_are_aliases(tmp_path: Path, function: str) -> None:
    path = tmp_path / "p.prp"
    path.write_text(f"CHECK( init(main()), LTL(G ! call({function}())) )")
    assert read_property(path).property == UNREACH_CALL


def test_any_function_can_be_the_error_function_and_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "p.prp"
    path.write_text("CHECK( init(start()), LTL(G ! call(panic())) )\n\n")
    found = read_property(path)
    assert found.entry == "start"
    assert isinstance(found.property, Property) and found.property.error_functions == ("panic",)
    assert found.property.violations == UNREACH_CALL.violations


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "CHECK( init(main()), LTL(G happy) )",
        "garbage",
        UNREACH + "CHECK( init(main()), LTL(F end) )",
        UNREACH + "CHECK( init(main()), LTL(G ! call(panic())) )",
    ],
    ids=["empty", "blank", "unknown formula", "garbage", "two properties", "two error functions"],
)
def test_malformed_property_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.prp"
    path.write_text(text)
    with pytest.raises(InputError, match=r"p\.prp"):
        read_property(path)


def test_binary_property_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.prp"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not a text file"):
        read_property(path)


def test_unknown_property_lists_the_choices() -> None:
    with pytest.raises(
        UsageError,
        match=r"choose from default, assertions, unreach-call, .*, or name a \.prp file \(.*no-data-race are known but not supp",
    ):
        specification_named("unreachcall")


def test_c_files_have_defaults(tmp_path: Path) -> None:
    task_file(tmp_path, TWO_PROPERTIES)
    task = resolve([tmp_path / "a.c"])
    assert (task.specification.property, task.specification.entry, task.data_model) == (
        DEFAULT,
        "main",
        DataModel.LP64,
    )


def test_task_file_sets_its_options(tmp_path: Path) -> None:
    task = resolve([task_file(tmp_path, TWO_PROPERTIES)], "unreach-call")
    assert task.files == (tmp_path / "a.c",)
    assert (task.specification.property, task.data_model) == (UNREACH_CALL, DataModel.ILP32)


def test_options_override_the_task_file(tmp_path: Path) -> None:
    path = task_file(tmp_path, TWO_PROPERTIES)
    other = tmp_path / "other.prp"
    other.write_text("CHECK( init(main()), LTL(F end) )")
    task = resolve([path], str(other), DataModel.LP64)
    assert task.data_model is DataModel.LP64 and task.specification.property.name == "termination"


def test_one_of_several_properties_must_be_selected(tmp_path: Path) -> None:
    path = task_file(tmp_path, TWO_PROPERTIES)
    with pytest.raises(UsageError, match="unreach-call, valid-memsafety"):
        resolve([path])
    with pytest.raises(UsageError, match="does not list property 'termination'"):
        resolve([path], "termination")


def test_a_single_property_is_the_default(tmp_path: Path) -> None:
    path = task_file(
        tmp_path, "format_version: 1.0\ninput_files: [a.c]\nproperties: [{property_file: unreach-call.prp}]\n"
    )
    task = resolve([path])
    assert (task.specification.property, task.data_model) == (UNREACH_CALL, DataModel.LP64)


def test_expectations_are_read(tmp_path: Path) -> None:
    first, second = read_task(task_file(tmp_path, TWO_PROPERTIES)).expectations
    assert (first.name, first.expected, first.subproperty) == ("unreach-call", True, "")
    assert (second.name, second.expected, second.subproperty) == ("valid-memsafety", False, "valid-deref")


def test_a_copied_task_without_property_files_is_understood(tmp_path: Path) -> None:
    path = task_file(tmp_path, TWO_PROPERTIES)
    (tmp_path / "unreach-call.prp").unlink()
    assert resolve([path], "unreach-call").specification.property == UNREACH_CALL


def test_format_2_1_and_the_witness_of_a_validation_task(tmp_path: Path) -> None:
    path = task_file(
        tmp_path,
        "format_version: '2.1'\ninput_files: [a.c, w.yml]\nadditional_information: {x: 1}\n"
        "options: {witness_input_file: w.yml}\n",
    )
    assert read_task(path).files == (tmp_path / "a.c",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a task definition"),
        ("- 1\n- 2\n", "not a task definition"),
        ("a: [", "not YAML"),
        ("input_files: a.c", "format_version None"),
        ("format_version: '3.0'\ninput_files: a.c", "format_version 3.0"),
        ("format_version: '2.0'", "input_files is missing"),
        ("format_version: '2.0'\ninput_files: {a: b}", "input_files must be"),
        ("format_version: '2.0'\ninput_files: a.c\nproperties: 3", "properties must be a list"),
        ("format_version: '2.0'\ninput_files: a.c\nproperties: [3]", "needs a property_file"),
        (
            "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: x.prp, expected_verdict: maybe}]",
            "true or false",
        ),
        ("format_version: '2.0'\ninput_files: a.c\noptions: 3", "options must be"),
        ("format_version: '2.0'\ninput_files: a.c\noptions: {language: Java}", "language Java"),
        ("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LLP64}", "data_model LLP64"),
    ],
)
def test_malformed_task_files_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_task(task_file(tmp_path, text))


def test_missing_files_and_directories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        resolve([tmp_path / "nowhere.c"])
    with pytest.raises(InputError, match="is a directory"):
        resolve([tmp_path])
    (tmp_path / "loop.c").symlink_to("loop.c")
    with pytest.raises(InputError, match="Too many levels of symbolic links"):
        resolve([tmp_path / "loop.c"])
    (tmp_path / "dangling.c").symlink_to("nowhere.c")
    with pytest.raises(InputError, match="a link to no file"):
        resolve([tmp_path / "dangling.c"])
    for name in ("pipe.c", "pipe.btor2", "pipe.yml"):
        os.mkfifo(tmp_path / name)
        with pytest.raises(InputError, match="not a regular file"):
            resolve([tmp_path / name])
    path = task_file(tmp_path, TWO_PROPERTIES)
    (tmp_path / "a.c").unlink()
    with pytest.raises(InputError, match=r"a\.yml: .*a\.c: no such file"):
        resolve([path], "unreach-call")
    with pytest.raises(UsageError, match="no input file"):
        resolve([])
    with pytest.raises(UsageError, match="must be the only input file"):
        resolve([path, path])
