"""Meaning of instructions of x86 (Intel 64 Software Developer's Manual, volume 2).

Programs are sequential, so valid lock prefixes have no effect. The parity and adjust flags are not
modelled, and flags that an instruction leaves undefined have no value: conditions that depend on
them are not interpreted.
"""

from collections.abc import Callable
from typing import Final

from surefoot.frontend.lower.arithmetic import as_bits, resize, width_of
from surefoot.frontend.lower.assembly.operands import OperandKind
from surefoot.frontend.lower.assembly.processor import ProcessorState
from surefoot.frontend.lower.assembly.template import NotInterpretedError, TemplateOperand, TemplateStatement
from surefoot.frontend.lower.intrinsic_operations import byte_swapped, leading_zeros, ones, trailing_zeros
from surefoot.logic import (
    FALSE,
    TRUE,
    Term,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvnot,
    bvor,
    bvshl,
    bvsub,
    bvult,
    bvxor,
    distinct,
    eq,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    xor,
    zero_extend,
)
from surefoot.program.statements import Origin

Operands = tuple[TemplateOperand, ...]
_SUFFIXES: Final = {"b": 8, "w": 16, "l": 32, "q": 64}
_CONDITIONS: Final[dict[str, Callable[[Callable[[str], Term]], Term]]] = {
    "o": lambda flag: flag("o"),
    "c": lambda flag: flag("c"),
    "z": lambda flag: flag("z"),
    "be": lambda flag: or_(flag("c"), flag("z")),
    "s": lambda flag: flag("s"),
    "l": lambda flag: xor(flag("s"), flag("o")),
    "le": lambda flag: or_(flag("z"), xor(flag("s"), flag("o"))),
}
_SYNONYMS: Final = {"b": "c", "nae": "c", "e": "z", "na": "be", "nge": "l", "ng": "le"}
_OPPOSITES: Final = {"a": "be", "ae": "c", "nb": "c", "ne": "z", "ge": "l", "g": "le"}


def execute(processor: ProcessorState, statement: TemplateStatement) -> None:
    """Carry out one instruction; raises `NotInterpretedError` for others than those known."""
    if processor.jump is not None:
        raise NotInterpretedError("an instruction after a jump")
    processor.begin_instruction()
    mnemonic, operands = statement.mnemonic, statement.operands
    if statement.is_locked and not any(processor.is_memory(each) for each in operands):
        raise NotInterpretedError("a lock prefix without memory, which traps")
    if mnemonic in _WITHOUT_EFFECT:
        return
    if mnemonic.startswith("j"):
        _jump(processor, mnemonic[1:], operands)
    elif mnemonic.startswith("set") and is_condition(mnemonic[3:]):
        processor.write(_single(operands), as_bits(condition(processor, mnemonic[3:]), 8))
    elif mnemonic.startswith("cmov"):
        _conditional_move(processor, mnemonic[4:], operands)
    elif mnemonic[:4] in {"movz", "movs"} and len(mnemonic) == 6:
        _extending_move(processor, mnemonic, operands)
    else:
        name, width = _named(mnemonic)
        _INSTRUCTIONS[name](processor, _width(processor, name, width, operands), operands)


def _named(mnemonic: str) -> tuple[str, int | None]:
    """Return the instruction, and the width that its suffix states."""
    if mnemonic in _INSTRUCTIONS:
        return mnemonic, None
    if mnemonic[:-1] in _INSTRUCTIONS and mnemonic[-1] in _SUFFIXES:
        return mnemonic[:-1], _SUFFIXES[mnemonic[-1]]
    raise NotInterpretedError(mnemonic)


def _width(processor: ProcessorState, name: str, stated: int | None, operands: Operands) -> int:
    """Return the width of the operands; the amount of a shift and a port do not count."""
    counted = operands[1:] if name in _WITH_OTHER_SOURCE else operands
    widths = {width for each in counted if (width := processor.width(each)) is not None}
    if stated is not None:
        widths.add(stated)
    if not widths and name in _BIT_TESTS:
        widths.add(32)  # the assembler's choice for constant positions
    if len(widths) != 1:
        raise NotInterpretedError("widths of operands")
    return widths.pop()


# ---- conditions


def is_condition(code: str) -> bool:
    """Return whether ``code`` is a condition, such as ``z`` or ``nbe``."""
    return _positive(code) in _CONDITIONS or code in _OPPOSITES or _positive(code.removeprefix("n")) in _CONDITIONS


def condition(processor: ProcessorState, code: str) -> Term:
    """Return the condition ``code`` of the flags."""

    def flag(name: str) -> Term:
        if name not in processor.flags:
            raise NotInterpretedError("an undefined flag")
        return processor.flags[name]

    if _positive(code) in _CONDITIONS:
        return _CONDITIONS[_positive(code)](flag)
    opposite = _OPPOSITES.get(code) or _positive(code.removeprefix("n"))
    if opposite not in _CONDITIONS:
        raise NotInterpretedError(f"condition {code}")
    return not_(_CONDITIONS[opposite](flag))


def _positive(code: str) -> str:
    return _SYNONYMS.get(code, code)


def _jump(processor: ProcessorState, code: str, operands: Operands) -> None:
    label = processor.find(_single(operands))
    if label.kind is not OperandKind.LABEL:
        raise NotInterpretedError("a jump to another place than a label")
    processor.jump = label.number, TRUE if code == "mp" else condition(processor, code)


def _conditional_move(processor: ProcessorState, code: str, operands: Operands) -> None:
    stated = None
    if not is_condition(code):
        code, stated = code[:-1], _SUFFIXES.get(code[-1:])
    width = _width(processor, "cmov", stated, operands)
    source, target = _pair(operands)
    moved, old = processor.read(source, width), processor.read(target, width)
    processor.write(target, ite(condition(processor, code), moved, old))


# ---- flags


def _set_flags(processor: ProcessorState, result: Term, carry: Term | None, overflow: Term | None) -> None:
    processor.flags = {"z": eq(result, bv(0, width_of(result))), "s": _sign(result)}
    if carry is not None:
        processor.flags["c"] = carry
    if overflow is not None:
        processor.flags["o"] = overflow


def _sign(value: Term) -> Term:
    top = width_of(value) - 1
    return eq(extract(value, top, top), bv(1, 1))


def _sum(processor: ProcessorState, left: Term, right: Term, carry: Term = FALSE) -> Term:
    """Return ``left + right + carry`` and set the flags."""
    width = width_of(left)
    whole = bvadd(bvadd(zero_extend(left, width + 1), zero_extend(right, width + 1)), as_bits(carry, width + 1))
    value = bvadd(bvadd(left, right), as_bits(carry, width))
    _set_flags(processor, value, _sign(whole), _sign(bvand(bvxor(left, value), bvxor(right, value))))
    return value


def _difference(processor: ProcessorState, left: Term, right: Term, borrow: Term = FALSE) -> Term:
    """Return ``left - right - borrow`` and set the flags."""
    width = width_of(left)
    whole = bvsub(bvsub(zero_extend(left, width + 1), zero_extend(right, width + 1)), as_bits(borrow, width + 1))
    carry = bvult(left, right) if borrow is FALSE else _sign(whole)
    value = bvsub(bvsub(left, right), as_bits(borrow, width))
    _set_flags(processor, value, carry, _sign(bvand(bvxor(left, right), bvxor(left, value))))
    return value


def _carry(processor: ProcessorState) -> Term:
    return condition(processor, "c")


# ---- instructions


def _two(processor: ProcessorState, width: int, operands: Operands) -> tuple[Term, Term, TemplateOperand]:
    """Return the values of the source and the target, and the target."""
    source, target = _pair(operands)
    if processor.is_memory(source) and processor.is_memory(target):
        raise NotInterpretedError("two operands in memory")
    return processor.read(source, width), processor.read(target, width), target


def _one(processor: ProcessorState, width: int, operands: Operands) -> tuple[Term, TemplateOperand]:
    target = _single(operands)
    return processor.read(target, width), target


def _single(operands: Operands) -> TemplateOperand:
    if len(operands) != 1:
        raise NotInterpretedError("number of operands")
    return operands[0]


def _pair(operands: Operands) -> tuple[TemplateOperand, TemplateOperand]:
    if len(operands) != 2:
        raise NotInterpretedError("number of operands")
    return operands[0], operands[1]


def _move(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, target = _pair(operands)
    processor.write(target, processor.read(source, width))


def _extending_move(processor: ProcessorState, mnemonic: str, operands: Operands) -> None:
    narrow, wide = _SUFFIXES.get(mnemonic[4], 0), _SUFFIXES.get(mnemonic[5], 0)
    if not 0 < narrow < wide:
        raise NotInterpretedError(mnemonic)
    source, target = _pair(operands)
    extend = zero_extend if mnemonic[3] == "z" else sign_extend
    processor.write(target, extend(processor.read(source, narrow), wide))


def _add(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, old, target = _two(processor, width, operands)
    processor.write(target, _sum(processor, old, source))


def _add_with_carry(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, old, target = _two(processor, width, operands)
    processor.write(target, _sum(processor, old, source, _carry(processor)))


def _two_to_subtract(processor: ProcessorState, width: int, operands: Operands) -> tuple[Term, Term, TemplateOperand]:
    """Return the values as `_two` does; the difference of a register with itself does not depend on
    its value, which may be undefined.
    """
    source, target = _pair(operands)
    if source == target and not processor.is_memory(target):
        return bv(0, width), bv(0, width), target
    return _two(processor, width, operands)


def _subtract(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, old, target = _two_to_subtract(processor, width, operands)
    processor.write(target, _difference(processor, old, source))


def _subtract_with_borrow(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, old, target = _two_to_subtract(processor, width, operands)
    processor.write(target, _difference(processor, old, source, _carry(processor)))


def _compare(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, old, _ = _two(processor, width, operands)
    _difference(processor, old, source)


def _logical(function: Callable[[Term, Term], Term], *, is_test: bool = False) -> "_Execution":
    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        read = _two_to_subtract if function is bvxor else _two
        source, old, target = read(processor, width, operands)
        value = function(old, source)
        _set_flags(processor, value, FALSE, FALSE)
        if not is_test:
            processor.write(target, value)

    return execution


def _complement(processor: ProcessorState, width: int, operands: Operands) -> None:
    old, target = _one(processor, width, operands)
    processor.write(target, bvnot(old))


def _negate(processor: ProcessorState, width: int, operands: Operands) -> None:
    old, target = _one(processor, width, operands)
    processor.write(target, _difference(processor, bv(0, width), old))


def _step(by: int) -> "_Execution":
    """Return ``inc`` or ``dec``, which keep the carry flag."""

    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        old, target = _one(processor, width, operands)
        carry = processor.flags.get("c")
        value = bvadd(old, bv(by % (1 << width), width))
        highest = (1 << (width - 1)) - 1
        _set_flags(processor, value, carry, eq(old, bv(highest if by > 0 else highest + 1, width)))
        processor.write(target, value)

    return execution


def _shift(function: Callable[[Term, Term], Term]) -> "_Execution":
    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        amount, target = _pair(operands)
        given = processor.constant(amount)
        if given is None:
            raise NotInterpretedError("shift by a register")
        count = given % (64 if width == 64 else 32)
        value = function(processor.read(target, width), bv(min(count, width), width))
        if count:
            _set_flags(processor, value, None, None)
            processor.write(target, value)

    return execution


def _rotate(to_left: bool) -> "_Execution":  # noqa: FBT001 there are two directions
    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        amount, target = _pair(operands)
        given = processor.constant(amount)
        if given is None:
            raise NotInterpretedError("rotation by a register")
        count = given % (64 if width == 64 else 32) % width
        old = processor.read(target, width)
        left = count if to_left else (width - count) % width
        processor.flags = {name: flag for name, flag in processor.flags.items() if name not in {"c", "o"}}
        processor.write(target, bvor(bvshl(old, bv(left, width)), bvlshr(old, bv(width - left, width))))

    return execution


def _exchange(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, target = _pair(operands)
    first, second = processor.read(source, width), processor.read(target, width)
    processor.write(target, first)
    processor.write(source, second)


def _exchange_and_add(processor: ProcessorState, width: int, operands: Operands) -> None:
    added, old, target = _two(processor, width, operands)
    if operands[0] == target:
        raise NotInterpretedError("the operands are the same")
    value = _sum(processor, old, added)
    processor.write(operands[0], old)
    processor.write(target, value)


def _compare_and_exchange(processor: ProcessorState, width: int, operands: Operands) -> None:
    new, old, target = _two(processor, width, operands)
    accumulator = processor.accumulator()
    expected = processor.read(accumulator, width)
    _difference(processor, expected, old)
    succeeds = eq(expected, old)
    processor.write(target, ite(succeeds, new, old))
    processor.write(accumulator, old)


def _swap_bytes(processor: ProcessorState, width: int, operands: Operands) -> None:
    if width < 32:
        raise NotInterpretedError("bswap of 16 bits is undefined")
    old, target = _one(processor, width, operands)
    processor.write(target, byte_swapped(old))


def _scan(from_low: bool) -> "_Execution":  # noqa: FBT001 there are two directions
    """Return ``bsf`` or ``bsr``, whose result for 0 is undefined."""

    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        source, target = _pair(operands)
        value = processor.read(source, width)
        is_zero = eq(value, bv(0, width))
        found = trailing_zeros(value) if from_low else bvsub(bv(width - 1, width), leading_zeros(value))
        processor.flags = {"z": is_zero}
        processor.write(target, ite(is_zero, processor.unknown(width), found))

    return execution


def _count_ones(processor: ProcessorState, width: int, operands: Operands) -> None:
    source, target = _pair(operands)
    value = processor.read(source, width)
    processor.flags = {"z": eq(value, bv(0, width)), "s": FALSE, "c": FALSE, "o": FALSE}
    processor.write(target, ones(value))


def _test_bit(changed: Callable[[Term, Term], Term] | None) -> "_Execution":
    """Return ``bt`` or an instruction that also changes the bit.

    In memory, a position in a register selects a bit of any word before or behind the operand.
    """

    def execution(processor: ProcessorState, width: int, operands: Operands) -> None:
        position, target = _pair(operands)
        offset = processor.read(position, width)
        constant = processor.constant(position)
        is_far = constant is None or not 0 <= constant < width
        if constant is not None and is_far:
            raise NotInterpretedError("a bit position outside of the operand")
        bit = bvand(offset, bv(width - 1, width))
        mask = bvshl(bv(1, width), bit)
        if processor.is_memory(target):
            address = processor.address(target)
            if is_far:
                words = bvashr(offset, bv(width.bit_length() - 1, width))
                bytes_of_word = bv(width // 8, width_of(address))
                address = bvadd(address, bvmul(resize(words, width_of(address), signed=True), bytes_of_word))
            old = processor.load(address, width)
            if changed is not None:
                processor.store(address, changed(old, mask))
        elif is_far and not {"m", "g"}.isdisjoint(processor.find(target).codes):
            raise NotInterpretedError("a bit position relative to a register or memory")
        else:
            old = processor.read(target, width)
            if changed is not None:
                processor.write(target, changed(old, mask))
        zero = processor.flags.get("z")
        processor.flags = {"c": distinct(bvand(old, mask), bv(0, width))}
        if zero is not None:
            processor.flags["z"] = zero

    return execution


def _read_port(processor: ProcessorState, width: int, operands: Operands) -> None:
    _, target = _pair(operands)
    processor.write(target, processor.unknown(width, Origin.EXTERNAL))


_Execution = Callable[[ProcessorState, int, Operands], None]
# fmt: off
_WITHOUT_EFFECT: Final = frozenset({
    "nop", "pause", "mfence", "lfence", "sfence", "cld", "cli", "sti", "wbinvd", "clflush", "outb", "outw", "outl",
    "prefetchnta", "prefetcht0", "prefetcht1", "prefetcht2", "prefetchw",
})
# fmt: on
_WITH_OTHER_SOURCE: Final = frozenset({"shl", "sal", "shr", "sar", "rol", "ror", "in"})
_BIT_TESTS: Final = frozenset({"bt", "bts", "btr", "btc"})
_INSTRUCTIONS: Final[dict[str, _Execution]] = {
    "mov": _move,
    "add": _add,
    "adc": _add_with_carry,
    "sub": _subtract,
    "sbb": _subtract_with_borrow,
    "cmp": _compare,
    "and": _logical(bvand),
    "or": _logical(bvor),
    "xor": _logical(bvxor),
    "test": _logical(bvand, is_test=True),
    "not": _complement,
    "neg": _negate,
    "inc": _step(1),
    "dec": _step(-1),
    "shl": _shift(bvshl),
    "sal": _shift(bvshl),
    "shr": _shift(bvlshr),
    "sar": _shift(bvashr),
    "rol": _rotate(to_left=True),
    "ror": _rotate(to_left=False),
    "xchg": _exchange,
    "xadd": _exchange_and_add,
    "cmpxchg": _compare_and_exchange,
    "bswap": _swap_bytes,
    "bsf": _scan(from_low=True),
    "bsr": _scan(from_low=False),
    "popcnt": _count_ones,
    "bt": _test_bit(None),
    "bts": _test_bit(bvor),
    "btr": _test_bit(lambda old, mask: bvand(old, bvnot(mask))),
    "btc": _test_bit(bvxor),
    "in": _read_port,
}
