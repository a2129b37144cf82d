"""Names reachable from the entry: functions, globals, and functions whose address is taken."""

from collections.abc import Sequence

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    Argument,
    CallInstruction,
    FunctionDefinition,
    FunctionType,
    Global,
    IntConstant,
    Local,
    Module,
    Operand,
    PointerType,
    VoidType,
)
from surefoot.frontend.lower.control.flow_graph import Flow, flow_of, operands_of, parts_of
from surefoot.frontend.lower.library.contracts import ANNOTATIONS
from surefoot.frontend.lower.library.known_functions import ends_run
from surefoot.frontend.lower.library.model_calls import helper_for, helpers_of, needs_no_model
from surefoot.frontend.lower.library.termination import CALLED_AT_EXIT, is_handled_assertion
from surefoot.program.properties import Property


@dataclass(slots=True)
class ReachedNames:
    """Reachable names in the order in which they were found.

    ``addressed`` are functions whose address is taken although lowering handles them by name: those
    without a body, the error functions, and the handlers of failed assertions. ``missing`` are the
    functions without a body.
    """

    functions: dict[str, Flow] = field(default_factory=dict)
    globals: dict[str, None] = field(default_factory=dict)
    addressed: dict[str, None] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)


def reachable_from(entry: str, module: Module, property: Property, others: Sequence[str] = ()) -> ReachedNames:
    """Return everything that ``entry`` and ``others`` reach.

    Edges are calls, taken addresses and initial values. ``others`` run without being called.
    """
    search = _Search(module, property)
    for each in (entry, *others):
        search.run(each)
    return search.reached


def call_by_name(name: str, of: FunctionType, span: Span | None = None, *, noreturn: bool = False) -> CallInstruction:
    """Return a call of ``name`` that passes the parameters of the wrapper it is placed in."""
    arguments = tuple(Argument(Local(kind, f"argument{index}"), None) for index, kind in enumerate(of.parameters))
    result = None if isinstance(of.result, VoidType) else "result"
    return CallInstruction(result, of, Global(PointerType(), name), arguments, noreturn=noreturn, span=span)


class _Search:
    def __init__(self, module: Module, property: Property) -> None:
        self.reached = ReachedNames()
        self._module = module
        self._property = property
        self._error_functions = property.error_functions
        self._pending: list[FunctionDefinition] = []

    def run(self, entry: str) -> None:
        self._call(entry)
        while self._pending:
            flow = self.reached.functions[self._pending.pop().name]
            for label in flow.order:
                block = flow.blocks[label]
                for instruction in (*block.instructions, block.last):
                    operands = operands_of(instruction)
                    if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, Global):
                        self._call_by(instruction, instruction.callee.name, flow)
                        is_told = instruction.callee.name in ANNOTATIONS
                        operands = tuple(each for each in operands[1:] if not (is_told and isinstance(each, Global)))
                    for operand in operands:
                        self._mention(operand)

    def _call(self, name: str) -> None:
        at_exit = CALLED_AT_EXIT.get(name.partition("@")[0])
        if at_exit is not None:
            self._call(at_exit)
        definition = self._module.functions.get(name)
        if definition is None:
            self.reached.missing[name] = None
        elif is_handled_assertion(definition, self._property):
            return
        elif name not in self._error_functions and name not in self.reached.functions:
            self.reached.functions[name] = flow_of(definition, self._ends_run)
            self._pending.append(definition)

    def _call_by(self, call: CallInstruction, name: str, flow: Flow) -> None:
        """Add the callee of ``call``: ``name``, or the helpers that replace it."""
        if not needs_no_model(self._module, self._property, call, name, flow.use_count):
            self._call(name)
            if name in self._module.functions:
                return
        for each in helpers_of(self._module, call, name):
            self._call(helper_for(self._module, call, each))

    def _ends_run(self, call: CallInstruction) -> bool:
        match call.callee:
            case Global(_, name) if name in self._error_functions:
                return True
            case Global(_, name):
                return name not in self._module.functions and ends_run(name)
            case _:
                return False

    def _mention(self, operand: Operand) -> None:
        if isinstance(operand, Local | IntConstant):
            return
        pending: list[Operand] = [operand]
        while pending:
            for part in parts_of(pending.pop()):
                if not isinstance(part, Global):
                    continue
                known = self._module.globals.get(part.name)
                if known is None:
                    self._take_address(part.name)
                elif part.name not in self.reached.globals:
                    self.reached.globals[part.name] = None
                    if known.initial is not None:
                        pending.append(known.initial)

    def _take_address(self, name: str) -> None:
        definition = self._module.functions.get(name)
        is_handler = definition is not None and is_handled_assertion(definition, self._property)
        if definition is not None and name not in self._error_functions and not is_handler:
            self._call(name)
        else:
            self.reached.addressed[name] = None
            self._call(name)
            if declaration := self._module.declarations.get(name):
                call = call_by_name(name, declaration.type)
                for each in helpers_of(self._module, call, name):
                    self._call(helper_for(self._module, call, each))
