"""Pointers: points-to sets, and comparisons that agree with the addresses."""

from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import BOOL, FALSE, TRUE, Evaluator, Term, Value, bit_vector, bv, bvadd, eq, ite, variable
from surefoot.program.layout import Region
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.objects import InitialContents, LifetimeEvent, MemoryObject

WIDTH = 32
SIZE = 8
PLACES = {"a": 0x1000, "b": 0x1010, "c": 0x1020}


def book_of(*names: str) -> tuple[AddressBook, list[MemoryObject]]:
    book = AddressBook(WIDTH)
    made: list[MemoryObject] = []
    for number, name in enumerate(names):
        address = variable(f"&{name}", bit_vector(WIDTH))
        contents = InitialContents(name, address, is_zero=True, on_new_symbol=book.note_uninitialised)
        each = MemoryObject(number, name, address, bv(SIZE, WIDTH), 4, Region.HEAP, read_only=False, initial=contents)
        book.add(each)
        made.append(each)
    return book, made


CONDITIONS = [variable(f"p{number}", BOOL) for number in range(3)]


Shape = tuple[object, ...]


def pointers() -> st.SearchStrategy[Shape]:
    leaf: st.SearchStrategy[Shape] = st.one_of(
        st.tuples(st.just("object"), st.sampled_from(sorted(PLACES)), st.integers(0, SIZE)),
        st.just(("null",)),
        st.just(("number",)),
    )

    def choice(inner: st.SearchStrategy[Shape]) -> st.SearchStrategy[Shape]:
        return st.tuples(st.just("ite"), st.integers(0, 2), inner, inner)

    return st.recursive(leaf, choice, max_leaves=5)


def term_of(shape: Shape, objects: dict[str, MemoryObject]) -> Term:
    match shape:
        case ("object", str(name), int(offset)):
            return bvadd(objects[name].address, bv(offset, WIDTH))
        case ("ite", int(number), tuple(then), tuple(otherwise)):
            return ite(CONDITIONS[number], term_of(then, objects), term_of(otherwise, objects))
        case ("number",):
            return variable("x", bit_vector(WIDTH))
        case _:
            return bv(0, WIDTH)


@settings(max_examples=300, deadline=None)
@given(pointers(), pointers(), st.tuples(st.booleans(), st.booleans(), st.booleans()), st.integers(0, 0x1030))
def test_comparisons_agree_with_the_addresses(
    left: Shape, right: Shape, chosen: tuple[bool, bool, bool], number: int
) -> None:
    book, made = book_of(*PLACES)
    objects = {each.name: each for each in made}
    values: dict[Term, Value] = dict(zip(CONDITIONS, chosen, strict=True))
    values |= {each.address: PLACES[each.name] for each in made}
    values[variable("x", bit_vector(WIDTH))] = number
    evaluator = Evaluator(values.__getitem__)
    one, other = term_of(left, objects), term_of(right, objects)
    first, second = int(evaluator.value(one)), int(evaluator.value(other))  # type: ignore[arg-type]
    assert evaluator.value(book.equal(one, other)) is (first == second)
    assert evaluator.value(book.below(one, other)) is (first < second)
    assert evaluator.value(book.difference(one, other)) == (first - second) % 2**WIDTH


@settings(max_examples=200, deadline=None)
@given(pointers(), st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_targets_partition_all_runs(shape: Shape, chosen: tuple[bool, bool, bool]) -> None:
    book, made = book_of(*PLACES)
    address = term_of(shape, {each.name: each for each in made})
    values: dict[Term, Value] = dict(zip(CONDITIONS, chosen, strict=True))
    values |= {each.address: PLACES[each.name] for each in made}
    values[variable("x", bit_vector(WIDTH))] = 77
    evaluator = Evaluator(values.__getitem__)
    targets = book.targets(address)
    here = [bvadd(t.object.address, t.offset) for t in targets.objects if evaluator.value(t.guard)]
    here += [number for number, guard in targets.numbers if evaluator.value(guard)]
    assert [evaluator.value(term) for term in here] == [evaluator.value(address)]


def test_different_objects_are_decided_without_a_solver() -> None:
    book, (a, b, _) = book_of(*PLACES)
    assert book.equal(a.address, b.address) is FALSE
    assert book.equal(a.address, bv(0, WIDTH)) is FALSE
    assert book.equal(bvadd(a.address, bv(4, WIDTH)), bvadd(a.address, bv(4, WIDTH))) is TRUE
    assert book.difference(bvadd(a.address, bv(6, WIDTH)), bvadd(a.address, bv(2, WIDTH))) is bv(4, WIDTH)


def test_the_end_of_one_object_may_be_the_start_of_another() -> None:
    book, (a, b, _) = book_of(*PLACES)
    end = bvadd(a.address, bv(SIZE, WIDTH))
    assert book.equal(end, b.address) is eq(end, b.address)


def test_objects_are_disjoint_if_the_older_is_alive_at_allocation_of_the_younger() -> None:
    book, (kept, freed, _) = book_of(*PLACES)
    is_kept = variable("kept", BOOL)
    history = LifetimeEvent(freed, is_kept, LifetimeEvent(freed, TRUE, LifetimeEvent(kept, TRUE, None)))
    address = variable("&d", bit_vector(WIDTH))
    contents = InitialContents("d", address, is_zero=True, on_new_symbol=book.note_uninitialised)
    young = MemoryObject(
        9, "d", address, bv(SIZE, WIDTH), 4, Region.HEAP, read_only=False, initial=contents, history=history
    )
    book.add(young)
    book.note_dead(freed)
    assert book.coexist(young, kept) is TRUE
    assert book.coexist(freed, young) is is_kept
    assert book.equal(address, kept.address) is FALSE
    assert book.equal(address, freed.address) is eq(address, freed.address)
    overlapping: dict[Term, Value] = {address: 0x1000, freed.address: 0x1004}
    for alive in (False, True):
        values = overlapping | {is_kept: alive}
        assert Evaluator(values.__getitem__).value(book.apart(freed, young)) is not alive


def test_objects_too_large_for_a_layout_reserve_one_byte() -> None:
    book = AddressBook(WIDTH)
    sizes = [0x7000_0000, 0x7000_0000, 0x7000_0000]
    made: list[MemoryObject] = []
    for number, size in enumerate(sizes):
        address = variable(f"&{number}", bit_vector(WIDTH))
        contents = InitialContents(str(number), address, is_zero=True, on_new_symbol=book.note_uninitialised)
        each = MemoryObject(number, "x", address, bv(size, WIDTH), 1, Region.HEAP, read_only=False, initial=contents)
        book.add(each)
        made.append(each)
    assert not any(book.has_room(each, size) for each, size in zip(made, sizes, strict=True))
    values: dict[Term, Value] = {each.address: 0x1000 + number for number, each in enumerate(made)}
    facts = [fact for each in made for fact in book.place(each)]
    facts += [book.apart(one, other) for one in made for other in made if one is not other]
    assert all(Evaluator(values.__getitem__).value(fact) for fact in facts)


def test_an_object_without_room_beside_others_does_not_wrap_around() -> None:
    book = AddressBook(WIDTH)
    address = variable("&large", bit_vector(WIDTH))
    contents = InitialContents("large", address, is_zero=True, on_new_symbol=book.note_uninitialised)
    size = 0x7000_0000
    large = MemoryObject(0, "x", address, bv(size, WIDTH), 1, Region.HEAP, read_only=False, initial=contents)
    book.add(large)
    assert not book.has_room(large, size)
    facts = book.place(large)
    for place, is_possible in ((0x1000, True), (0x8000_0000, True), ((1 << WIDTH) - size, False)):
        values: dict[Term, Value] = {address: place}
        assert all(Evaluator(values.__getitem__).value(fact) for fact in facts) is is_possible, hex(place)
