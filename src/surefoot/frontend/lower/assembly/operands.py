"""Operands of inline assembly, from LLVM's constraint strings (LangRef, "Inline Asm Constraint
String").
"""

import re
from collections.abc import Sequence

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.frontend.llvm.cursor import UnreadableError
from surefoot.frontend.llvm.module import (
    Argument,
    AssemblyInstruction,
    IntConstant,
    StructType,
    Type,
    VoidType,
)

_CONSTRAINT = re.compile(r"([=~!]?)(&?)(\*?)(.*)")
_IMMEDIATE = frozenset("iInJKLMNOeZgX")
_REGISTER = frozenset("rqQRabcdSDlgX{")
FLAG = "{@cc"
"""Prefix of the constraint of an output that is a condition of the flags, such as ``{@ccz}``."""


class OperandKind(Enum):
    """Role of an operand."""

    RESULT = "result"
    """A value that the assembly returns in a register."""
    INPUT = "input"
    MEMORY = "memory"
    """An object that is read or written through a pointer."""
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class AssemblyOperand:
    """The operand ``$number``.

    ``type`` is that of the value or of the object in memory. ``tied`` is the number of the output
    whose register an input shares. An output that is ``early`` shares no register with other
    inputs.
    """

    number: int
    kind: OperandKind
    codes: str
    type: Type
    argument: Argument | None
    is_output: bool
    early: bool = False
    tied: int | None = None

    @property
    def is_immediate(self) -> bool:
        """True if the operand is an integer constant that may be encoded in the instruction."""
        is_in_register = self.tied is not None or self.codes.startswith("{")
        return self._is_constant and not is_in_register and not _IMMEDIATE.isdisjoint(self.codes)

    @property
    def may_be_register(self) -> bool:
        """True if the operand may be in a register."""
        return self.kind is not OperandKind.MEMORY and not _REGISTER.isdisjoint(self.codes)

    @property
    def _is_constant(self) -> bool:
        return self.argument is not None and isinstance(self.argument.value, IntConstant)


@dataclass(frozen=True, slots=True)
class AssemblyOperands:
    """The operands in the order of their numbers, and the names of clobbered registers."""

    all: tuple[AssemblyOperand, ...]
    clobbers: frozenset[str]

    @property
    def results(self) -> tuple[AssemblyOperand, ...]:
        """The results, in order."""
        return tuple(each for each in self.all if each.kind is OperandKind.RESULT)

    @property
    def written_objects(self) -> tuple[AssemblyOperand, ...]:
        """The outputs in memory."""
        return tuple(each for each in self.all if each.kind is OperandKind.MEMORY and each.is_output)


def operands_of_assembly(assembly: AssemblyInstruction) -> AssemblyOperands:
    """Return the operands of ``assembly``.

    Indirect outputs and inputs are arguments, in order; direct outputs are results.
    """
    arguments = list(assembly.arguments)
    results = list(result_types(assembly))
    found: list[AssemblyOperand] = []
    clobbers: set[str] = set()
    for text in assembly.constraints.split(","):
        parsed = _CONSTRAINT.fullmatch(text)
        if parsed is None:
            raise UnreadableError(f"unknown constraint '{text}' of inline assembly")
        sign, early, star, codes = parsed.groups()
        number, is_output = len(found), sign == "="
        if sign == "~":
            clobbers.add(codes.strip("{}"))
        elif sign == "!":
            found.append(AssemblyOperand(number, OperandKind.LABEL, codes, VoidType(), None, is_output=False))
        elif is_output and not star:
            of = results.pop(0)
            found.append(AssemblyOperand(number, OperandKind.RESULT, codes, of, None, is_output, bool(early)))
        else:
            argument = arguments.pop(0)
            tied = _tied(codes, found)
            kind = OperandKind.MEMORY if star else OperandKind.INPUT
            of = argument.element if star and argument.element is not None else argument.value.type
            found.append(AssemblyOperand(number, kind, codes, of, argument, is_output, bool(early), tied))
    if arguments or results:
        raise UnreadableError("the constraints of inline assembly do not fit its arguments")
    return AssemblyOperands(tuple(found), frozenset(clobbers))


def _tied(codes: str, before: Sequence[AssemblyOperand]) -> int | None:
    """Return the number of the result that is in the same register as an input with ``codes``."""
    if codes.isdigit():
        return int(codes)
    same = (each.number for each in before if each.kind is OperandKind.RESULT and each.codes == codes)
    return next(same, None) if codes.startswith("{") else None


def result_types(assembly: AssemblyInstruction) -> tuple[Type, ...]:
    """Return the types of the direct outputs, without the number of the label of ``asm goto``."""
    of = assembly.type
    if assembly.labels:
        own = of.elements[:-1] if isinstance(of, StructType) else ()
        of = own[0] if own else VoidType()
    if isinstance(of, VoidType):
        return ()
    is_single = sum(text.startswith("=") and "*" not in text for text in assembly.constraints.split(",")) == 1
    return of.elements if isinstance(of, StructType) and not is_single else (of,)
