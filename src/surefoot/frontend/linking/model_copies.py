"""Copies of library models, one for each call site in the program.

The checks in a model concern the arguments of its caller. If all call sites shared one copy, a
violation at one call site would hide those at the others.
"""

from collections.abc import Iterator

from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.library import copy_name
from surefoot.frontend.linking.rewriting import calls_in, rewritten, with_calls
from surefoot.frontend.llvm.module import (
    CallInstruction,
    FunctionDefinition,
    Global,
    Local,
    Module,
    Operand,
    PointerType,
)
from surefoot.frontend.lower.control.flow_graph import operands_of
from surefoot.frontend.lower.library.model_calls import helpers_of, needs_no_model
from surefoot.program.properties import Property


def with_model_copies(module: Module, property: Property) -> Module:
    """Copy each model with several call sites once for each of them, and call the copies.

    The callees of a model are copied with it and count as called at the same call sites.
    """
    return _Copier(module, property).copied()


class _Copier:
    def __init__(self, module: Module, property: Property) -> None:
        self._module = module
        self._property = property
        self._functions = dict(module.functions)

    def copied(self) -> Module:
        call_sites: dict[str, dict[Span, None]] = {}
        callers = [function for function in self._module.functions.values() if not _is_model(function)]
        for caller in callers:
            for call, models in self._models_called(caller):
                for name in models:
                    if call.span is not None:
                        call_sites.setdefault(name, {})[call.span] = None
        closures = {name: self._closure(name) for name in call_sites}
        sites_of_part: dict[str, set[Span]] = {}
        for name, spans in call_sites.items():
            for part in closures[name]:
                sites_of_part.setdefault(part, set()).update(spans)
        shared = [name for name in call_sites if any(len(sites_of_part[part]) > 1 for part in closures[name])]
        if not shared:
            return self._module
        for caller in callers:
            self._functions[caller.name] = self._calling_copies(caller, frozenset(shared))
        for name in shared:
            for place in call_sites[name]:
                self._copy(name, place)
        return replace(self._module, functions=self._functions)

    def _closure(self, name: str) -> set[str]:
        """Return the model ``name`` and the models that it calls, directly or not."""
        found = {name}
        pending = [name]
        while pending:
            for _, models in self._models_called(self._module.functions[pending.pop()]):
                pending.extend(each for each in models if each not in found)
                found.update(models)
        return found

    def _copy(self, name: str, place: Span) -> str:
        """Return the name of the copy of model ``name`` for a call at ``place``.

        Ensures: the copy exists.
        """
        copied = copy_name(name, place)
        if copied not in self._functions:
            original = self._module.functions[name]
            self._functions[copied] = original  # ends the recursion below for recursive models
            called = {each for _, models in self._models_called(original) for each in models}
            targets: dict[str, Operand] = {
                each: Global(PointerType(), self._copy(each, place)) for each in sorted(called)
            }
            self._functions[copied] = replace(rewritten(original, targets), name=copied)
        return copied

    def _calling_copies(self, caller: FunctionDefinition, shared: frozenset[str]) -> FunctionDefinition:
        used = _used(caller)

        def calling_copy(call: CallInstruction) -> CallInstruction:
            match call:
                case CallInstruction(callee=Global(of, name), span=Span() as place) if name in shared:
                    if needs_no_model(self._module, self._property, call, name, used):
                        return call
                    return replace(call, callee=Global(of, copy_name(name, place)))
                case _:
                    return call

        return with_calls(caller, calling_copy)

    def _models_called(self, caller: FunctionDefinition) -> Iterator[tuple[CallInstruction, tuple[str, ...]]]:
        """Yield the direct calls in ``caller`` with the models that lowering calls for each."""
        used = _used(caller)
        for call in calls_in(caller):
            if isinstance(call.callee, Global):
                yield call, self._models_of(call, call.callee.name, used)

    def _models_of(self, call: CallInstruction, name: str, used: frozenset[str]) -> tuple[str, ...]:
        model = self._module.functions.get(name)
        if model is None or needs_no_model(self._module, self._property, call, name, used):
            return tuple(each for each in helpers_of(self._module, call, name) if each in self._module.functions)
        return (name,) if _is_model(model) else ()


def _used(function: FunctionDefinition) -> frozenset[str]:
    """Return the names of the registers that instructions of ``function`` use."""
    return frozenset(
        operand.name
        for block in function.blocks
        for instruction in (*block.instructions, block.last)
        for operand in operands_of(instruction)
        if isinstance(operand, Local)
    )


def _is_model(function: FunctionDefinition) -> bool:
    return function.span is not None and function.span.is_library
