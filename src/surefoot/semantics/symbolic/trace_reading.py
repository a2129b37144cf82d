"""Traces from models: the choices of one concrete run."""

from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass
from surefoot.logic import (
    ArraySort,
    ArrayValue,
    Evaluator,
    FloatSort,
    Term,
    Value,
    bv,
    default_value,
    select,
    variables_of,
)
from surefoot.program.layout import Region, byte_size
from surefoot.program.program import Program
from surefoot.program.trace import Choice, Chosen, OutsideObject, Placed, Trace
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.bits import as_bits, is_nan_choice
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.semantics.memory.strings import Strings
from surefoot.semantics.symbolic.reached_checks import NewObject, NewStrings, SymbolicChoice, UnknownValue
from surefoot.smt.contracts import Model


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """Choice that a run makes, the values of symbols at that time, and the symbols whose values
    matter.
    """

    choice: SymbolicChoice
    values: Evaluator
    known: frozenset[Term]


def read_trace(
    program: Program, book: AddressBook, choices: Sequence[SymbolicChoice], model: Model, formulas: Sequence[Term]
) -> Trace:
    """Return the run that ``model`` describes: those of ``choices`` that it makes, in their order.

    Requires: model satisfies formulas. Symbols that they do not mention are 0: any value would do.
    """
    mentioned = frozenset(variables_of(*formulas))

    def value_of(symbol: Term) -> Value:
        return model.value(symbol) if symbol in mentioned else default_value(symbol.sort)

    evaluator = Evaluator(value_of)
    made = [MadeChoice(choice, evaluator, mentioned) for choice in choices if evaluator.value(choice.guard)]
    return trace_of(program, book, made, evaluator, mentioned)


def trace_of(
    program: Program, book: AddressBook, made: Sequence[MadeChoice], first: Evaluator, known: frozenset[Term]
) -> Trace:
    """Return the run that makes the choices ``made``, in their order.

    ``first`` evaluates the symbols at its start, as far as they are ``known``.
    """
    fixed, places = _places(book, made, first, known)
    taken: list[Choice] = []
    for number, each in enumerate(made):
        match each.choice:
            case UnknownValue(_, symbol):
                taken.append(Chosen(_bits(symbol, each.values)))
            case NewObject(_, memory_object):
                taken.append(Placed(places.get(number), _contents(memory_object, each.values)))
            case NewStrings(_, _, strings):
                if int(each.values.value(strings.count)) > LIMITS.argument_strings:  # type: ignore[arg-type]
                    break  # later choices are left open
                taken.append(Placed(None, {}))
                taken += _strings(strings, each.values)
    for declared in program.global_variables:
        if declared.initial is None:
            symbol = declared.variable.symbol
            fixed[str(symbol.payload)] = _bits(symbol, first)  # type: ignore[assignment]
    unknown = {
        str(each.address.payload): found
        for each in book.objects
        if each.region is Region.GLOBAL and (found := _contents(each, first))
    }
    outside = tuple(
        OutsideObject(each.name, fixed.pop(str(each.address.payload)), each.constant_size or 0, _contents(each, first))
        for each in book.objects
        if each.region is Region.OUTSIDE and str(each.address.payload) in fixed
    )
    relevant = known.union(*(each.known for each in made))
    nan_bits = any(map(is_nan_choice, relevant))
    return Trace(fixed, unknown, tuple(taken), depends_on_nan_bits=nan_bits, outside=outside)


def _bits(symbol: Term, values: Evaluator) -> Value:
    """Return the value of ``symbol``; a float by its bits, since a NaN has many."""
    return values.value(as_bits(symbol) if isinstance(symbol.sort, FloatSort) else symbol)


@dataclass(frozen=True, slots=True)
class _Resident:
    """Object of a run: a global or function, or the object allocated by choice ``number``."""

    object: MemoryObject
    number: int | None
    values: Evaluator
    is_known: bool

    @property
    def size(self) -> int:
        return max(1, int(self.values.value(self.object.size)))  # type: ignore[arg-type]


def _places(
    book: AddressBook, made: Sequence[MadeChoice], first: Evaluator, known: frozenset[Term]
) -> tuple[dict[str, int], dict[int, int]]:
    """Return addresses for all objects of the run, by symbol and by choice; none if no result
    depends on them.

    An object for which there might be no room has no address in the model, either.
    """
    residents = [
        _Resident(each, None, first, each.address in known)
        for each in book.objects
        if each.region in (Region.GLOBAL, Region.FUNCTION) or (each.region is Region.OUTSIDE and each.address in known)
    ]
    for number, choice in enumerate(made):
        if isinstance(choice.choice, NewObject):
            allocated = choice.choice.object
            residents.append(_Resident(allocated, number, choice.values, allocated.address in choice.known))
    residents = [each for each in residents if book.has_room(each.object, each.size)]
    if not any(each.is_known for each in residents):
        return {}, {}
    places = {
        index: int(each.values.value(each.object.address))  # type: ignore[arg-type]
        for index, each in enumerate(residents)
        if each.is_known
    }
    taken = sorted((place, place + residents[index].size) for index, place in places.items())
    cursor = 0x1000
    for index, each in enumerate(residents):
        if index in places:
            continue
        while True:
            cursor += -cursor % max(each.object.alignment, 1)
            hit = next((end for start, end in taken if cursor < end + 1 and start < cursor + each.size + 1), None)
            if hit is None:
                break
            cursor = hit + 1
        places[index] = cursor
        cursor += each.size + 1
    lasting = {str(each.object.address.payload): places[i] for i, each in enumerate(residents) if each.number is None}
    return lasting, {each.number: places[i] for i, each in enumerate(residents) if each.number is not None}


def _contents(memory_object: MemoryObject, evaluator: Evaluator) -> dict[int, int]:
    """Return the non-zero bytes of the object's unknown initial contents in the model."""
    found: dict[int, int] = {}
    initial = memory_object.initial
    array = initial.array_symbol
    if array is not None and isinstance(array.sort, ArraySort):
        size = byte_size(array.sort.element)
        value = evaluator.value(array)
        if isinstance(value, ArrayValue):
            total = int(evaluator.value(memory_object.size))  # type: ignore[arg-type]
            if value.default and total <= LIMITS.default_bytes:
                for element in range(-(-total // size)):
                    _spread(found, element * size, int(value.default), size)  # type: ignore[arg-type]
            for index, element_value in value.entries.items():
                if int(index) * size < total:  # type: ignore[arg-type]
                    _spread(found, int(index) * size, int(element_value), size)  # type: ignore[arg-type]
    for offset, symbol in initial.symbols():
        _spread(found, offset, int(evaluator.value(symbol)), byte_size(symbol.sort))  # type: ignore[arg-type]
    return {offset: byte for offset, byte in found.items() if byte}


def _strings(strings: Strings, values: Evaluator) -> Iterator[Choice]:
    """Yield the choices of all argument strings, at any addresses."""
    everything = values.value(strings.characters)
    bits = strings.length_width
    for number in range(int(values.value(strings.count))):  # type: ignore[arg-type]
        length = int(values.value(select(strings.lengths, bv(number, INSTANCE.width))))  # type: ignore[arg-type]
        yield Chosen(length)
        held: dict[int, int] = {}
        if isinstance(everything, ArrayValue):
            held = dict.fromkeys(range(length) if everything.default else (), int(everything.default))  # type: ignore[arg-type]
            for index, byte in everything.entries.items():
                owner, at = divmod(int(index), 1 << bits)  # type: ignore[arg-type]
                if owner == number and at < length:
                    held[at] = int(byte)  # type: ignore[arg-type]
        yield Placed(None, {at: byte for at, byte in held.items() if byte})


def _spread(found: dict[int, int], offset: int, value: int, size: int) -> None:
    for at in range(size):
        found[offset + at] = (value >> (8 * at)) & 0xFF
