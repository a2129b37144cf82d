"""Calls of library functions with a literal format become calls of functions that are made for that format.

A walk along the format at run time is a loop for each call, about whose rounds nothing can be said at once: no proof gets through it, and unrolling it takes longer than what the format stands for.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from surefoot.base.records import dataclass, replace
from surefoot.frontend.library.formats import FORMATTED, Passed, code_for
from surefoot.frontend.linking.call_rewriting import with_calls
from surefoot.frontend.llvm.module import (
    Argument,
    CallInstruction,
    FloatType,
    FunctionDefinition,
    FunctionType,
    Global,
    IntType,
    Module,
    PointerType,
)
from surefoot.frontend.lower.library.formats import format_of, is_simple_input, missing_arguments

_FILE_OF: Final = {name: "scanf.c" if name.endswith("scanf") else "printf.c" for name in FORMATTED}
_Key = tuple[str, str, tuple[Passed, ...]]
"""A function, its format, and how the variable arguments are passed."""


@dataclass(frozen=True, slots=True)
class MadeForFormats:
    """Functions that were made for formats: their names in C, and in which file of models the text of all of them belongs."""

    names: Mapping[_Key, str]
    texts: Mapping[str, str]

    def renamed(self, models: Module) -> Module:
        """``models``, where the functions have names that tell whose place they take."""
        functions = dict(models.functions)
        for (name, _, _), made in self.names.items():
            called = _called(name, made)
            functions[called] = replace(functions.pop(made), name=called)
        return replace(models, functions=functions)

    def called_in(self, module: Module) -> Module:
        """``module``, which is linked with the renamed models, where these functions are called."""
        if not self.names:
            return module
        functions = {name: self._calling(function, module) for name, function in module.functions.items()}
        return replace(module, functions=functions)

    def _calling(self, function: FunctionDefinition, module: Module) -> FunctionDefinition:
        def made(call: CallInstruction) -> CallInstruction:
            key = _key(module, call, frozenset(name for name, _, _ in self.names))
            known = None if key is None else self.names.get(key)
            if key is None or known is None:
                return call
            types = tuple(each.value.type for each in call.arguments)
            callee = Global(PointerType(), _called(key[0], known))
            return replace(call, callee=callee, type=FunctionType(call.type.result, types, variadic=False))

        return with_calls(function, made)


def made_for_formats(module: Module, missing: Collection[str], pointer_size: int) -> MadeForFormats:
    """Functions for the literal formats that ``module`` gives to those of the functions ``missing`` in it that the library has."""
    names: dict[_Key, str] = {}
    texts: dict[str, str] = {}
    wanted = frozenset(FORMATTED).intersection(missing)
    for call in _calls(module) if wanted else ():
        key = _key(module, call, wanted)
        if key is None or key in names:
            continue
        name, text, passed = key
        made = f"library_{name.strip('_')}_{len(names) + 1}"
        code = code_for(name, text, passed, pointer_size, made)
        if code is not None:
            names[key] = made
            texts[_FILE_OF[name]] = f"{texts.get(_FILE_OF[name], '')}\n{code}"
    return MadeForFormats(names, texts)


def _called(name: str, made: str) -> str:
    """What a function is called that was ``made`` to take the place of ``name``, as copies of models are."""
    return f"{name}@{made}"


def _calls(module: Module) -> Iterator[CallInstruction]:
    for function in module.functions.values():
        for block in function.blocks:
            yield from (each for each in block.instructions if isinstance(each, CallInstruction))


def _key(module: Module, call: CallInstruction, wanted: Collection[str]) -> _Key | None:
    """What ``call`` is about if it calls one of ``wanted`` with a literal."""
    if not isinstance(call.callee, Global) or call.callee.name not in wanted:
        return None
    name = call.callee.name
    known = FORMATTED[name]
    text = format_of(module, call, known.format_at)
    passed = [_passed(each) for each in call.arguments[len(known.parameters) :]]
    if text is None or missing_arguments(module, call, name) or is_simple_input(module, call, name):
        return None
    found = tuple(each for each in passed if each is not None)
    return (name, text, found) if len(found) == len(passed) else None


def _passed(argument: Argument) -> Passed | None:
    if argument.byval is not None:
        return None
    match argument.value.type:
        case IntType(32):
            return Passed.INT
        case IntType(64):
            return Passed.LONG
        case PointerType():
            return Passed.POINTER
        case FloatType("double"):
            return Passed.DOUBLE
        case _:
            return None
