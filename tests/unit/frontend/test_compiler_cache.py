"""The compiler cache of the tests returns the compiler's results."""

from pathlib import Path

import pytest

from corpus import compiled_once
from surefoot.frontend.compiler import CompiledUnit, compile_c
from surefoot.program.program import DataModel

PLAIN = "int f(int n) { return g(n) + 1; }\n"
NAMING = 'const char *name(void) { return "in " __FILE__; }\n'


@pytest.mark.parametrize("text", [PLAIN, NAMING])
def test_cached_result_equals_the_compiled_one(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Path] = []
    anew = compiled_once.ANEW

    def noted(*asked: object) -> CompiledUnit:
        compiled.append(asked[1])  # type: ignore[arg-type]
        return anew(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(compiled_once, "ANEW", noted)
    paths = [tmp_path / folder / "a.c" for folder in ("one", "other", "third")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(text if path.parent.name != "third" else text.replace("char", "signed char").replace("1", "2"))
    with compiled_once.compiled_once(tmp_path / "kept"):
        first = [compile_c(path, DataModel.LP64) for path in paths]
        asked = len(compiled)
        again = [compile_c(path, DataModel.LP64) for path in paths]
    assert first == again == [compile_c(path, DataModel.LP64) for path in paths]
    assert asked == (2 if text is PLAIN else 3)
    assert all(str(path) in unit.ir_text for path, unit in zip(paths, first, strict=True))
    assert [bool(unit.warnings) for unit in first] == [text is PLAIN] * 3


def test_other_flags_and_included_files_are_compiled_again(tmp_path: Path) -> None:
    path, header = tmp_path / "a.c", tmp_path / "a.h"
    path.write_text('#include "a.h"\nint f(void) { return N + M; }\n')
    header.write_text("#define N 1\n")
    with compiled_once.compiled_once(tmp_path / "kept"):
        one = compile_c(path, DataModel.LP64, ["-DM=5"])
        header.write_text("#define N 2\n")
        other = compile_c(path, DataModel.LP64, ["-DM=5"])
        last = compile_c(path, DataModel.LP64, ["-DM=7"])
    assert ["ret i32 6" in one.ir_text, "ret i32 7" in other.ir_text, "ret i32 9" in last.ir_text] == [True] * 3
