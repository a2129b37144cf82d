"""String literals: C leaves open whether those that end alike share their bytes (C11, 6.4.5 §7), and linkers let them."""

from surefoot.logic import Op
from surefoot.program.layout import byte_size
from surefoot.program.program import GlobalObject


def literal_text(each: GlobalObject) -> bytes | None:
    """The bytes of ``each``, with the zero at the end, if it is a string literal."""
    if not (each.constant and each.name.startswith(".str")) or each.cells is None:
        return None
    text = bytearray(each.size)
    for cell in each.cells:
        if cell.value.op is not Op.CONSTANT:
            return None
        size = byte_size(cell.value.sort)
        text[cell.offset : cell.offset + size] = int(cell.value.payload).to_bytes(size, "little")
    return bytes(text)


def may_share(one: bytes | None, other: bytes | None) -> bool:
    """Whether two string literals may end at the same place, and then have their last bytes in common."""
    return one is not None and other is not None and (one.endswith(other) or other.endswith(one))
