"""Lowering of one function definition."""

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
    Alloca,
    BasicBlock,
    FunctionDefinition,
    LoadInstruction,
    Local,
    Parameter,
    StoreInstruction,
)
from surefoot.frontend.lower.calls.variable_arguments import declare_variable_arguments, refuse_aligned_structs
from surefoot.frontend.lower.constants import scalar
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.control.interrupts import interrupt_after, interrupt_before
from surefoot.frontend.lower.control.terminators import (
    declare_phis,
    lower_terminator,
    with_leak_checks_in_infinite_loops,
)
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.instructions import lower_instruction
from surefoot.frontend.lower.memory.definite_assignment import find_unassigned
from surefoot.frontend.lower.memory.initialisation import declare_initialised_flags
from surefoot.frontend.lower.memory.lifetimes import end_vlas_left_by_jumps, note_uninitialised_reuses
from surefoot.frontend.lower.memory.promotion import promotable_allocas
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import Term, bv
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Function, Role, Variable
from surefoot.program.statements import Allocate, Copy, Havoc, Origin, Storage


def lower_function(scope: ProgramScope, definition: FunctionDefinition, flow: Flow) -> Function:
    """Return the lowered function: its C variables, statements and checks."""
    try:
        return _FunctionLowering(scope, definition, flow).lower()
    except UnsupportedError as error:
        raise UnsupportedError(error.message, error.span or definition.span) from None


class _FunctionLowering:
    def __init__(self, scope: ProgramScope, definition: FunctionDefinition, flow: Flow) -> None:
        self._builder = FunctionBuilder(scope, definition, flow)
        self._flow = flow
        self._definition = definition
        self._allocas = promotable_allocas(flow)
        self._homes = _homes_of_parameters(definition, flow, self._allocas)
        """Parameters that are C variables themselves, each with the alloca that clang gave it."""

    def lower(self) -> Function:
        builder, definition = self._builder, self._definition
        refuse_aligned_structs(definition)
        note_uninitialised_reuses(builder)
        if not isinstance(definition.result_ctype, CVoid):
            builder.scope.object_types[f"{definition.name}()"] = definition.result_ctype
        self._declare_variables()
        declare_phis(builder)
        entry = self._flow.blocks[self._flow.order[0]]
        builder.open_block(entry.label, definition.span)
        named = tuple(variable for parameter in definition.parameters for variable in self._parameter(parameter))
        parameters = (*named, *declare_variable_arguments(builder))
        self._havoc_unassigned()
        self._lower_block(entry)
        for label in self._flow.order[1:]:
            block = self._flow.blocks[label]
            spans = (instruction.span for instruction in (*block.instructions, block.last))
            span = next((span for span in spans if span), None)
            builder.open_block(label, span)
            end_vlas_left_by_jumps(builder, span)
            self._lower_block(block)
        return Function(
            name=definition.name,
            address=builder.scope.address(definition.name),
            parameters=parameters,
            results=builder.type_sorts.sorts(definition.type.result),
            locals=tuple(builder.variables),
            blocks=with_leak_checks_in_infinite_loops(builder.finished()),
            span=definition.span,
        )

    def _lower_block(self, block: BasicBlock) -> None:
        builder = self._builder
        for position, instruction in enumerate(block.instructions):
            builder.move_to(position, instruction.span)
            match instruction:
                case StoreInstruction(Local(_, value), Local(_, address)) if (value, address) in self._homes.items():
                    continue
                case _:
                    interrupt_before(builder, instruction)
                    try:
                        lower_instruction(builder, instruction)
                    except UnsupportedError as error:
                        raise UnsupportedError(error.message, error.span or instruction.span) from None
            if not builder.is_open:
                return
            interrupt_after(builder, instruction)
        builder.move_to(len(block.instructions), block.last.span)
        lower_terminator(builder, block)

    def _declare_variables(self) -> None:
        builder = self._builder
        parameter_homes = set(self._homes.values())
        for name, alloca in self._allocas.items():
            sort = builder.type_sorts.sort(scalar(alloca.type))
            known = self._definition.declared.get(name)
            if known is None:
                builder.places[name] = builder.local(name, sort, Role.TEMPORARY, CVoid(), alloca.span)
                builder.mark_reassigned(builder.places[name].symbol)
                continue
            role = Role.PARAMETER if known.is_parameter else Role.LOCAL
            declare = builder.declare if name in parameter_homes else builder.local
            builder.places[name] = declare(known.name, sort, role, known.ctype, known.span)

    def _parameter(self, parameter: Parameter) -> tuple[Variable, ...]:
        """Return the variables that receive an argument."""
        builder, span = self._builder, self._definition.span
        if home := self._homes.get(parameter.name):
            return (builder.places[home],)
        variables = tuple(
            builder.declare(f"%{parameter.name}", sort, Role.TEMPORARY, CVoid(), span)
            for sort in builder.type_sorts.sorts(parameter.type)
        )
        values: tuple[Term, ...] = tuple(variable.symbol for variable in variables)
        if parameter.byval is not None:
            values = (self._own_copy(parameter, values[0]),)
        builder.bind(parameter.name, values, span)
        return variables

    def _own_copy(self, parameter: Parameter, source: Term) -> Term:
        """Return the address of a copy of a struct that is passed by value.

        The caller passes the address ``source`` of the original.
        """
        builder, span = self._builder, self._definition.span
        layout = builder.type_sorts.layout
        of = parameter.byval or parameter.type
        known = self._definition.declared.get(parameter.name)
        name = known.name if known else parameter.name
        copy = builder.local(f"&{name}", builder.type_sorts.pointer, Role.TEMPORARY, CVoid(), span).symbol
        if known:
            builder.scope.object_types[str(copy.payload)] = known.ctype
        builder.objects[copy] = of
        size = bv(layout.size_of(of), builder.type_sorts.pointer.width)
        alignment = max(layout.alignment_of(of), parameter.alignment)
        builder.emit(Allocate(copy, size, Storage.STACK, zeroed=False, alignment=alignment, name=name, span=span))
        builder.emit(Copy(copy, source, size, span))
        return copy

    def _havoc_unassigned(self) -> None:
        builder, declared = self._builder, self._definition.declared
        parameters = [name for name in self._allocas if name in declared and declared[name].is_parameter]
        unassigned = find_unassigned(self._flow, tuple(self._allocas), tuple(self._homes.values()), parameters)
        builder.havocked_at_declaration = frozenset(unassigned.at_declaration)
        declare_initialised_flags(builder, (*unassigned.at_entry, *unassigned.at_declaration))
        for name in unassigned.at_entry:
            place = builder.places[name]
            builder.emit(Havoc(place.symbol, Origin.UNINITIALISED, place.name, place.span))


def _homes_of_parameters(definition: FunctionDefinition, flow: Flow, allocas: dict[str, Alloca]) -> dict[str, str]:
    """Map parameters to the variables of their type that the entry block stores them to.

    A parameter counts if it is stored unchanged and before anything else happens to the variable.
    """
    homes: dict[str, str] = {}
    touched: set[str] = set()
    types = {parameter.name: parameter.type for parameter in definition.parameters}
    for instruction in flow.blocks[flow.order[0]].instructions:
        match instruction:
            case LoadInstruction(address=Local(_, address)):
                touched.add(address)
            case StoreInstruction(value, Local(_, address)) if address in allocas:
                if isinstance(value, Local) and value.name in types and address not in touched:
                    is_only_use = flow.use_count.get(value.name) == 1
                    if is_only_use and types[value.name] == allocas[address].type and address in definition.declared:
                        homes[value.name] = address
                touched.add(address)
            case _:
                pass
    return homes
