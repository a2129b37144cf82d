"""Operands of LLVM IR: registers, globals, constants and constant expressions."""

import math
import struct
from collections.abc import Mapping

from surefoot.frontend.llvm.cursor import Cursor, UnreadableError, escaped_bytes, plain_name
from surefoot.frontend.llvm.module import (
    Aggregate,
    BlockAddress,
    ConstantExpression,
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    Local,
    NullPointer,
    Operand,
    Type,
    UndefinedConstant,
    VectorType,
    Zero,
)
from surefoot.frontend.llvm.types import POINTER, TypeReader

_CASTS = frozenset({"trunc", "ptrtoint", "ptrtoaddr", "inttoptr", "bitcast", "addrspacecast"})
_ARITHMETIC = frozenset({"add", "sub", "mul", "xor"})
_EXPRESSION_FLAGS = frozenset({"inbounds", "nuw", "nsw", "nusw"})
_BOOLEANS: Mapping[str, int] = {"false": 0, "true": 1}
_BYTES = tuple(IntConstant(IntType(8), value) for value in range(256))


class OperandReader:
    """Reader of operands of one module."""

    def __init__(self, types: TypeReader) -> None:
        self._types = types
        self._integers: dict[tuple[int, str], IntConstant] = {}

    def typed(self, cursor: Cursor) -> Operand:
        """Read ``type operand``."""
        return self.of_type(self._types.read(cursor), cursor)

    def of_type(self, of: Type, cursor: Cursor) -> Operand:
        """Read an operand of type ``of``."""
        token = cursor.take()
        first = token[0]
        if first == "%":
            return Local(of, plain_name(token))
        if first == "@":
            return Global(of, plain_name(token))
        if isinstance(of, IntType) and (number := self._integer(of, token)):
            return number
        if isinstance(of, FloatType) and (first in "-0123456789"):
            return FloatConstant(of, _float_bits(of, token))
        return self._special(of, token, cursor)

    def _integer(self, of: IntType, token: str) -> IntConstant | None:
        found = self._integers.get((of.width, token))
        if found is None:
            if token.lstrip("-").isdigit():
                found = IntConstant(of, int(token) & ((1 << of.width) - 1))
            elif token in _BOOLEANS:
                found = IntConstant(of, _BOOLEANS[token])
            else:
                return None
            self._integers[of.width, token] = found
        return found

    def _special(self, of: Type, token: str, cursor: Cursor) -> Operand:
        match token:
            case "null":
                return NullPointer(POINTER)
            case "zeroinitializer":
                return Zero(of)
            case "undef" | "poison":
                return UndefinedConstant(of)
            case "[":
                return Aggregate(of, self._elements(cursor, "]"))
            case "{":
                return Aggregate(of, self._elements(cursor, "}"))
            case "<" if cursor.accept("{"):
                elements = self._elements(cursor, "}")
                cursor.expect(">")
                return Aggregate(of, elements)
            case "<":
                return Aggregate(of, self._elements(cursor, ">"))
            case "splat" if isinstance(of, VectorType):
                cursor.expect("(")
                element = self.typed(cursor)
                cursor.expect(")")
                return Aggregate(of, (element,) * of.count)
            case "blockaddress":
                return _block_address(cursor)
            case _ if token.startswith('c"'):
                return Aggregate(of, tuple(_BYTES[byte] for byte in escaped_bytes(token[2:-1])))
            case _:
                return self._expression(of, token, cursor)

    def _elements(self, cursor: Cursor, closing: str) -> tuple[Operand, ...]:
        elements: list[Operand] = []
        while not cursor.accept(closing):
            elements.append(self.typed(cursor))
            if cursor.peek() != closing:
                cursor.expect(",")
        return tuple(elements)

    def _expression(self, of: Type, opcode: str, cursor: Cursor) -> Operand:
        if opcode == "getelementptr":
            return self._element_pointer(of, cursor)
        if opcode not in _CASTS and opcode not in _ARITHMETIC:
            raise UnreadableError(f"'{opcode}' is not an operand")
        while cursor.peek() in _EXPRESSION_FLAGS:
            cursor.take()
        cursor.expect("(")
        operands = [self.typed(cursor)]
        if opcode in _CASTS:
            cursor.expect("to")
            of = self._types.read(cursor)
        else:
            cursor.expect(",")
            operands.append(self.typed(cursor))
        cursor.expect(")")
        return ConstantExpression(of, opcode, tuple(operands))

    def _element_pointer(self, of: Type, cursor: Cursor) -> ConstantExpression:
        while cursor.peek() in _EXPRESSION_FLAGS:
            cursor.take()
        if cursor.accept("inrange"):
            cursor.skip_group()
        cursor.expect("(")
        source = self._types.read(cursor)
        cursor.expect(",")
        return ConstantExpression(of, "getelementptr", self._elements(cursor, ")"), source)


def _float_bits(of: FloatType, token: str) -> int:
    """Return the bit pattern in format ``of`` of a number printed by LLVM.

    Float and double are printed as an exact decimal or as the bits of a double; other formats as a
    letter after ``0x`` and their own bits, with the halves of fp128 swapped.
    """
    try:
        match token[:3]:
            case "0xK" | "0xH" | "0xR":
                return int(token[3:], 16)
            case "0xL":
                return int(token[19:] + token[3:19], 16)
            case _:
                bits = int(token, 16) if token.startswith("0x") else _to_bits(">d", float(token))
    except ValueError:
        raise UnreadableError(f"'{token}' is not a floating-point number") from None
    return bits if of.name == "double" else _double_bits_to_float(bits)


def _to_bits(form: str, value: float) -> int:
    return int.from_bytes(struct.pack(form, value), "big")


def _double_bits_to_float(bits: int) -> int:
    value: float = struct.unpack(">d", bits.to_bytes(8, "big"))[0]
    if math.isnan(value):  # conversion by the host may change the payload
        return (bits >> 63) << 31 | 0x7F800000 | (bits >> 29) & 0x7FFFFF
    return _to_bits(">f", value)


def _block_address(cursor: Cursor) -> BlockAddress:
    cursor.expect("(")
    function = cursor.name("@")
    cursor.expect(",")
    label = cursor.name("%")
    cursor.expect(")")
    return BlockAddress(POINTER, function, label)
