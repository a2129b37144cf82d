"""Copies of library models, one for each place where the program calls them.

The checks in a model are about what the caller hands over, so each call asks them anew. If all calls shared them, a violation in one
call would hide those in the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from surefoot.frontend.library import copied_name
from surefoot.frontend.link import rewritten
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition, Global, Module, Operand, PointerType
from surefoot.frontend.lower.reading import readings_of
from surefoot.spans import Span


def with_library_calls_apart(module: Module) -> Module:
    """``module`` with a copy of each model that the program calls at several places for each of them, and calls of the copies.

    What a model calls is copied with it. Models with variable arguments are not: lowering knows their calls by name.
    """
    places: dict[str, dict[Span, None]] = {}
    for caller in module.functions.values():
        if not _is_model(caller):
            for call in _calls(caller):
                for name in _models_called(module, call):
                    if call.span is not None:
                        places.setdefault(name, {})[call.span] = None
    several = [name for name, spans in places.items() if len(spans) > 1]
    if not several:
        return module
    functions = {
        name: function if _is_model(function) else _calling_copies(function, several)
        for name, function in module.functions.items()
    }
    for name in several:
        for place in places[name]:
            _copy(name, place, module, functions)
    return replace(module, functions=functions)


def _copy(name: str, place: Span, module: Module, functions: dict[str, FunctionDefinition]) -> str:
    """The name of the copy of model ``name`` for a call at ``place``, which is in ``functions`` then."""
    copied = copied_name(name, place)
    if copied not in functions:
        functions[copied] = module.functions[name]  # recursion ends here
        called = {each for call in _calls(module.functions[name]) for each in _models_called(module, call)}
        targets: dict[str, Operand] = {
            each: Global(PointerType(), _copy(each, place, module, functions)) for each in sorted(called)
        }
        functions[copied] = replace(rewritten(module.functions[name], targets), name=copied)
    return copied


def _calling_copies(caller: FunctionDefinition, several: Sequence[str]) -> FunctionDefinition:
    def calling_copy(call: CallInstruction) -> CallInstruction:
        match call:
            case CallInstruction(callee=Global(of, name), span=Span() as place) if name in several:
                return replace(call, callee=Global(of, copied_name(name, place)))
            case _:
                return call

    blocks = [
        replace(
            block,
            instructions=tuple(
                calling_copy(each) if isinstance(each, CallInstruction) else each for each in block.instructions
            ),
        )
        for block in caller.blocks
    ]
    return replace(caller, blocks=tuple(blocks))


def _models_called(module: Module, call: CallInstruction) -> Iterator[str]:
    """The models that ``call`` is lowered to calls of."""
    if isinstance(call.callee, Global):
        name = call.callee.name
        model = module.functions.get(name)
        if model is None:
            yield from (each.by for each in readings_of(module, call, name) or ())
        elif _is_model(model) and not model.type.variadic:
            yield name


def _calls(function: FunctionDefinition) -> Iterator[CallInstruction]:
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallInstruction):
                yield instruction


def _is_model(function: FunctionDefinition) -> bool:
    return function.span is not None and function.span.is_library
