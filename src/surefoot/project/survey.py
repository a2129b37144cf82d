"""The functions and global variables of one compiled file, and what they refer to."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypedDict

from surefoot.base.budget import Budget
from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.linking.constructors import constructors, destructors
from surefoot.frontend.llvm.module import (
    CallInstruction,
    FunctionDefinition,
    Global,
    GlobalDefinition,
    Instruction,
    LastInstruction,
    Module,
    Operand,
)
from surefoot.frontend.loading import load_module
from surefoot.frontend.lower.control.flow_graph import operands_of, parts_of
from surefoot.program.program import DataModel
from surefoot.program.properties import Property
from surefoot.project.fingerprints import digest_of, fingerprint_of
from surefoot.project.inputs import SourceFile
from surefoot.project.limits import LIMITS

UNUSED_TOO: Final = "-femit-all-decls"
"""Clang's flag to compile static functions that are not called."""


class FunctionFacts(TypedDict):
    """A function definition: its position, what it calls by name, all names in its body, and those among
    them that are used otherwise than as the callee of a call.
    """

    file: str
    line: int
    last_line: int
    internal: bool
    weak: bool
    calls: list[str]
    mentions: list[str]
    addressed: list[str]
    digest: str
    """Hash of the definition without positions."""
    positions: list[str]
    """Its positions."""


class GlobalFacts(TypedDict):
    """A definition of a global variable, with the names in its initial value."""

    internal: bool
    weak: bool
    constant: bool
    mentions: list[str]
    digest: str
    positions: list[str]


class FileFacts(TypedDict):
    """The definitions in one translation unit."""

    functions: dict[str, FunctionFacts]
    globals: dict[str, GlobalFacts]
    aliases: dict[str, list[str]]
    inputs: list[str]
    """The files that the compiler read."""
    digest: str
    """Hash of declarations, types and other things that any function may depend on."""
    has_constructors: bool
    """True if functions run before or after all others."""


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
                **_identity(each),
            }
            for name, each in module.globals.items()
            if each.initial is not None
        },
        "aliases": {name: sorted(_names([each.target])) for name, each in module.aliases.items()},
        "inputs": [*module.inputs],
        "digest": _shared_digest(module),
        "has_constructors": bool(constructors(module) or destructors(module)),
    }


class _Identity(TypedDict):
    digest: str
    positions: list[str]


def _identity(definition: FunctionDefinition | GlobalDefinition) -> _Identity:
    found = fingerprint_of(definition)
    return {
        "digest": found.digest,
        "positions": [f"{each.file}:{each.line}:{each.column}" for each in found.positions],
    }


def _shared_digest(module: Module) -> str:
    """Return the hash of what a function of ``module`` may depend on without a reference to it."""
    functions = (each for each in module.functions.values() if each.weak or each.span is None)
    variables = (each for each in module.globals.values() if each.weak or each.initial is None)
    parts = (module.data_layout, module.declarations, module.aliases, module.pointees, *functions, *variables)
    return digest_of([fingerprint_of(each).digest for each in parts])


def _values_of(instruction: Instruction | LastInstruction) -> list[Operand]:
    """Return the operands, but not the callee of a call."""
    callee = instruction.callee if isinstance(instruction, CallInstruction) else None
    return [each for each in operands_of(instruction) if each is not callee]


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
        "addressed": sorted(_names([part for each in instructions for part in _values_of(each)])),
        **_identity(definition),
    }


def _names(operands: Sequence[Operand | None]) -> set[str]:
    return set(_mentioned(operands))


def _mentioned(operands: Sequence[Operand | None]) -> Iterator[str]:
    for operand in operands:
        if operand is not None:
            yield from (part.name for part in parts_of(operand) if isinstance(part, Global))
