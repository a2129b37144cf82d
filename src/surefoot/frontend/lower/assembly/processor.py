"""State of a processor during a statement of inline assembly: registers, flags and memory.

A register holds the value of an operand. Its bits above the operand's type are unknown. Registers
that the compiler may choose to be the same are never confused: a template whose result depends on
the choice is not interpreted.
"""

from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import IntType, PointerType, Type
from surefoot.frontend.lower.arithmetic import width_of
from surefoot.frontend.lower.assembly.operands import FLAG, AssemblyOperand, AssemblyOperands, OperandKind
from surefoot.frontend.lower.assembly.template import LiteralOperand, NotInterpretedError, Reference, TemplateOperand
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import BitVecSort, Term, bit_vector, bv, concat, extract, zero_extend
from surefoot.program.statements import Load, Origin, Store

SOURCE = "inline assembly"
_PARTS = {"b": 8, "w": 16, "k": 32, "q": 64}
_WIDTHS = (8, 16, 32, 64)


class ProcessorState:
    """Registers and flags; reads and writes of memory become statements."""

    def __init__(self, builder: FunctionBuilder, operands: AssemblyOperands, span: Span | None) -> None:
        self._builder = builder
        self._operands = operands
        self._span = span
        self._registers: dict[int, Term] = {}
        self._initial: dict[int, Term] = {}
        self._written: set[int] = set()
        """Registers of outputs, without `early` ones, that earlier instructions wrote."""
        self._writing: set[int] = set()
        self.flags: dict[str, Term] = {}
        """Flags ``c``, ``z``, ``s``, ``o`` with a known value."""
        self.jump: tuple[int, Term] | None = None
        """Number of the operand that is the label of the last jump, and the condition."""
        for each in operands.all:
            if each.tied is not None and operands.all[each.tied].kind is not OperandKind.RESULT:
                raise NotInterpretedError("an input in the place of an output in memory")
            if each.kind is OperandKind.INPUT and (each.may_be_register or each.tied is not None):
                self._initialise(each)

    def begin_instruction(self) -> None:
        """Let the registers that were written until now conflict with later reads."""
        self._written |= self._writing

    # ---- operands

    def find(self, given: TemplateOperand) -> AssemblyOperand:
        """Return the operand that ``given`` refers to."""
        if isinstance(given, LiteralOperand) or given.number >= len(self._operands.all):
            raise NotInterpretedError("an operand")
        return self._operands.all[given.number]

    def is_memory(self, given: TemplateOperand) -> bool:
        """Return whether ``given`` is an object in memory."""
        return isinstance(given, Reference) and self.find(given).kind is OperandKind.MEMORY

    def constant(self, given: TemplateOperand) -> int | None:
        """Return the signed value of a constant that the instruction contains, or None."""
        if isinstance(given, LiteralOperand):
            return given.value
        operand = self.find(given)
        if given.modifier or not operand.is_immediate or operand.argument is None:
            return None
        term = self._builder.term(operand.argument.value, self._span)
        value, width = term.payload, width_of(term)
        if not isinstance(value, int):
            return None
        return value - (1 << width) if value >> (width - 1) else value

    def width(self, given: TemplateOperand) -> int | None:
        """Return the width of a register; None for constants and memory."""
        if isinstance(given, LiteralOperand) or self.is_memory(given) or self.constant(given) is not None:
            return None
        if given.modifier:
            if given.modifier not in _PARTS:
                raise NotInterpretedError(f"modifier {given.modifier}")
            return _PARTS[given.modifier]
        return self._natural_width(self.find(given).type)

    def accumulator(self) -> Reference:
        """Return the output in register ``ax``."""
        for each in self._operands.results:
            if each.codes in {"{ax}", "{eax}", "{rax}", "a"}:
                return Reference(each.number, "")
        raise NotInterpretedError("the accumulator is no operand")

    # ---- values

    def read(self, given: TemplateOperand, width: int) -> Term:
        """Return the value of ``given``."""
        if (value := self.constant(given)) is not None:
            return bv(value % (1 << width), width)
        if isinstance(given, LiteralOperand):
            raise NotInterpretedError("an operand")
        operand = self.find(given)
        if operand.kind is OperandKind.MEMORY:
            return self.load(self.address(given), width)
        if self.width(given) != width or not (operand.may_be_register or operand.tied is not None):
            raise NotInterpretedError("widths of operands")
        if operand.kind is OperandKind.INPUT and operand.tied is None:
            self._refuse_conflict(self._registers[operand.number])
        return self._register(self._cell(operand), width)

    def write(self, given: TemplateOperand, value: Term) -> None:
        """Assign ``value`` to ``given``."""
        width = width_of(value)
        operand = self.find(given)
        if operand.kind is OperandKind.MEMORY:
            self.store(self.address(given), value)
            return
        if self.width(given) != width or (operand.kind is not OperandKind.RESULT and operand.tied is None):
            raise NotInterpretedError("assignment to an input")
        cell = self._cell(operand)
        if not self._operands.all[cell].early:
            self._writing.add(cell)
        machine_width = self._builder.type_sorts.pointer.width
        old = self._registers.get(cell)
        if width == 32 and machine_width == 64:
            value = zero_extend(value, 64)
        elif old is not None and width_of(old) > width:
            value = concat(extract(old, width_of(old) - 1, width), value)
        self._registers[cell] = value

    def result(self, operand: AssemblyOperand) -> Term:
        """Return the value of a result at the end."""
        return self._register(operand.number, self._natural_width(operand.type))

    def address(self, given: TemplateOperand) -> Term:
        """Return the address of an operand in memory."""
        operand = self.find(given)
        if operand.argument is None or not isinstance(given, Reference) or given.modifier:
            raise NotInterpretedError("the address of an operand")
        address = self._builder.term(operand.argument.value, self._span)
        self._refuse_conflict(address)
        return address

    def load(self, address: Term, width: int) -> Term:
        """Return the value in memory at ``address``."""
        loaded = self._builder.temporary("assembly", bit_vector(width), self._span)
        self._builder.emit(Load(loaded, address, self._span))
        return loaded

    def store(self, address: Term, value: Term) -> None:
        """Write ``value`` to memory."""
        self._builder.emit(Store(address, value, self._span))

    def unknown(self, width: int, origin: Origin = Origin.UNMODELLED) -> Term:
        """Return an arbitrary value."""
        return self._builder.unknown("assembly", bit_vector(width), origin, SOURCE, self._span)

    # ---- registers

    def _refuse_conflict(self, value: Term) -> None:
        """Raise `NotInterpretedError` if the register of an input ``value`` may be one that was
        written.

        A compiler may put an input into the register of an output, or, if it has the same value,
        into that of an input that is tied to an output.
        """
        if any(self._initial.get(cell, value) is value for cell in self._written):
            raise NotInterpretedError("an input is read after an output was written")

    def _initialise(self, operand: AssemblyOperand) -> None:
        if operand.argument is None or not isinstance(operand.type, IntType | PointerType):
            raise NotInterpretedError("an operand that is no integer")
        value = self._builder.term(operand.argument.value, self._span)
        if not isinstance(value.sort, BitVecSort):
            raise NotInterpretedError("a truth value")
        self._registers[self._cell(operand)] = value
        if operand.tied is not None:
            self._initial[operand.tied] = value

    def _cell(self, operand: AssemblyOperand) -> int:
        return operand.number if operand.tied is None else operand.tied

    def _register(self, cell: int, width: int) -> Term:
        """Return the low bits of a register; unknown bits stay the same from then on."""
        held = self._registers.get(cell)
        if held is None:
            held = self.unknown(width)
        elif width_of(held) < width:
            held = concat(self.unknown(width - width_of(held)), held)
        self._registers[cell] = held
        return held if width_of(held) == width else extract(held, width - 1, 0)

    def _natural_width(self, of: Type) -> int:
        layout = self._builder.type_sorts
        width = of.width if isinstance(of, IntType) else layout.pointer.width if isinstance(of, PointerType) else 0
        if width not in _WIDTHS or width > layout.pointer.width:
            raise NotInterpretedError("an operand that does not fit a register")
        return width


def condition_code(operand: AssemblyOperand) -> str:
    """Return ``z`` for the constraint ``{@ccz}``, and "" for others."""
    return operand.codes.removeprefix(FLAG).rstrip("}") if operand.codes.startswith(FLAG) else ""
