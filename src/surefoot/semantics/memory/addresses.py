"""Pointers: points-to sets of address terms, comparisons that use them, and the layout of objects.

An address is a bit-vector. The address of an object is a symbol of its own, so a pointer keeps its
structure (object, offset) inside the term, `ite(c, &a + 4, &b)`, and `AddressBook` reads it off
again. What that structure does not decide is left to the solver, together with the layout
constraints (`AddressBook.place`, `AddressBook.apart`).
"""

from collections.abc import Callable, Iterable
from typing import Final

from surefoot.base.enums import IntEnum
from surefoot.base.records import dataclass
from surefoot.logic import (
    FALSE,
    TRUE,
    Op,
    Sort,
    Term,
    and_,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvneg,
    bvsub,
    bvule,
    bvult,
    eq,
    ite,
    not_,
    or_,
    select,
)
from surefoot.logic.transformations.ranges import largest
from surefoot.program.layout import FIRST_ADDRESS, Region, may_share
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.bits import congruence, unknown_value
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.outside import OutsideMemory
from surefoot.semantics.memory.value_sets import ValueSets

_OWN_ADDRESS = (Region.HEAP, Region.FUNCTION)
"""Regions where even an empty object has an address of its own, as ``malloc(0)`` returns."""


class Incompleteness(IntEnum):
    """Behaviour omitted because a pointer of unknown origin may target a summarised heap object."""

    NONE = 0
    ACCESSES = 1
    """Valid accesses may be reported as failing. A proof that no such check fails covers all runs;
    a proof that leaves some of these checks out does not."""
    SIZES_AND_LIFETIMES = 2
    """Sizes and ends of lifetimes may be wrong, and no check covers them."""


@dataclass(frozen=True, slots=True)
class Pointee:
    """Target of a pointer: under ``guard`` the address is ``offset`` bytes into ``object``.

    If the object is a pool, it is ``offset`` bytes into the pool's ``instance``.
    """

    object: MemoryObject
    guard: Term
    offset: Term
    instance: Term | None = None

    @property
    def base(self) -> Term:
        """The address of the object."""
        return self.object.address if self.instance is None else select(self.object.address, self.instance)

    @property
    def size(self) -> Term:
        """The size in bytes, as far as it is constant; 0 for instances whose sizes are part of
        states.
        """
        of_all = self.object.strings
        return self.object.size if of_all is None or self.instance is None else of_all.size(self.instance)

    @property
    def address(self) -> Term:
        """The address itself."""
        return bvadd(self.base, self.offset)


@dataclass(frozen=True, slots=True)
class Pointees:
    """Points-to set of an address: targets in objects, and numbers that name no object.

    The guards exclude each other and cover all runs.
    """

    objects: tuple[Pointee, ...]
    plain_numbers: tuple[tuple[Term, Term], ...]
    """(address, guard) pairs whose address mentions no object: null, integers, unknown pointers."""
    null_offsets: tuple[tuple[Term, Term], ...] = ()
    """(address, guard) pairs of null pointers plus a distance: no access to them is defined."""

    @property
    def numbers(self) -> tuple[tuple[Term, Term], ...]:
        """All (address, guard) pairs whose address mentions no object."""
        return self.plain_numbers + self.null_offsets


_Numbers = tuple[tuple[Term, Term], ...]


def _moved(numbers: Iterable[tuple[Term, Term]], move: Callable[[Term], Term]) -> _Numbers:
    """Return ``numbers`` with ``move`` of each address."""
    return tuple((move(number), guard) for number, guard in numbers)


def _joined_numbers(condition: Term, left: _Numbers, right: _Numbers) -> _Numbers:
    """Return ``left`` under ``condition`` and ``right`` otherwise, each address once."""
    found = {number: and_(condition, guard) for number, guard in left}
    negated = not_(condition)
    for number, guard in right:
        known = found.get(number)
        mine = and_(negated, guard)
        found[number] = mine if known is None else or_(known, mine)
    return tuple(found.items())


class AddressBook:
    """All objects by their address symbols, with points-to sets and value sets of address terms."""

    def __init__(self, pointer_width: int, *, plain_accesses_only: bool = False) -> None:
        self._width = pointer_width
        self._objects: dict[Term, MemoryObject] = {}
        self._known: dict[Term, Pointees | None] = {}
        self._uninitialised: set[Term] = set()
        self._dead_somewhere: set[MemoryObject] = set()
        self._alive_at_allocation: dict[tuple[MemoryObject, MemoryObject], Term] = {}
        self._most_bytes: dict[MemoryObject, int] = {}
        self._zero = bv(0, pointer_width)
        self._value_sets = ValueSets()
        self.plain_accesses_only: Final = plain_accesses_only
        """True iff runs are excluded that write part of a larger cell at a symbolic offset, or use
        a pointer of unknown origin among others with known targets; see `Executor.excluded_runs`.
        """
        self.outside: OutsideMemory | None = None
        """Environment memory; `None` if runs have none."""
        self.omissions: list[Incompleteness] = []
        """The incompleteness of each time that summarised objects were ignored as targets of an
        unknown pointer; only appended to.
        """
        self._assumed: list[Term] = []
        self._unknown = 0

    def unknown(self, sort: Sort) -> Term:
        """Return a fresh unconstrained value of ``sort``; a later visit of the same statement gets
        another one.
        """
        self._unknown += 1
        return unknown_value(self._unknown, sort)

    def assume(self, condition: Term) -> None:
        """Exclude the runs that violate ``condition`` at the statement being executed."""
        self._assumed.append(condition)

    def take_assumed(self) -> Term:
        """Return the conjunction of the conditions assumed since the last call."""
        assumed, self._assumed = and_(*self._assumed), []
        return assumed

    def values(self, term: Term) -> frozenset[int] | None:
        """Return the few values that ``term`` can have; ``None`` if they are many or unknown."""
        return self._value_sets.values(term)

    def truth(self, condition: Term) -> bool | None:
        """Return the value of ``condition`` in all runs; ``None`` if value sets do not decide it."""
        return self._value_sets.truth(condition)

    def largest(self, term: Term) -> int:
        """Return an upper bound of ``term`` as an unsigned number."""
        few = self._value_sets.values(term)
        return largest(term) if few is None else max(few)

    def add(self, memory_object: MemoryObject) -> None:
        """Register ``memory_object`` by its address."""
        self._objects[memory_object.address] = memory_object
        if memory_object.constant_size is None or memory_object.constant_size > LIMITS.guaranteed_object_bytes:
            count = len(self._most_bytes) + 1
            # The sum over all counts is less than half of the address space: a layout always exists.
            most = (1 << (self._width - 1)) // (count * (count + 1))
            self._most_bytes[memory_object] = max(most, LIMITS.guaranteed_object_bytes)

    def note_dead(self, memory_object: MemoryObject) -> None:
        """Record that ``memory_object`` is dead in some state."""
        self._dead_somewhere.add(memory_object)

    def coexist(self, one: MemoryObject, other: MemoryObject) -> Term:
        """Return a condition under which both objects are alive at the same time.

        It may also hold in runs that do not allocate both. Two objects coexist iff the older one is
        alive when the younger one is allocated.
        """
        if one.is_recycled or other.is_recycled:
            return FALSE
        if Region.OUTSIDE in (one.region, other.region):
            return TRUE
        if one.pool is not None or other.pool is not None:
            return and_(self._lives_on(one), self._lives_on(other))
        elder, younger = (one, other) if one.number < other.number else (other, one)
        if elder.ends_with_block:
            return FALSE
        if elder not in self._dead_somewhere:
            return TRUE
        found = self._alive_at_allocation.get((elder, younger))
        if found is None:
            moment = younger.history
            while moment is not None and moment.object is not elder:
                moment = moment.before
            found = self._alive_at_allocation[elder, younger] = FALSE if moment is None else moment.alive
        return found

    def _lives_on(self, each: MemoryObject) -> Term:
        """Return TRUE if ``each``, once allocated, stays alive for ever, so that it coexists with
        all such objects.
        """
        dies = each.ends_with_block or (each in self._dead_somewhere if each.pool is None else each.pool.may_be_freed)
        return FALSE if dies else TRUE

    def object_at(self, address: Term) -> MemoryObject | None:
        """Return the object whose address symbol is ``address``."""
        return self._objects.get(address)

    def note_uninitialised(self, symbol: Term) -> None:
        """Record that ``symbol``, or each element of that array, is an initial value, never
        written.
        """
        self._uninitialised.add(symbol)

    def is_uninitialised(self, address: Term) -> bool:
        """Return whether ``address`` is an uninitialised value, or at a constant distance from one.

        Such a pointer can have any value, so its use is undefined whatever else it might point to.
        """
        while address.op is Op.BVADD and address.args[1].op is Op.CONSTANT:
            address = address.args[0]
        return address in self._uninitialised or (address.op is Op.SELECT and address.args[0] in self._uninitialised)

    @property
    def objects(self) -> Iterable[MemoryObject]:
        """All objects in allocation order."""
        return self._objects.values()

    def targets(self, address: Term) -> Pointees:
        """Return the points-to set of ``address``."""
        found = self._structure(address)
        return Pointees((), ((address, TRUE),)) if found is None else found

    def fixed_target(self, address: Term) -> Pointee | None:
        """Return the target of an address of the form ``object + constant``, the most frequent
        form.
        """
        if address.op is Op.BVADD and address.args[1].op is Op.CONSTANT:
            base, offset = address.args
        else:
            base, offset = address, self._zero
        memory_object = self._objects.get(base)
        return None if memory_object is None else Pointee(memory_object, TRUE, offset)

    def _structure(self, address: Term) -> Pointees | None:
        """Return the points-to set of a term built from object addresses and uninitialised values;
        ``None`` for other terms.
        """
        known = self._known
        if address in known:
            return known[address]
        stack = [address]
        while stack:
            term = stack[-1]
            if term in known:
                stack.pop()
                continue
            parts = self._parts(term)
            missing = [part for part in parts if part not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            known[term] = self._combine(term)
        return known[address]

    def _parts(self, term: Term) -> tuple[Term, ...]:
        op = term.op
        if op is Op.ITE:
            return term.args[1:]
        if op is Op.BVADD or op is Op.BVSUB or op is Op.BVAND:
            return term.args
        return ()

    def _combine(self, term: Term) -> Pointees | None:
        op = term.op
        if op is Op.VARIABLE:
            memory_object = self._objects.get(term)
            if memory_object is not None:
                return Pointees((Pointee(memory_object, TRUE, self._zero),), ())
            return Pointees((), ((term, TRUE),)) if term in self._uninitialised else None
        if op is Op.SELECT:
            pool = self._objects.get(term.args[0])
            if pool is not None:
                return Pointees((Pointee(pool, TRUE, self._zero, term.args[1]),), ())
            return Pointees((), ((term, TRUE),)) if term.args[0] in self._uninitialised else None
        if op is Op.ITE:
            return self._either(term)
        if op is Op.BVADD or op is Op.BVSUB:
            cancelled = self._cancelled(term)
            if cancelled is not None:
                return self._structure(cancelled)
        if op is Op.BVADD:
            return self._shifted(term.args)
        if op is Op.BVSUB:
            left, right = term.args
            return self._shifted((left, bvneg(right))) if self._known[right] is None else None
        if op is Op.BVAND:
            left, right = term.args
            return self._rounded_down(left, right)
        return None

    def _has_linear_address(self, term: Term) -> bool:
        """Return whether ``term`` is a short sum or difference of which an object address is a
        part.
        """
        return any(each in self._objects for each in _summands(term))

    def _cancelled(self, term: Term) -> Term | None:
        """Return the sum ``term`` without addresses that cancel, such as ``&x`` for ``&y - (&y -
        &x)``.

        ``None`` if no address cancels or more than one is left.
        """
        if sum(map(self._has_linear_address, term.args)) < 2:
            return None
        summands = _summands(term)
        mask = (1 << self._width) - 1
        left = {each: factor & mask for each, factor in summands.items() if factor & mask}
        addresses = [each for each in left if each in self._objects]
        if len(left) == len(summands) or len(addresses) != 1 or left[addresses[0]] != 1:
            return None
        offset = self._zero
        for each, factor in left.items():
            if each is not addresses[0]:
                offset = bvadd(offset, bvmul(bv(factor, self._width), each))
        return bvadd(addresses[0], offset)

    def _either(self, term: Term) -> Pointees | None:
        condition, then, otherwise = term.args
        left, right = self._known[then], self._known[otherwise]
        if left is None and right is None:
            return None
        left = left or Pointees((), ((then, TRUE),))
        right = right or Pointees((), ((otherwise, TRUE),))
        merged: dict[MemoryObject, Pointee] = {
            target.object: Pointee(target.object, and_(condition, target.guard), target.offset, target.instance)
            for target in left.objects
        }
        negated = not_(condition)
        for target in right.objects:
            other = merged.get(target.object)
            guard = and_(negated, target.guard)
            if other is None:
                merged[target.object] = Pointee(target.object, guard, target.offset, target.instance)
            else:
                offset = ite(condition, other.offset, target.offset)
                instance = target.instance
                if instance is not None and other.instance is not None:
                    instance = ite(condition, other.instance, instance)
                merged[target.object] = Pointee(target.object, or_(other.guard, guard), offset, instance)
        numbers = _joined_numbers(condition, left.plain_numbers, right.plain_numbers)
        null_offsets = _joined_numbers(condition, left.null_offsets, right.null_offsets)
        return Pointees(tuple(merged.values()), numbers, null_offsets)

    def _shifted(self, parts: tuple[Term, ...]) -> Pointees | None:
        pointers = [part for part in parts if self._known.get(part) is not None]
        if len(pointers) != 1:
            return None
        pointer = pointers[0]
        amount = self._zero
        skipped = False
        for part in parts:
            if part is pointer and not skipped:
                skipped = True
            else:
                amount = bvadd(amount, part)
        base = self._known[pointer]
        if base is None:
            return None
        objects = tuple(Pointee(t.object, t.guard, bvadd(t.offset, amount), t.instance) for t in base.objects)
        leaves_null = bool(objects) and amount.op is not Op.CONSTANT
        null = [each for each in base.plain_numbers if leaves_null and each[0] is self._zero]
        plain = [each for each in base.plain_numbers if each not in null]
        return Pointees(
            objects,
            _moved(plain, lambda each: bvadd(each, amount)),
            _moved((*null, *base.null_offsets), lambda each: bvadd(each, amount)),
        )

    def _rounded_down(self, pointer: Term, mask: Term) -> Pointees | None:
        """Return the targets of ``pointer & mask``; an offset is rounded down where objects are
        aligned to the mask.
        """
        base = self._known[pointer]
        if base is None or mask.op is not Op.CONSTANT:
            return None
        alignment = (1 << self._width) - int(mask.payload)
        is_power_of_two = alignment & (alignment - 1) == 0
        if not is_power_of_two or any(t.instance is not None or t.object.alignment % alignment for t in base.objects):
            return None
        objects = tuple(Pointee(t.object, t.guard, bvand(t.offset, mask), t.instance) for t in base.objects)
        plain, null = (
            _moved(each, lambda number: bvand(number, mask)) for each in (base.plain_numbers, base.null_offsets)
        )
        return Pointees(objects, plain, null)

    # ---- comparisons

    def equal(self, left: Term, right: Term) -> Term:
        """Return ``left = right`` for addresses, in every allowed layout."""
        return self._pairwise(left, right, eq, _equal_inside, self._equal_apart)

    def below(self, left: Term, right: Term) -> Term:
        """Return ``left <u right`` for addresses, in every allowed layout."""
        return self._pairwise(left, right, bvult, _below_inside, bvult)

    def difference(self, left: Term, right: Term) -> Term:
        """Return ``left - right``; inside one object the difference of the offsets."""
        a, b = self._structure(left), self._structure(right)
        value = bvsub(left, right)
        if a is None or b is None:
            return value
        for mine in a.objects:
            for theirs in b.objects:
                if mine.object is theirs.object:
                    both = and_(mine.guard, theirs.guard, _is_one(mine, theirs))
                    value = ite(both, bvsub(mine.offset, theirs.offset), value)
        return value

    def _pairwise(
        self,
        left: Term,
        right: Term,
        plain: Callable[[Term, Term], Term],
        inside: Callable[[Pointee, Pointee], Term],
        apart: Callable[[Term, Term], Term],
    ) -> Term:
        a, b = self._structure(left), self._structure(right)
        if not (a is not None and a.objects) and not (b is not None and b.objects):
            return plain(left, right)
        cases: list[Term] = []
        for mine, mine_address, mine_guard in _cases(a, left):
            for theirs, their_address, their_guard in _cases(b, right):
                guard = and_(mine_guard, their_guard)
                if guard is FALSE:
                    continue
                if mine is not None and theirs is not None and mine.object is theirs.object:
                    holds = ite(_is_one(mine, theirs), inside(mine, theirs), apart(mine_address, their_address))
                else:
                    holds = apart(mine_address, their_address)
                cases.append(and_(guard, holds))
        return or_(*cases)

    def _equal_apart(self, left: Term, right: Term) -> Term:
        """Return equality of addresses in different objects, or of an address and a number."""
        mine, theirs = self._around(left), self._around(right)
        if mine is not None and theirs is not None:
            are_apart = self.coexist(mine, theirs) is TRUE and not may_share(mine.literal, theirs.literal)
            return FALSE if are_apart else eq(left, right)
        if (mine is not None and right is self._zero) or (theirs is not None and left is self._zero):
            return FALSE
        return eq(left, right)

    def _around(self, address: Term) -> MemoryObject | None:
        """Return the object to which ``address`` certainly belongs, so that no other live object
        has it.
        """
        found = self._structure(address)
        if found is None or len(found.objects) != 1 or found.numbers:
            return None
        target = found.objects[0]
        size, owner = target.object.constant_size, target.object
        if target.offset is self._zero and (owner.region in _OWN_ADDRESS or owner.strings is not None):
            return owner
        is_inside = target.offset.op is Op.CONSTANT and size is not None and int(target.offset.payload) < size
        return owner if is_inside else None

    # ---- layout

    def place(self, each: MemoryObject) -> list[Term]:
        """Return the constraints on a single object: aligned, not on the first page, the byte after
        it addressable.

        Instances of pools are not constrained.
        """
        if each.pool is not None:
            return []
        last = bvneg(self._extent(each, least=1, most=1 << (self._width - 1)))
        facts = [bvule(bv(FIRST_ADDRESS, self._width), each.address), bvult(each.address, last)]
        if each.alignment > 1:
            facts.append(eq(bvand(each.address, bv(each.alignment - 1, self._width)), self._zero))
        return facts

    def apart(self, one: MemoryObject, other: MemoryObject) -> Term:
        """Return that the two objects do not overlap, unless their lifetimes are disjoint."""
        if one.pool is not None or other.pool is not None:
            return TRUE
        together = self.coexist(one, other)
        if together is FALSE:
            return TRUE
        shared = FALSE
        if may_share(one.literal, other.literal):
            shared = eq(bvadd(one.address, one.size), bvadd(other.address, other.size))
        return or_(not_(together), shared, self._ends_before(one, other), self._ends_before(other, one))

    def has_room(self, each: MemoryObject, size: int) -> bool:
        """Return whether `place` and `apart` treat the object as one of ``size`` bytes."""
        return size <= self._most_bytes.get(each, size)

    def _ends_before(self, one: MemoryObject, other: MemoryObject) -> Term:
        extent = self._extent(one, least=1 if one.region in _OWN_ADDRESS else 0)
        return bvule(bvadd(one.address, extent), other.address)

    def _extent(self, each: MemoryObject, *, least: int, most: int | None = None) -> Term:
        """Return the bytes reserved for the object: ``least`` instead of 0, and 1 in runs that do
        not allocate it.

        Also 1 where the object has more than ``most`` bytes, by default so many that there might be
        no room for it beside the others: such an object must not exclude the run. It may then
        overlap others, and a violation that depends on its address does not replay. On its own, an
        object of at most half of the address space has room where it begins in the lower half.
        """
        size, known = each.size, each.constant_size
        one = bv(1, self._width)
        if each not in self._most_bytes:
            return size if known else bv(least, self._width)
        has_room = bvule(size, bv(self._most_bytes[each] if most is None else most, self._width))
        large = ite(and_(each.allocation_guard, has_room), size, one)
        return large if known else ite(eq(size, self._zero), bv(least, self._width), large)


def _is_one(left: Pointee, right: Pointee) -> Term:
    """Return that both point into the same object, given that they share the object or pool."""
    if left.instance is None or right.instance is None:
        return TRUE
    return eq(left.instance, right.instance)


def _equal_inside(left: Pointee, right: Pointee) -> Term:
    """Return equality of addresses in one object."""
    return eq(left.offset, right.offset)


def _below_inside(left: Pointee, right: Pointee) -> Term:
    """Return ``left <u right`` in one object: neither sum wraps around while both stay in it or at
    its end.
    """
    size = left.size
    stay = and_(bvule(left.offset, size), bvule(right.offset, size))
    return ite(stay, bvult(left.offset, right.offset), bvult(left.address, right.address))


def _cases(targets: Pointees | None, address: Term) -> list[tuple[Pointee | None, Term, Term]]:
    """Return the cases of an address: target if any, address in that case, condition."""
    if targets is None:
        return [(None, address, TRUE)]
    cases: list[tuple[Pointee | None, Term, Term]] = [(t, t.address, t.guard) for t in targets.objects]
    cases.extend((None, number, guard) for number, guard in targets.numbers)
    return cases


def possible_offsets(
    book: AddressBook, memory_object: MemoryObject, offset: Term, size: int, most: int
) -> list[int] | None:
    """Return the possible offsets of an access of ``size`` bytes inside ``memory_object``, in
    order; ``None`` if there are more than ``most``.
    """
    limit = book.largest(memory_object.size)
    if (few := book.values(offset)) is not None:
        return sorted(each for each in few if each + size <= limit) or [0]  # none is defined
    bits, residue = congruence(offset)
    step = 1 << bits
    if (limit - size - residue) // step + 1 > most:
        return None
    return list(range(residue, limit - size + 1, step)) or None


def _summands(term: Term) -> dict[Term, int]:
    """Return the summands of ``term`` with their factors; of a long sum, those of a part of it."""
    found: dict[Term, int] = {}
    work = [(term, 1)]
    for _ in range(LIMITS.summands):
        if not work:
            break
        part, factor = work.pop()
        if part.op is Op.BVADD:
            work += [(each, factor) for each in part.args]
        elif part.op is Op.BVSUB:
            work += [(part.args[0], factor), (part.args[1], -factor)]
        elif part.op is Op.BVNEG:
            work.append((part.args[0], -factor))
        else:
            found[part] = found.get(part, 0) + factor
    for part, factor in work:
        found[part] = found.get(part, 0) + factor
    return found


class AddressFacts:
    """Layout constraints for the addresses in formulas; each constraint is returned once.

    Ensures: after ``facts_for(f)``, all facts returned so far cover every address in f and every
        size and allocation guard that these facts mention.
    """

    def __init__(self, book: AddressBook) -> None:
        self._book = book
        self._seen: set[Term] = set()
        self._objects: list[MemoryObject] = []
        self.facts: list[Term] = []

    def facts_for(self, formula: Term) -> list[Term]:
        """Return the layout constraints for ``formula`` that were not returned before."""
        before = len(self.facts)
        todo = [formula]
        seen = self._seen
        while todo:
            term = todo.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.args:
                todo.extend(term.args)
                continue
            known = self._book.object_at(term)
            if known is not None:
                todo += (known.size, known.allocation_guard)
                self.facts.extend(self._book.place(known))
                for other in self._objects:
                    todo.append(self._book.coexist(known, other))
                    self.facts.append(self._book.apart(known, other))
                self._objects.append(known)
        return self.facts[before:]
