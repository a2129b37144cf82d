"""Tests of the reading lists in the docstrings of packages."""

import ast
import re
import sys
from pathlib import Path

import pytest

_SOURCE = Path(__file__).parents[2] / "src"
_PACKAGES = sorted(each for each in _SOURCE.rglob("__init__.py") if each.stat().st_size)


def _named(package: Path) -> list[str]:
    """Return the module and package names in backquotes in the docstring of `package`."""
    text = ast.get_docstring(ast.parse(package.read_text())) or ""
    return re.findall(r"(?<!`)`([a-z_][a-z0-9_.]*)`(?!`)", text)


def _exists(name: str, package: Path) -> bool:
    """Return whether `name` is a module or package inside `package`, next to it, or in full."""
    path = name.replace(".", "/")
    places = (package.parent / path, package.parent.parent / path, _SOURCE / path)
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)


@pytest.mark.parametrize("package", _PACKAGES, ids=lambda each: str(each.parent.relative_to(_SOURCE)))
def test_modules_in_docstring_exist(package: Path) -> None:
    names = [each for each in _named(package) if not each.endswith(".c") and each not in sys.stdlib_module_names]
    assert [each for each in names if not _exists(each, package)] == []
