"""The layer rule: imports point only to layers above in the list."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "surefoot"
MODULES = sorted(SRC.rglob("*.py"))

LAYERS = (
    "base",
    "logic",
    "circuits",
    "smt",
    "program",
    "frontend",
    "semantics",
    "systems",
    "evidence",
    "discharge",
    "invariants",
    "engines",
    "certify",
    "report",
    "verify",
    "witnesses",
    "project",
    "triage",
    "service",
    "bench",
    "cli",
    "__main__",
    "benchexec_tool",
)
RANK = {name: rank for rank, name in enumerate(LAYERS)}
ONE_IMPORTER = (
    "benchexec",
    "bitwuzla",
    "cvc5",
    "dask",
    "distributed",
    "dataclasses",
    "enum",
    "pysolvers",
    "vcd",
    "yaml",
    "z3",
    "ziglang",
)
FRONT_ENDS = {
    "lsprotocol": "surefoot.service.lsp",
    "mcp": "surefoot.service.mcp",
    "mcp_types": "surefoot.service.mcp",
    "pygls": "surefoot.service.lsp",
}
"""Libraries of optional front ends, with the only package that imports them."""
NAMES_WITHOUT_MEANING = {"utils", "helpers", "common", "misc", "util", "helper"}


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """Return the layer of a module of surefoot; the package itself, which holds the version only,
    has none.
    """
    package, _, rest = module.partition(".")
    return (rest.partition(".")[0] or None) if package == "surefoot" else None


@cache
def imported_modules(path: Path) -> tuple[str, ...]:
    """Return every module that any import in the file names, wherever the import stands."""
    return tuple(_imported_modules(path))


def _imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module="surefoot", names=names):
                yield from (f"surefoot.{alias.name}" for alias in names if alias.name != "__version__")
            case ast.ImportFrom(module=str(module), level=0):
                yield module
            case _:
                pass


def test_there_are_modules() -> None:
    assert len(MODULES) > 20


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_every_module_has_a_layer(path: Path) -> None:
    layer = layer_of(module_name(path))
    assert layer is None or layer in RANK, f"put {layer} into LAYERS, here and in ARCHITECTURE.md"


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(module_name(path))], ids=module_name)
def test_imports_point_upwards_in_the_list(path: Path) -> None:
    here = layer_of(module_name(path)) or ""
    ours = [module for module in imported_modules(path) if layer_of(module)]
    wrong = [m for m in ours if layer_of(m) != here and RANK[layer_of(m) or ""] >= RANK[here]]
    assert not wrong, f"{module_name(path)} may not import {wrong}"


@pytest.mark.parametrize("path", sorted((SRC / "certify").rglob("*.py")), ids=module_name)
def test_certify_trusts_neither_engines_nor_passes(path: Path) -> None:
    layers = {layer_of(module) for module in imported_modules(path)}
    assert not layers & {"engines", "passes"}


@pytest.mark.parametrize("library", ONE_IMPORTER)
def test_each_library_has_one_importer(library: str) -> None:
    importers = [module_name(p) for p in MODULES if library in {m.partition(".")[0] for m in imported_modules(p)}]
    assert len(importers) <= 1, f"{library} is imported by {importers}"


@pytest.mark.parametrize(("library", "package"), FRONT_ENDS.items())
def test_libraries_of_front_ends_stay_there(library: str, package: str) -> None:
    importers = [module_name(p) for p in MODULES if library in {m.partition(".")[0] for m in imported_modules(p)}]
    assert importers
    assert [name for name in importers if not name.startswith(package)] == []


def test_no_other_library_is_needed() -> None:
    import sys

    allowed = {*sys.stdlib_module_names, *ONE_IMPORTER, *FRONT_ENDS, "surefoot"}
    foreign = {
        (module_name(path), module)
        for path in MODULES
        for module in imported_modules(path)
        if module.partition(".")[0] not in allowed
    }
    assert not foreign


def test_ziglang_is_named_in_one_file() -> None:
    naming = [module_name(path) for path in MODULES if "ziglang" in path.read_text(encoding="utf-8")]
    assert len(naming) <= 1


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_file_names_are_specific(path: Path) -> None:
    assert path.stem not in NAMES_WITHOUT_MEANING


def test_the_layer_rule_catches_a_violation(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from surefoot.cli import main\n    import surefoot.engines.bmc\n    return main\n")
    assert sorted(filter(None, map(layer_of, imported_modules(bad)))) == ["cli", "engines"]
