"""C text in, validated Program out, and its statements as text."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from surefoot.base.caveats import Direction
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel, Function, Program
from surefoot.program.properties import ASSERTIONS, Property
from surefoot.program.statements import Statement, Terminator
from surefoot.program.text import print_statement
from surefoot.program.validate import validate


class Load(Protocol):
    """Loads C texts, each as a file of its own called a.c, b.c, and so on."""

    def __call__(
        self,
        *texts: str,
        data_model: DataModel = DataModel.LP64,
        checked: Property = ASSERTIONS,
        entry: str = "main",
        flags: Sequence[str] = (),
        environment: Environment = ORDINARY,
    ) -> Program: ...


def loader(folder: Path) -> Load:
    """Return a loader that writes its files to ``folder``; programs for tests of lowering need no assertions."""

    def load(
        *texts: str,
        data_model: DataModel = DataModel.LP64,
        checked: Property = ASSERTIONS,
        entry: str = "main",
        flags: Sequence[str] = (),
        environment: Environment = ORDINARY,
    ) -> Program:
        paths = [folder / f"{letter}.c" for letter, _ in zip("abcdef", texts, strict=False)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        program = load_program(paths, data_model, checked, entry=entry, flags=flags, environment=environment).program
        validate(program)
        kept = tuple(caveat for caveat in program.caveats if caveat.direction is not Direction.HAS_NO_CHECKS)
        return replace(program, caveats=kept)

    return load


def all_statements(function: Function) -> list[Statement | Terminator]:
    """Yield statements and terminators, block after block."""
    return [item for block in function.blocks.values() for item in (*block.statements, block.terminator)]


def lines(program: Program, function: str) -> list[str]:
    """Return the statements of a function as text, without labels, positions and quotes around names."""
    return [print_statement(item).replace("`", "") for item in all_statements(program.functions[function])]
