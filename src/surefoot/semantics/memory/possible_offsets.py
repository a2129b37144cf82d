"""Which offsets an access can have inside of an object, where they are few."""

from typing import Final

from surefoot.logic import Term
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.bits import congruence
from surefoot.semantics.memory.objects import MemoryObject

MAX_CANDIDATES: Final = 64
"""A symbolic access with at most this many possible offsets is a case split over cells; else an array."""
MAX_CHARACTERS: Final = 4
"""The same for characters of a text where loops are cut: what holds for a string as a whole, such as where it ends, is lost in so many variables."""
MAX_ENTRIES: Final = 256
"""The same for reads of what nobody writes: a table is a tree of choices, which is as large as the table, and solvers see its entries without looking for them."""


def possible_offsets(
    book: AddressBook, memory_object: MemoryObject, offset: Term, size: int, most: int = MAX_CANDIDATES
) -> list[int] | None:
    """Offsets that an access of ``size`` bytes at ``offset`` inside of ``memory_object`` can have, in order; ``None`` if there are more than ``most``."""
    limit = book.largest(memory_object.size)
    if (few := book.values(offset)) is not None:
        return sorted(each for each in few if each + size <= limit) or [0]  # none is defined
    bits, residue = congruence(offset)
    step = 1 << bits
    if (limit - size - residue) // step + 1 > most:
        return None
    return list(range(residue, limit - size + 1, step)) or None
