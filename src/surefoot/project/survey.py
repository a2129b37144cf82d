"""The functions and global variables of one compiled file, and what they refer to."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypedDict

from surefoot.base.budget import Budget
from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition, Global, Operand
from surefoot.frontend.loading import load_module
from surefoot.frontend.lower.control.flow_graph import operands_of, parts_of
from surefoot.program.program import DataModel
from surefoot.program.properties import Property
from surefoot.project.inputs import SourceFile
from surefoot.project.limits import LIMITS

UNUSED_TOO: Final = "-femit-all-decls"
"""Clang's flag to compile static functions that are not called."""


class FunctionFacts(TypedDict):
    """A function definition: its position, what it calls by name, and all names in its body."""

    file: str
    line: int
    last_line: int
    internal: bool
    weak: bool
    calls: list[str]
    mentions: list[str]


class GlobalFacts(TypedDict):
    """A definition of a global variable, with the names in its initial value."""

    internal: bool
    weak: bool
    constant: bool
    mentions: list[str]


class FileFacts(TypedDict):
    """The definitions in one translation unit."""

    functions: dict[str, FunctionFacts]
    globals: dict[str, GlobalFacts]
    aliases: dict[str, list[str]]
    inputs: list[str]
    """The files that the compiler read."""


def survey(source: SourceFile, property: Property, compilations: CompilationCache) -> FileFacts:
    """Compile ``source``, and return its definitions. Raises `SurefootError` if it does not compile."""
    module = load_module(
        Path(source.path),
        DataModel[source.data_model],
        property,
        (*source.flags, UNUSED_TOO),
        Budget.seconds(LIMITS.survey_seconds),
        compilations,
    )
    return {
        "functions": {name: _function(each) for name, each in module.functions.items() if each.span is not None},
        "globals": {
            name: {
                "internal": each.internal,
                "weak": each.weak,
                "constant": each.constant,
                "mentions": sorted(_names([each.initial])),
            }
            for name, each in module.globals.items()
            if each.initial is not None
        },
        "aliases": {name: sorted(_names([each.target])) for name, each in module.aliases.items()},
        "inputs": [*module.inputs],
    }


def _function(definition: FunctionDefinition) -> FunctionFacts:
    instructions = [each for block in definition.blocks for each in (*block.instructions, block.last)]
    calls = (each.callee for each in instructions if isinstance(each, CallInstruction))
    span = definition.span
    spans = (getattr(each, "span", None) for each in instructions)
    file = span.file if span else ""
    lines = [each.line for each in (span, *spans) if each is not None and each.file == file]
    return {
        "file": file,
        "line": min(lines, default=0) if span is None else span.line,
        "last_line": max(lines, default=0),
        "internal": definition.internal,
        "weak": definition.weak,
        "calls": sorted({each.name for each in calls if isinstance(each, Global)}),
        "mentions": sorted(_names([part for each in instructions for part in operands_of(each)])),
    }


def _names(operands: Sequence[Operand | None]) -> set[str]:
    return set(_mentioned(operands))


def _mentioned(operands: Sequence[Operand | None]) -> Iterator[str]:
    for operand in operands:
        if operand is not None:
            yield from (part.name for part in parts_of(operand) if isinstance(part, Global))
