"""Independence of flat memory: it shares no code with the executor and memory model it is compared
with.
"""

import ast
from pathlib import Path

import pytest

FLAT = Path(__file__).resolve().parents[2] / "src" / "surefoot" / "semantics" / "flat"
ALLOWED = (
    "surefoot.base.records",
    "surefoot.base.enums",
    "surefoot.base.budget",
    "surefoot.base.errors",
    "surefoot.base.spans",
    "surefoot.logic",
    "surefoot.program",
    "surefoot.semantics.flat",
    "surefoot.semantics.limits",
)
FORBIDDEN = ("surefoot.semantics.interpreter",)


@pytest.mark.parametrize("path", sorted(FLAT.glob("*.py")), ids=lambda path: path.stem)
def test_flat_view_imports_only_program_and_logic(path: Path) -> None:
    imported = [
        node.module
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("surefoot")
    ]
    assert [name for name in imported if not name.startswith(ALLOWED) or name.startswith(FORBIDDEN)] == []
