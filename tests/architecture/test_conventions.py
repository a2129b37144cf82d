"""Conventions for all files of the repository, beyond those that ruff checks."""

import ast
import importlib
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "surefoot"
MODULES = sorted(SRC.rglob("*.py"))
TEXT_SUFFIXES = {".py", ".md", ".toml", ".lock", ".c", ".h", ".sh", ".json", ".yml", ".prp", ""}
LEFT_BEHIND = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:ho" r"me|wo" r"rk|ro" r"ot|Us" r"ers)/\w")
HOSTS = re.compile(r"pypi\.o" r"rg|python" r"hosted|--index-u" r"rl|--extra-ind" r"ex")


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    names = [name for name in listed.stdout.split("\0") if name]
    paths = [ROOT / name for name in names] if names else [*SRC.rglob("*"), *(ROOT / "tests").rglob("*")]
    return [path for path in paths if path.is_file() and path.suffix in TEXT_SUFFIXES and path.name != "LICENSE"]


FILES = tracked_files()


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name_of(path)}:{number}"
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


def test_there_are_files() -> None:
    assert len(FILES) > 40


@pytest.mark.parametrize(
    "pattern", [LEFT_BEHIND, MACHINE_PATHS, HOSTS], ids=["nothing left to do", "no machine paths", "no package hosts"]
)
def test_no_line_matches(pattern: re.Pattern[str]) -> None:
    assert lines_matching(pattern) == []


def packages_with_all() -> list[str]:
    return [
        ".".join(path.parent.relative_to(SRC.parent).parts)
        for path in MODULES
        if path.name == "__init__.py" and "__all__" in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("package", packages_with_all())
def test_all_is_exact(package: str) -> None:
    """``__all__`` names what the package imports or defines for others, and nothing else."""
    module = importlib.import_module(package)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    offered: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(source), names=names) if source.startswith("surefoot"):
                offered.update(alias.asname or alias.name for alias in names)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if node in tree.body:
                offered.add(name)
            case _:
                pass
    missing = [name for name in module.__all__ if not hasattr(module, name)]
    assert missing == []
    assert len(set(module.__all__)) == len(module.__all__)
    private = {name for name in offered if name.startswith("_") and name != "__version__"}
    assert set(module.__all__) - {"__version__"} <= offered - private


def names_used() -> set[str]:
    found: set[str] = set()
    for path in MODULES:
        if path.name != "limits.py":
            found.update(re.findall(r"\.(\w+)", path.read_text(encoding="utf-8")))
    return found


def test_every_limit_is_used() -> None:
    fields = {
        f"{name_of(path)}: {node.target.id}"
        for path in MODULES
        if path.name == "limits.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    used = names_used()
    assert len(fields) > 100
    assert {each for each in fields if each.rpartition(" ")[2] not in used} == set()


def functions_at_module_level() -> dict[str, list[str]]:
    """Return the modules of each public function, but those that others find by name."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(name_of(path))
    return found


def test_every_function_is_used() -> None:
    """A public function is used in the package, its tests, its scripts, or is an entry point."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in FILES if path.suffix in {".py", ".toml"})
    occurrences: dict[str, int] = {}
    for word in re.findall(r"\w+", text):
        occurrences[word] = occurrences.get(word, 0) + 1
    unused = {name: where for name, where in functions_at_module_level().items() if occurrences[name] <= len(where)}
    assert unused == {}
