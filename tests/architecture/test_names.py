"""Uniqueness of public names: each class or type has one owner."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src" / "surefoot"
LANGUAGES = (SRC / "frontend" / "j", SRC / "frontend" / "acsl")
"""Languages of their own, whose syntax has the words that every syntax has: their names are told apart by the folder."""


def public_types(tree: ast.Module) -> Iterator[str]:
    """Yield the classes and names of types that a module defines for others."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found = name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found = "" if name.isupper() else name
            case _:
                continue
        if found[:1].isupper():
            yield found


def owners() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SRC.rglob("*.py")):
        if not any(path.is_relative_to(folder) for folder in LANGUAGES):
            for name in public_types(ast.parse(path.read_text(encoding="utf-8"))):
                found[name].append(str(path.relative_to(SRC)))
    return found


def test_each_public_type_has_one_owner() -> None:
    found = owners()
    assert {"ControlSystem", "Assignment", "Result"} <= found.keys()
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def test_type_names_are_collected_and_constants_are_not() -> None:
    text = "class A: ...\nclass _B: ...\nC = dict[str, int]\nDe: object = int | str\nEF = 3\ng = 4\nif True:\n    class H: ..."
    assert list(public_types(ast.parse(text))) == ["A", "De"]
