"""Isolation of a few functions of a module: all others are replaced by stubs, which have no
effects.

Calls of other functions become calls of stubs in the lowered program, to which
`program.passes.path_programs` assigns arbitrary effects. The name of a stub is `STUB` or
`LIBRARY_STUB`, followed by the name of the function.
"""

from collections.abc import Collection, Iterator
from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass, field, replace
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.llvm.module import (
    Argument,
    BasicBlock,
    CallInstruction,
    FunctionDefinition,
    FunctionType,
    Global,
    Instruction,
    LoadInstruction,
    Local,
    Module,
    Operand,
    Parameter,
    PointerType,
    ReturnInstruction,
    StoreInstruction,
    VoidType,
    Zero,
)
from surefoot.frontend.lower.control.flow_graph import flow_of, operands_of, parts_of
from surefoot.frontend.lower.memory.promotion import promotable_globals
from surefoot.program.ctypes import CVoid
from surefoot.program.passes.reported_path import LIBRARY_STUB, START_OF_PATH, STUB

_ALLOCATION: Final = frozenset({"malloc", "calloc", "free"})
"""Functions whose calls are lowered to statements."""
_RETURNS_TWICE: Final = frozenset({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "getcontext"})
# fmt: off
_CALLS_BACK: Final = frozenset({
    "qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete", "tdestroy", "twalk", "twalk_r",
    "ftw", "ftw64", "nftw", "nftw64", "scandir", "scandir64", "scandirat", "glob", "glob64", "fts_open", "argp_parse",
    "signal", "sigaction", "sigset", "raise", "kill", "abort", "exit", "quick_exit", "swapcontext", "setcontext", "clone",
    "pthread_create", "pthread_join", "pthread_once", "call_once", "thrd_create", "thrd_join", "dl_iterate_phdr",
})
# fmt: on
"""Library functions that may call functions of the program."""
_VARIABLE_ARGUMENTS: Final = ("llvm.va_start", "llvm.va_copy", "llvm.va_end")


def isolated(module: Module, entry: str, kept: Collection[str]) -> Module:
    """Return ``module`` with the bodies of ``entry`` and the functions ``kept`` only, and with a
    function `START_OF_PATH` that calls ``entry``; its arguments are results of stubs.

    Raises `UnsupportedError` if one of them calls a function that returns twice.
    """
    return _Isolation(module, {entry, *kept} & module.functions.keys()).module(entry)


@dataclass(slots=True)
class _Isolation:
    source: Module
    kept: set[str]
    _stubs: dict[str, FunctionDefinition] = field(default_factory=dict)

    def module(self, entry: str) -> Module:
        """Return the module."""
        source = self.source
        functions = {name: self._function(source.functions[name]) for name in source.functions if name in self.kept}
        functions[START_OF_PATH] = self._start(source.functions[entry])
        types = {name: each.type for name, each in source.declarations.items()}
        types |= {name: each.type for name, each in source.functions.items()}
        others = {
            name: _empty(name, replace(of, variadic=False))
            for name, of in types.items()
            if name not in self.kept and name not in _ALLOCATION and not name.startswith("llvm.")
        }
        kept = {name: each for name, each in source.declarations.items() if name not in others}
        return replace(source, functions={**others, **functions, **self._stubs}, declarations=kept)

    def _start(self, entry: FunctionDefinition) -> FunctionDefinition:
        calls: list[Instruction] = []
        arguments: list[Argument] = []
        for number, each in enumerate(entry.parameters):
            name = f"argument{number}"
            stub = self._stub(f"{STUB}{each.name}", FunctionType(each.type, (), variadic=False))
            calls.append(
                CallInstruction(name, stub.type, Global(PointerType(), stub.name), (), noreturn=False, span=entry.span)
            )
            arguments.append(Argument(Local(each.type, name), None))
        exposed = [*self._exposed()]
        if exposed:
            pointers = FunctionType(VoidType(), (PointerType(),) * len(exposed), variadic=False)
            stub = self._stub(f"{STUB}exposed", pointers)
            given = tuple(Argument(Global(PointerType(), each), None) for each in exposed)
            callee = Global(PointerType(), stub.name)
            calls.append(CallInstruction(None, pointers, callee, given, noreturn=False, span=entry.span))
        last = CallInstruction(
            None, entry.type, Global(PointerType(), entry.name), tuple(arguments), noreturn=False, span=entry.span
        )
        block = BasicBlock("entry", (*calls, last), ReturnInstruction(None, entry.span))
        return _definition(START_OF_PATH, FunctionType(VoidType(), (), variadic=False), (block,))

    def _exposed(self) -> Iterator[str]:
        """Yield the global variables in kept functions that are volatile or to which other code may
        have a pointer.

        Their addresses are passed to a stub: so they are objects in memory, and an access through a
        pointer may be one to them.
        """
        source = self.source
        own = {name: each for name, each in source.globals.items() if each.internal}
        flows = (flow_of(each, lambda _: False) for each in source.functions.values())
        initial = [each.initial for each in source.globals.values() if each.initial is not None]
        hidden = promotable_globals(own, flows, initial)
        instructions = [
            instruction
            for name in source.functions
            if name in self.kept
            for block in source.functions[name].blocks
            for instruction in (*block.instructions, block.last)
        ]
        volatile = {
            each.address.name
            for each in instructions
            if isinstance(each, LoadInstruction | StoreInstruction)
            and each.is_volatile
            and isinstance(each.address, Global)
        }
        parts = (part for each in instructions for operand in operands_of(each) for part in parts_of(operand))
        for name in dict.fromkeys(part.name for part in parts if isinstance(part, Global)):
            known = source.globals.get(name)
            if known is not None and not known.constant and (name not in hidden or name in volatile):
                yield name

    def _function(self, function: FunctionDefinition) -> FunctionDefinition:
        blocks = tuple(
            replace(each, instructions=tuple(map(self._instruction, each.instructions))) for each in function.blocks
        )
        return replace(function, blocks=blocks)

    def _instruction(self, instruction: Instruction) -> Instruction:
        if not isinstance(instruction, CallInstruction):
            return instruction
        name = self._stub_name(instruction.callee, instruction.type)
        if not name:
            return instruction
        called = replace(instruction.type, variadic=False)
        stub = self._stub(name, called)
        arguments = tuple(replace(each, byval=None) for each in instruction.arguments[: len(called.parameters)])
        return replace(instruction, type=called, callee=Global(PointerType(), stub.name), arguments=arguments)

    def _stub_name(self, callee: Operand, of: FunctionType) -> str:
        """Return the name of the stub for a call; empty if the call stays."""
        if not isinstance(callee, Global):
            return f"{STUB}pointer"
        name = callee.name
        if name in self.kept or name in _ALLOCATION:
            return ""
        if name.startswith("llvm."):
            return f"{LIBRARY_STUB}{name}" if name.startswith(_VARIABLE_ARGUMENTS) else ""
        if name in _RETURNS_TWICE:
            raise UnsupportedError(f"the path calls {name}, which may return twice")
        is_library = name not in self.source.functions and name not in _CALLS_BACK and is_standard(name, of)
        return f"{LIBRARY_STUB if is_library else STUB}{name}"

    def _stub(self, name: str, of: FunctionType) -> FunctionDefinition:
        """Return the stub ``name`` for calls of type ``of``; each type has its own."""
        number = 0
        while (known := self._stubs.get(f"{name}.{number}")) is not None and known.type != of:
            number += 1
        made = _empty(f"{name}.{number}", of)
        return self._stubs.setdefault(made.name, made)


def _empty(name: str, of: FunctionType) -> FunctionDefinition:
    """Return a function without effects."""
    result = None if isinstance(of.result, VoidType) else Zero(of.result)
    return _definition(name, of, (BasicBlock("entry", (), ReturnInstruction(result, None)),))


def _definition(name: str, of: FunctionType, blocks: tuple[BasicBlock, ...]) -> FunctionDefinition:
    parameters = tuple(_parameters(of))
    return FunctionDefinition(
        name, of, parameters, blocks, {}, internal=True, weak=False, span=None, result_ctype=CVoid()
    )


def _parameters(of: FunctionType) -> Iterator[Parameter]:
    for number, each in enumerate(of.parameters):
        yield Parameter(each, f"parameter{number}", None)
