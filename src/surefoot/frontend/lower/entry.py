"""Start function of a run: it makes the arguments of the entry function and calls it."""

from typing import TYPE_CHECKING, Final

from surefoot.base.caveats import Direction
from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.acsl.contracts import is_generated_variable
from surefoot.frontend.environment import Annotations
from surefoot.frontend.linking.constructors import constructors
from surefoot.frontend.llvm.module import (
    DebugVariable,
    FunctionDefinition,
    Local,
    Parameter,
    PointerType,
    ReturnInstruction,
    StoreInstruction,
    Type,
)
from surefoot.frontend.lower.calls.unknown_functions import STREAMS
from surefoot.frontend.lower.calls.variable_arguments import reads_variable_arguments
from surefoot.frontend.lower.control.flow_graph import operands_of
from surefoot.frontend.lower.control.interrupts import interrupts_at_start
from surefoot.frontend.lower.library.termination import calls_at_exit
from surefoot.frontend.lower.memory.devices import register_places
from surefoot.frontend.lower.memory.frame_conditions import ExistingObject, FrameCheck, allocated_objects, frame_check
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import (
    BitVecSort,
    Sort,
    Term,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvslt,
    constant,
    default_value,
    eq,
    ite,
    sign_extend,
    variable,
    zero_extend,
)
from surefoot.program.ctypes import CPointer, CType, CVoid
from surefoot.program.program import Block, Function, Role, Variable
from surefoot.program.statements import (
    LEAK_KINDS,
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    CheckMemory,
    Goto,
    Havoc,
    MakeStrings,
    Origin,
    Statement,
    Stop,
    Storage,
    Store,
    Terminator,
)

if TYPE_CHECKING:
    from surefoot.frontend.lower.calls.split_structs import PartOfRecord
    from surefoot.frontend.lower.pointer_arguments import PointerArgumentMaker

START: Final = "__surefoot_start"
_STREAM_OBJECTS: Final = "library_streams"
_CLOSED_STREAMS: Final = "library_is_closed"
"""Variables of the stream models: the objects of streams, and which of them are closed."""
ARGUMENT_LENGTH_BITS: Final = 17
"""Bits of the length of an argument or environment variable: Linux allows 128 KiB each."""
ENVIRONMENT: Final = "__surefoot_environment"
"""Array of the ``getenv`` model that holds the addresses of values."""


class StartFunction:
    """Builder of the start function, which calls ``definition`` with any arguments.

    The arguments are made by the constructor, which enters the functions they point to in
    ``scope``. Requires: `build` is called after all other functions are lowered.
    """

    def __init__(self, scope: ProgramScope, definition: FunctionDefinition) -> None:
        self._scope = scope
        self._definition = definition
        self._variables: list[Variable] = []
        self._statements: list[Statement] = []
        self._blocks: dict[str, Block] = {}
        self._label = "entry"
        self._elements: dict[Term, int] = {}
        """The bytes of the scalar elements of arrays that arguments point to, by address."""
        self._given = [] if definition.name == "main" else self._any_arguments()
        self._making, self._statements = self._statements, []

    def build(self) -> Function:
        """Return the start function."""
        definition, span = self._definition, self._definition.span
        self._open_streams()
        self._make_environment()
        self._statements += register_places(self._scope)
        arguments = self._arguments_of_main() if definition.name == "main" else self._given
        if not self._scope.environment.all_globals_arbitrary:
            self._statements += (Call((), name, (), span) for name in constructors(self._scope.module))
        self._statements += self._making
        self._statements += interrupts_at_start(self._scope)
        if definition.name != "main" and self._scope.rounding_mode() is not None:
            self._scope.note(Direction.ASSUMES, f"{definition.name} starts in the mode of rounding to nearest", span)
        watched = self._frame_check()
        self._statements += watched.first
        for each in watched.watches:
            self._do_if(each.is_inside, each.before)
        self._statements.append(Call((), definition.name, tuple(arguments), span))
        for each in watched.watches:
            self._do_if(each.is_inside, each.after)
        self._statements += watched.last
        if definition.name == "main":
            self._statements += calls_at_exit(self._scope, span)
        if definition.name == "main":  # others may return allocated memory
            self._statements += (CheckMemory(kind, _end_of(definition)) for kind in LEAK_KINDS)
        self._close(Stop(f"{definition.name} returned", span))
        return Function(
            name=START,
            address=self._scope.address(START),
            parameters=(),
            results=(),
            locals=tuple(self._variables),
            blocks=self._blocks,
            span=span,
        )

    def _frame_check(self) -> FrameCheck:
        """Return the statements that check the assigns clause of the contract, if there is one."""
        scope, frame = self._scope, self._scope.frame
        if not frame.is_known:
            return FrameCheck()
        watched = [
            name
            for name in scope.globals
            if name not in frame.names
            and not scope.module.globals[name].is_of_library
            and not is_generated_variable(name)
        ]
        variables = [scope.variables[name] for name in watched if name in scope.variables]
        width = scope.type_sorts.pointer.width
        objects = list(allocated_objects(self._statements, self._elements))
        for name in watched:
            known = scope.module.globals[name]
            if name not in scope.variables and not known.constant:
                size = bv(scope.type_sorts.layout.size_of(known.type), width)
                objects.append(ExistingObject(scope.address(name), size))
        function = self._definition.name.partition("@")[0]
        return frame_check(frame, variables, objects, self._variable, function, self._definition.span)

    def _open_streams(self) -> None:
        """Make the standard streams open.

        Each is an object of the stream models, or any non-null pointer if no model uses streams.
        The value is not assumed to be non-null, because that would block runs that start with
        zeros.
        """
        scope, span = self._scope, self._definition.span
        width = scope.type_sorts.pointer.width
        has_models = _STREAM_OBJECTS in scope.globals
        for number, name in enumerate(STREAMS):
            variable = scope.variables.get(name)
            if variable is not None:
                stream = variable.symbol
                is_open = ite(eq(stream, bv(0, width)), bv(1, width), stream)
                self._statements.append(Assign(stream, self._stream(number) if has_models else is_open, span))
            elif has_models and name in scope.globals:
                self._statements.append(Store(scope.address(name), self._stream(number), span))
            if scope.environment.all_globals_arbitrary and _CLOSED_STREAMS in scope.globals:
                is_closed = bvadd(scope.address(_CLOSED_STREAMS), bv(number, width))
                self._statements.append(Store(is_closed, bv(0, 8), span))

    def _stream(self, number: int) -> Term:
        """Return the address of a standard stream."""
        return bvadd(self._scope.address(_STREAM_OBJECTS), bv(number, self._scope.type_sorts.pointer.width))

    def _make_environment(self) -> None:
        """Make a havocked string for each variable that the ``getenv`` model distinguishes."""
        scope, span = self._scope, self._definition.span
        if ENVIRONMENT not in scope.globals:
            return
        width = scope.type_sorts.pointer.width
        size = scope.type_sorts.layout.size_of(scope.module.globals[ENVIRONMENT].type)
        for offset in range(0, size, width // 8):
            string = self._string(f"environment[{offset // (width // 8)}]")
            self._statements.append(Store(bvadd(scope.address(ENVIRONMENT), bv(offset, width)), string, span))

    def _arguments_of_main(self) -> list[Term]:
        """Return the arguments of ``main``.

        ``argc`` is at least 0; ``argv`` has ``argc`` strings and a null pointer, a third parameter
        any number of strings. Other parameters are unconstrained.
        """
        arguments: list[Term] = []
        is_read = [self._is_read(parameter) for parameter in self._definition.parameters]
        for index, parameter in enumerate(self._definition.parameters):
            if not any(is_read[index : index + 2]):
                arguments.extend(self._any_constant(parameter))
                continue
            if index == 1 and isinstance(parameter.type, PointerType) and isinstance(arguments[0].sort, BitVecSort):
                first = self._definition.parameters[0].name
                arguments.append(self._argument_vector(parameter, arguments[0], first))
            elif index == 2 and isinstance(parameter.type, PointerType):
                arguments.append(self._environment_vector(parameter))
            else:
                arguments.extend(self._unknown(parameter))
            if index == 0 and isinstance(arguments[0].sort, BitVecSort):
                not_negative = bvsle(bv(0, arguments[0].sort.width), arguments[0])
                self._statements.append(Assume(not_negative, self._definition.span))
        return arguments

    def _environment_vector(self, parameter: Parameter) -> Term:
        """Return the environment strings, which many systems pass as a third argument."""
        name, span = f"number of {self._name(parameter)}", self._definition.span
        count = self._variable(name, bit_vector(32))
        self._statements.append(Havoc(count, Origin.INPUT, name, span))
        self._statements.append(Assume(bvsle(bv(0, 32), count), span))
        return self._argument_vector(parameter, count, None)

    def _argument_vector(self, parameter: Parameter, count: Term, counted_by: str | None) -> Term:
        """Return an array of strings that ends with a null pointer.

        Strings are made for the entries that the program uses or, if these are unknown, for all.
        """
        from surefoot.frontend.lower.argument_vector import entries_used

        width, span = self._scope.type_sorts.pointer.width, self._definition.span
        entries = sign_extend(count, width) if count.sort is not self._scope.type_sorts.pointer else count
        used = entries_used(self._definition, self._scope.module.functions, parameter.name, counted_by)
        each = width // 8
        self._statements.append(Assume(bvslt(entries, bv(1 << (width - 6), width)), span))  # fits into memory
        vector = self._variable(self._name(parameter), self._scope.type_sorts.pointer)
        if used is None:
            name = self._name(parameter)
            length = self._variable(f"length of {name}[]", bit_vector(ARGUMENT_LENGTH_BITS))
            string = self._variable(f"{name}[]", self._scope.type_sorts.pointer)
            self._statements.append(MakeStrings(vector, entries, length, string, name, span))
            return vector
        size = bvmul(bvadd(entries, bv(1, width)), bv(each, width))
        self._statements.append(
            Allocate(vector, size, Storage.STACK, zeroed=True, alignment=each, name=self._name(parameter), span=span)
        )
        for index in sorted(used):
            string = self._string(f"{self._name(parameter)}[{index}]")
            store = Store(bvadd(vector, bv(index * each, width)), string, span)
            self._do_if(bvslt(bv(index, width), entries), store)
        return vector

    def _do_if(self, condition: Term, statement: Statement) -> None:
        """Emit ``statement`` under ``condition`` and continue in a new block."""
        span = self._definition.span
        done, following = f"{self._label}.then", f"{self._label}.next"
        self._close(Branch(condition, done, following, span))
        self._blocks[done] = Block(done, (statement,), Goto(following, span))
        self._label = following

    def _close(self, terminator: Terminator) -> None:
        self._blocks[self._label] = Block(self._label, tuple(self._statements), terminator)
        self._statements = []

    def _string(self, name: str) -> Term:
        """Return a string of unknown contents, of at most the length that Linux allows."""
        width, span = self._scope.type_sorts.pointer.width, self._definition.span
        length = self._variable(f"length of {name}", bit_vector(ARGUMENT_LENGTH_BITS))
        string = self._variable(name, self._scope.type_sorts.pointer)
        last = zero_extend(length, width)
        size = bvadd(last, bv(1, width))
        self._statements += (
            Havoc(length, Origin.INPUT, f"length of {name}", span),
            Allocate(string, size, Storage.STACK, zeroed=False, alignment=1, name=name, span=span, is_string=True),
        )
        return string

    def _any_arguments(self) -> list[Term]:
        if reads_variable_arguments(self._definition):
            raise UnsupportedError(
                "a variadic function is not supported as the function under test", self._definition.span
            )
        from surefoot.frontend.lower.pointer_arguments import PointerArgumentMaker, ScalarArgument, scalar_argument

        given: dict[Parameter, list[Term]] = {}
        scalars: dict[str, ScalarArgument] = {}
        for parameter in self._definition.parameters:
            if parameter.byval is not None:
                given[parameter] = [self._object_by_value(parameter, parameter.byval)]
            elif not isinstance(parameter.type, PointerType) and self._part(parameter) is None:
                given[parameter] = self._unknown(parameter)
                scalars[self._name(parameter)] = scalar_argument(given[parameter][0], self._ctype(parameter))
        maker = PointerArgumentMaker(self._scope, scalars, self._variable, self._definition.span)
        self._require_parameters()
        for parameter in self._definition.parameters:
            part = self._part(parameter)
            if parameter.byval is not None:
                maker.fill(given[parameter][0], self._name(parameter), self._ctype(parameter))
            elif part is not None:
                given[parameter] = self._unknown_part(parameter, part, maker)
            elif isinstance(parameter.type, PointerType):
                name, ctype = self._name(parameter), self._ctype(parameter)
                given[parameter] = [maker.argument(name, ctype, is_restrict=self._is_restrict(parameter))]
        self._statements += (*maker.statements, *maker.bounds())
        self._elements = maker.elements
        if maker.has_inner_pointers and self._scope.environment.annotations is Annotations.MODULAR:
            text = "calls that use the contract may pass longer chains of pointers, or pointers that alias"
            self._scope.note(Direction.DROPS_BEHAVIOUR, text, self._definition.span)
        for line in maker.assumed:
            self._scope.note(Direction.ASSUMES, line, self._definition.span)
        return [value for parameter in self._definition.parameters for value in given[parameter]]

    def _is_restrict(self, parameter: Parameter) -> bool:
        """Return whether ``restrict`` is assumed.

        Calls that use a contract are not checked for it.
        """
        known = self._declared(parameter)
        is_modular = self._scope.environment.annotations is Annotations.MODULAR
        return known is not None and known.is_restrict and not is_modular

    def _part(self, parameter: Parameter) -> "PartOfRecord | None":
        from surefoot.frontend.lower.calls.split_structs import part_of_record

        return part_of_record(parameter, self._definition, self._scope.type_sorts.layout)

    def _unknown_part(self, parameter: Parameter, part: "PartOfRecord", maker: "PointerArgumentMaker") -> list[Term]:
        """Return the unknown scalars of a part of a struct that is passed by value."""
        from surefoot.frontend.lower.calls.split_structs import Scalar
        from surefoot.frontend.lower.pointer_arguments import has_pointers, has_union_of_pointers

        is_pointer = isinstance(parameter.type, PointerType)
        if not is_pointer and not any(has_pointers(each.ctype) for each in part.scalars):
            return self._unknown(parameter)
        match part.scalars:
            case (Scalar(name, CPointer() as ctype),) if is_pointer and not has_union_of_pointers(part.ctype):
                return [maker.part(name, ctype)]
            case _:  # a union with pointers has any bits, as one that a pointer leads to
                return self._unknown(parameter)

    def _require_parameters(self) -> None:
        """Raise `InputError` for an array size of a name that is no pointer parameter."""
        pointers = {
            self._name(each)
            for each in self._definition.parameters
            if isinstance(each.type, PointerType) and not each.byval and self._part(each) is None
        }
        for name in self._scope.environment.pointers.lengths:
            if name.isidentifier() and name not in pointers:
                there = ", ".join(sorted(pointers)) or "none"
                raise InputError(
                    f"--array-size {name}: {self._definition.name} has no such pointer parameter; pointer parameters: {there}"
                )

    def _object_by_value(self, parameter: Parameter, of: Type) -> Term:
        """Return the address of a struct of unknown contents that is passed by value."""
        type_sorts, name = self._scope.type_sorts, self._name(parameter)
        address = self._variable(name, type_sorts.pointer)
        size = bv(type_sorts.layout.size_of(of), type_sorts.pointer.width)
        self._statements.append(
            Allocate(
                address,
                size,
                Storage.STACK,
                zeroed=False,
                alignment=parameter.alignment,
                name=f"*{name}",
                span=self._definition.span,
            )
        )
        return address

    def _ctype(self, parameter: Parameter) -> CType:
        known = self._declared(parameter)
        return known.ctype if known else CVoid()

    def _unknown(self, parameter: Parameter) -> list[Term]:
        name = self._name(parameter)
        values = [self._variable(name, sort) for sort in self._scope.type_sorts.sorts(parameter.type)]
        self._statements += (Havoc(value, Origin.INPUT, name, self._definition.span) for value in values)
        return values

    def _is_read(self, parameter: Parameter) -> bool:
        """Return whether a parameter is used, except by storing it to an unread variable."""
        users = [
            instruction
            for block in self._definition.blocks
            for instruction in (*block.instructions, block.last)
            if any(
                isinstance(operand, Local) and operand.name == parameter.name for operand in operands_of(instruction)
            )
        ]
        match users:
            case []:
                return False
            case [StoreInstruction(Local(_, value), Local(_, home))] if value == parameter.name:
                return any(
                    isinstance(operand, Local) and operand.name == home
                    for block in self._definition.blocks
                    for instruction in (*block.instructions, block.last)
                    if instruction is not users[0]
                    for operand in operands_of(instruction)
                )
            case _:
                return True

    def _any_constant(self, parameter: Parameter) -> list[Term]:
        """Return zeros for a parameter whose value is irrelevant."""
        return [constant(default_value(sort), sort) for sort in self._scope.type_sorts.sorts(parameter.type)]

    def _declared(self, parameter: Parameter) -> DebugVariable | None:
        declared = self._definition.declared
        return declared.get(f"{parameter.name}.addr") or declared.get(parameter.name)

    def _name(self, parameter: Parameter) -> str:
        known = self._declared(parameter)
        if known is None and (part := self._part(parameter)):
            return ", ".join(each.name for each in part.scalars) or parameter.name
        return known.name if known else parameter.name

    def _variable(self, name: str, sort: Sort) -> Term:
        symbol = variable(f"{START}::{name}.{len(self._variables)}", sort)
        self._variables.append(Variable(symbol, name, CVoid(), Role.TEMPORARY, self._definition.span))
        return symbol


def _end_of(definition: FunctionDefinition) -> Span | None:
    """Return the location of the return.

    Clang merges all return statements into one instruction.
    """
    ends = [block.last.span for block in definition.blocks if isinstance(block.last, ReturnInstruction)]
    return ends[-1] if ends else definition.span
