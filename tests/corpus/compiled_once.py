"""Cache of compiler output for texts that several tests compile.

Clang's output depends on the text of the file, the flags and the file's name. Where the name
occurs as a location only, the output for another name differs in the name only. Texts that
include files of their own are compiled each time.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from surefoot.frontend import compiler
from surefoot.frontend.compiler import CompiledUnit, Toolchain
from surefoot.program.program import DataModel

ANEW = compiler._compile
"""Compiles, whatever was compiled before."""
_NAME, _LENGTH, _QUOTED = "\0", "\1", "\2"
_PLAIN = re.compile(r"/[\w./-]+")
"""Names that are told as they are."""
_INCLUDING = re.compile(r'#\s*include\s*"')
_CONSTANT = re.compile(rf'c"[^"]*{_NAME}')


@contextmanager
def compiled_once(folder: Path) -> Iterator[None]:
    """Compile each text once while the block runs; answers are kept in ``folder``, which several processes may share."""
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_compile", _remembering(folder))
        yield


def _remembering(folder: Path) -> Callable[[Toolchain, Path, DataModel, Sequence[str]], CompiledUnit]:
    def compiled(tools: Toolchain, path: Path, data_model: DataModel, flags: Sequence[str]) -> CompiledUnit:
        text = path.read_text("utf-8", "replace")
        if (
            _INCLUDING.search(text)
            or any(flag.startswith(("-I", "-i")) for flag in flags)
            or not _PLAIN.fullmatch(str(path))
        ):
            return ANEW(tools, path, data_model, flags)
        asked = (text, path.name, data_model.name, *flags)
        of_any, of_this = (folder / _digest(each) for each in (asked, (*asked, str(path))))
        for place in (of_any, of_this):
            if place.exists():
                kept = json.loads(place.read_text("utf-8"))
                ir_text, *warnings = (_named(each, path) for each in kept["texts"])
                return CompiledUnit(ir_text, tuple(warnings), tuple(_named(each, path) for each in kept["inputs"]))
        unit = ANEW(tools, path, data_model, flags)
        texts = [_nameless(each, path) for each in (unit.ir_text, *unit.warnings)]
        inputs = [_nameless(each, path) for each in unit.inputs]
        _keep(of_this if _CONSTANT.search(texts[0]) else of_any, {"texts": texts, "inputs": inputs})
        return unit

    return compiled


def _nameless(text: str, path: Path) -> str:
    """Return ``text`` with placeholders for the file name, and for its length in sanitizer data."""
    told = re.compile(rf'(@\.src[.\d]* = [^\[]*)\[\d+ x i8\] c"{re.escape(str(path))}\\00"')
    return told.sub(rf"\g<1>[{_LENGTH} x i8] c{_QUOTED}", text).replace(str(path), _NAME)


def _named(text: str, path: Path) -> str:
    """Return the inverse."""
    return text.replace(_LENGTH, str(len(str(path)) + 1)).replace(_QUOTED, f'"{path}\\00"').replace(_NAME, str(path))


def _digest(asked: tuple[str, ...]) -> str:
    return sha256(repr(asked).encode()).hexdigest()


def _keep(place: Path, answer: dict[str, list[str]]) -> None:
    """Write the file whole, as another process may look for it."""
    new = place.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(answer), "utf-8")
    new.replace(place)
