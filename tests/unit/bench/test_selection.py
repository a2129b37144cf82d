"""Selection of tasks: folders, tables, samples and properties."""

from pathlib import Path

import pytest

from surefoot.base.errors import InputError, UsageError
from surefoot.bench.selection import missing_files, select


def task(path: Path, *properties: tuple[str, bool]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    listed = "".join(
        f"\n  - property_file: {name}.prp\n    expected_verdict: {str(v).lower()}" for name, v in properties
    )
    path.write_text(f"format_version: '2.0'\ninput_files: a.c\nproperties:{listed}\n")


def table(folder: Path, *lines: str) -> Path:
    path = folder / "tasks.csv"
    path.write_text("yml,property,expected,set\n" + "".join(f"{line}\n" for line in lines))
    return path


def test_paths_in_a_table_are_relative_to_tasks_or_to_its_folder(tmp_path: Path) -> None:
    task(tmp_path / "tasks" / "x" / "a.yml")
    task(tmp_path / "y" / "b.yml")
    pairs = select(table(tmp_path, "x/a.yml,unreach-call,True,Loops", "y/b.yml,termination,False,"), None, None, 0)
    assert [pair.path for pair in pairs] == [tmp_path / "tasks" / "x" / "a.yml", tmp_path / "y" / "b.yml"]
    assert [(pair.expected, pair.group) for pair in pairs] == [(True, "Loops"), (False, "y")]
    assert missing_files(pairs) == []


def test_a_folder_gives_one_pair_for_each_property(tmp_path: Path) -> None:
    task(tmp_path / "loops" / "b.yml", ("unreach-call", True), ("no-overflow", False))
    task(tmp_path / "a.yml", ("unreach-call", False))
    found = [(pair.yml, pair.property, pair.expected) for pair in select(tmp_path, None, None, 0)]
    assert found == [
        ("a.yml", "unreach-call", False),
        ("loops/b.yml", "unreach-call", True),
        ("loops/b.yml", "no-overflow", False),
    ]


def test_samples_are_reproducible_and_keep_the_order(tmp_path: Path) -> None:
    source = table(tmp_path, *(f"{number:03}.yml,unreach-call,True,S" for number in range(100)))
    first, again, other = (select(source, None, 10, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(first) == 10 and first == sorted(first, key=lambda pair: pair.yml)
    assert len(select(source, None, 1000, 1)) == 100


def test_property_selects_tasks(tmp_path: Path) -> None:
    source = table(tmp_path, "a.yml,unreach-call,True,S", "b.yml,termination,True,S")
    assert [pair.yml for pair in select(source, "termination", None, 0)] == ["b.yml"]
    with pytest.raises(UsageError, match="termination, unreach-call"):
        select(source, "no-overflow", None, 0)


def test_sources_without_task_lists_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        select(tmp_path / "nowhere.csv", None, None, 0)
    with pytest.raises(UsageError, match="lists no tasks"):
        select(tmp_path, None, None, 0)
    odd = tmp_path / "odd.csv"
    odd.write_text("name,verdict\na,b\n")
    with pytest.raises(InputError, match="column property, yml is missing"):
        select(odd, None, None, 0)
    odd.write_bytes(b"\xff\xfe\x00\x00")
    with pytest.raises(InputError, match="not a table"):
        select(odd, None, None, 0)
