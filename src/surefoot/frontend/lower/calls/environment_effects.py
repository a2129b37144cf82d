"""Effects of external functions besides returning: callbacks and use of stored pointers.

An external function may call every function of the program whose name it can refer to or whose
address it may have obtained. That matters only if the called function changes a static variable,
which the external function cannot change itself. `main` is not called again. Assertions that fail
because of arguments that an external function passes are not reported.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from surefoot.base.records import dataclass
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.llvm.module import (
    CallInstruction,
    FunctionDefinition,
    Global,
    Instruction,
    LastInstruction,
    LoadInstruction,
    Module,
    Operand,
    PointerType,
)
from surefoot.frontend.lower.control.flow_graph import Flow, operands_of, parts_of, successors_of
from surefoot.frontend.lower.control.reachability import ReachedNames
from surefoot.frontend.lower.library.formats import is_formatted_input
from surefoot.frontend.lower.library.known_functions import handler_of
from surefoot.program.properties import Property


@dataclass(frozen=True, slots=True)
class Callback:
    """Function that external code may call, and a static variable that it may change."""

    function: str
    changed: str


class ExternalEffects:
    """Reachable part of ``module`` as seen from external functions; results are cached."""

    def __init__(self, module: Module, reached: ReachedNames, property: Property) -> None:
        self._module = module
        self._reached = reached
        self._property = property
        self._external: dict[str, bool] = {}

    @cached_property
    def callback(self) -> Callback | None:
        """Return the first callback that changes a static variable, or None."""
        return next(self._callbacks(), None)

    def is_external(self, name: str) -> bool:
        """Return whether ``name`` is a function without body that is no known library function."""
        if name not in self._external:
            declaration = self._module.declarations.get(name)
            self._external[name] = not (
                name in self._module.functions
                or name in self._property.error_functions
                or name.startswith("llvm.")
                or handler_of(name, declaration.type if declaration else None) is not None
                or is_formatted_input(name)
                or (declaration is not None and is_standard(name, declaration.type))
            )
        return self._external[name]

    def may_call_external_after(self, flow: Flow, label: str, position: int) -> bool:
        """Return whether an external function may be called after ``position`` in block ``label``.

        Calls after the return of the function do not count.
        """
        if self._any_calls_external(flow.blocks[label].instructions[position + 1 :]):
            return True
        pending = [*successors_of(flow.blocks[label].last)]
        seen: set[str] = set()
        while pending:
            following = pending.pop()
            if following not in seen and following in flow.blocks:
                seen.add(following)
                if self._any_calls_external(flow.blocks[following].instructions):
                    return True
                pending.extend(successors_of(flow.blocks[following].last))
        return False

    def _any_calls_external(self, instructions: tuple[Instruction, ...]) -> bool:
        return any(isinstance(each, CallInstruction) and self._calls_external(each) for each in instructions)

    def _calls_external(self, call: CallInstruction) -> bool:
        match call.callee:
            case Global(_, name):
                return self.is_external(name) or name in self._functions_calling_external
            case _:
                return bool(self._functions_calling_external) or any(map(self.is_external, self._reached.addressed))

    @cached_property
    def _functions_calling_external(self) -> frozenset[str]:
        """Return the functions of the program that may call an external one, directly or not."""
        through_pointers = any(map(self.is_external, self._reached.addressed))
        callers: dict[str, list[str]] = {}
        pending: list[str] = []
        for name, flow in self._reached.functions.items():
            for call in _calls(flow):
                match call.callee:
                    case Global(_, called) if called in self._reached.functions:
                        callers.setdefault(called, []).append(name)
                    case Global(_, called) if self.is_external(called):
                        pending.append(name)
                    case Global():
                        pass
                    case _ if through_pointers:
                        pending.append(name)
                    case _:
                        pass
        found: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending.extend(callers.get(name, ()))
        return frozenset(found)

    def _callbacks(self) -> Iterator[Callback]:
        addressed = self._addressed_functions()
        for function in self._module.functions.values():
            is_visible = not function.internal or function.name in addressed
            if function.name == "main" or not is_visible or _is_model(function):
                continue
            if function.name in self._property.error_functions:
                continue
            if changed := self._static_changed_by(function):
                yield Callback(function.name, changed)

    def _addressed_functions(self) -> set[str]:
        """Return the functions whose address the program takes other than by calling them."""
        mentioned: set[str] = set()
        for flow in self._reached.functions.values():
            for label in flow.order:
                block = flow.blocks[label]
                for instruction in (*block.instructions, block.last):
                    operands = operands_of(instruction)
                    if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, Global):
                        operands = operands[1:]
                    mentioned.update(_globals_in(operands))
        initial = (self._module.globals[name].initial for name in self._reached.globals)
        mentioned.update(_globals_in(value for value in initial if value is not None))
        return mentioned & self._module.functions.keys()

    def _static_changed_by(self, function: FunctionDefinition) -> str | None:
        """Return a reached static variable that ``function`` or a callee may change, or None."""
        seen: set[str] = set()
        pending = [function.name]
        while pending:
            name = pending.pop()
            definition = self._module.functions.get(name)
            if definition is None or name in seen or _is_model(definition):
                continue
            seen.add(name)
            for block in definition.blocks:
                for instruction in (*block.instructions, block.last):
                    if changed := self._static_changed(instruction):
                        return changed
                    if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, Global):
                        pending.append(instruction.callee.name)
        return None

    def _static_changed(self, instruction: Instruction | LastInstruction) -> str | None:
        if isinstance(instruction, LoadInstruction) and not isinstance(instruction.type, PointerType):
            return None
        for name in _globals_in(operands_of(instruction)):
            known = self._module.globals.get(name)
            if known and known.internal and not known.constant and name in self._reached.globals:
                return known.declared.name if known.declared else name
        return None


def _is_model(function: FunctionDefinition) -> bool:
    return function.span is not None and function.span.is_library


def _calls(flow: Flow) -> Iterator[CallInstruction]:
    for label in flow.order:
        for instruction in flow.blocks[label].instructions:
            if isinstance(instruction, CallInstruction):
                yield instruction


def _globals_in(operands: Iterable[Operand]) -> Iterator[str]:
    for operand in operands:
        for part in parts_of(operand):
            if isinstance(part, Global):
                yield part.name
