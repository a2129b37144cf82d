"""Environment memory: objects that pointers from outside the program point to, made on demand.

A pointer comes from outside if it is the result of a function without a body, an input, or lies in
memory that has its contents from outside. Each such pointer has an object of its own, disjoint from
all others. That excludes runs, so the search finds violations and proves nothing.
"""

from collections.abc import Callable, Iterator

from surefoot.logic import TRUE, Op, Symbol, SymbolKind, Term, and_, bit_vector, bv, bvadd, eq, not_, variable
from surefoot.program.layout import Region
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.objects import InitialContents, MemoryObject


class OutsideMemory:
    """Objects of environment memory by the symbol that points to them."""

    def __init__(self, pointer_width: int, number: Callable[[], int]) -> None:
        self._width = pointer_width
        self._number = number
        self._pointers: set[Term] = set()
        self._owners: set[str] = set()
        self._objects: dict[Term, MemoryObject] = {}

    def note_pointer(self, symbol: Term) -> None:
        """Record that ``symbol`` is a value from outside."""
        if symbol.sort is bit_vector(self._width):
            self._pointers.add(symbol)

    def note_contents(self, address: Term) -> None:
        """Record that the initial contents of the object at the symbol ``address`` are from
        outside.
        """
        self._owners.add(address.payload.key)

    def targets(self, number: Term, guard: Term) -> Iterator[tuple[MemoryObject, Term, Term]]:
        """Yield the objects that ``number`` points into under ``guard``, each with the condition
        and the offset.
        """
        offset = bv(0, self._width)
        pending = [(number, guard, offset)]
        while pending:
            term, condition, offset = pending.pop()
            if self._is_from_outside(term):
                made = self._object(term)
                yield made, and_(condition, eq(term, made.address)), offset
            elif term.op is Op.ITE:
                test, then, otherwise = term.args
                pending.append((otherwise, and_(condition, not_(test)), offset))
                pending.append((then, and_(condition, test), offset))
            elif term.op is Op.BVADD:
                bases = [each for each in term.args if self._may_be_base(each)]
                if len(bases) == 1:
                    rest = [each for each in term.args if each is not bases[0]]
                    pending.append((bases[0], condition, _sum(offset, rest)))

    def _may_be_base(self, term: Term) -> bool:
        return term.op in (Op.ITE, Op.BVADD) or self._is_from_outside(term)

    def _is_from_outside(self, term: Term) -> bool:
        if term in self._pointers:
            return True
        held = term.args[0] if term.op is Op.SELECT else term
        if (
            held.op is not Op.VARIABLE
            or not isinstance(held.payload, Symbol)
            or term.sort is not bit_vector(self._width)
        ):
            return False
        return held.payload.kind is SymbolKind.CONTENTS and held.payload.owner in self._owners

    def _object(self, pointer: Term) -> MemoryObject:
        found = self._objects.get(pointer)
        if found is None:
            place = len(self._objects) + 1
            name = f"environment memory {place}"
            symbol = Symbol(SymbolKind.ADDRESS, "environment memory", place, f"&{name}")
            address = variable(symbol, bit_vector(self._width))
            contents = InitialContents(name, address, is_zero=False, on_new_symbol=lambda _symbol: None)
            found = self._objects[pointer] = MemoryObject(
                self._number(),
                name,
                address,
                bv(LIMITS.outside_object_bytes, self._width),
                16,
                Region.OUTSIDE,
                read_only=False,
                initial=contents,
                allocation_guard=TRUE,
            )
            self.note_contents(address)
        return found


def _sum(first: Term, others: list[Term]) -> Term:
    for each in others:
        first = bvadd(first, each)
    return first
