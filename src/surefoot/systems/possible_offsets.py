"""Which offsets an access can have inside of an object, where they are few."""

from typing import Final

from surefoot.logic import Term
from surefoot.systems.addresses import AddressBook
from surefoot.systems.bits import congruence
from surefoot.systems.objects import MemoryObject

MAX_CANDIDATES: Final = 64
"""A symbolic access with at most this many possible offsets is a case split over cells; else an array."""


def possible_offsets(book: AddressBook, memory_object: MemoryObject, offset: Term, size: int) -> list[int] | None:
    """Offsets that an access of ``size`` bytes at ``offset`` inside of ``memory_object`` can have; ``None`` if there are too many."""
    limit = book.largest(memory_object.size)
    if (few := book.values(offset)) is not None:
        return sorted(each for each in few if each + size <= limit) or [0]  # none is defined
    bits, residue = congruence(offset)
    step = 1 << bits
    if (limit - size - residue) // step + 1 > MAX_CANDIDATES:
        return None
    return list(range(residue, limit - size + 1, step)) or None
