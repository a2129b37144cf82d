"""Correspondence of the symbols and objects of a control system to those of one concrete run.

Global objects are identified by their address symbols. Other symbols are identified by the order of
choices: a run makes the choices of a passage whose guards hold, in their order, and the guards
depend on earlier choices only.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.logic import (
    BOOL,
    ArraySort,
    ArrayValue,
    Evaluator,
    FloatSort,
    Sort,
    Term,
    Value,
    default_value,
    variables_of,
)
from surefoot.logic.values import canonical_float
from surefoot.program.layout import Region, byte_size
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.semantics.interpreter import ConcreteObject, Machine
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.strings import Strings
from surefoot.semantics.symbolic.reached_checks import NewObject, NewStrings, UnknownValue
from surefoot.systems.encode.encoding import Disagreement
from surefoot.systems.encode.graph import Passage

ConcreteValues = dict[Term, Value]


class PassageChoices:
    """The choices of a passage, and the symbols that determine which of them a run makes."""

    def __init__(self, passage: Passage) -> None:
        self._choices = passage.choices
        own: dict[Term, None] = {}
        for choice in self._choices:
            match choice:
                case UnknownValue(_, symbol):
                    own[symbol] = None
                case NewObject(_, each):
                    own |= dict.fromkeys((each.address, *contents_symbols(each)))
                case NewStrings(_, vector, strings):
                    own |= dict.fromkeys((vector.address, *strings.symbols))
        guards = variables_of(*(choice.guard for choice in self._choices))
        self._needed = tuple(symbol for symbol in guards if symbol not in own)

    def matched(
        self, before: Mapping[Term, Value], made: Sequence[Choice], allocated: Sequence[ConcreteObject]
    ) -> "tuple[ConcreteValues, dict[MemoryObject, ConcreteObject]] | None":
        """Return the symbols and objects of the choices ``made``, which allocated ``allocated``.

        The result is ``None`` if ``before`` does not determine them. Values that the run did not
        choose are 0, because nothing depends on them. Objects that it did not allocate have no
        values. Raises `Disagreement` if a run with the values ``before`` makes other choices.
        """
        if any(symbol not in before for symbol in self._needed):
            return None
        values: ConcreteValues = {}
        objects: dict[MemoryObject, ConcreteObject] = {}
        known = Evaluator(
            lambda symbol: before[symbol] if symbol in before else values.get(symbol, default_value(symbol.sort))
        )
        remaining, coming = iter(made), iter(allocated)
        for choice in self._choices:
            is_made = known.value(choice.guard)
            taken = next(remaining, None) if is_made else None
            match choice, taken:
                case UnknownValue(_, symbol), Chosen(value):
                    values[symbol] = in_logic(value, symbol.sort)
                case UnknownValue(_, symbol), None if not is_made:
                    values[symbol] = default_value(symbol.sort)
                case NewObject(_, each), Placed(_, contents):
                    created = next(coming)
                    if created.name != each.name or created.size != known.value(each.size):
                        raise Disagreement(f"a run makes {created}, where the system has {each.name}")
                    objects[each] = created
                    values |= initial_values(each, created, contents)
                case NewStrings(_, vector, strings), Placed():
                    created = next(coming)
                    if created.name != vector.name or created.size != known.value(vector.size):
                        raise Disagreement(f"a run makes {created}, where the system has {vector.name}")
                    objects[vector] = created
                    values[vector.address] = created.base
                    values |= _values_of_strings(strings, int(known.value(strings.count)), remaining, coming)  # type: ignore[arg-type]
                case ((NewObject() | NewStrings()), None) if not is_made:
                    pass
                case _:
                    raise Disagreement(f"a run chooses {taken}, where the system makes another choice")
        if next(remaining, None) is not None:
            raise Disagreement("a run makes a choice that the system does not have")
        return values, objects


def _values_of_strings(
    strings: Strings, count: int, made: Iterator[Choice], allocated: Iterator[ConcreteObject]
) -> ConcreteValues:
    """Return the symbols of ``count`` strings, for which a run makes the next choices of ``made``
    and allocates the next objects of ``allocated``.
    """
    addresses: dict[Value, Value] = {}
    lengths: dict[Value, Value] = {}
    characters: dict[Value, Value] = {}
    bits = strings.length_width
    for number in range(count):
        match next(made, None), next(made, None):
            case Chosen(int(length)), Placed(_, contents):
                addresses[number], lengths[number] = next(allocated).base, length
                characters |= {number << bits | at: byte for at, byte in contents.items() if 0 <= at < length}
            case other:
                raise Disagreement(f"a run chooses {other}, where the system makes a string")
    held = (addresses, lengths, characters)
    return {symbol: ArrayValue(0, entries) for symbol, entries in zip(strings.symbols, held, strict=True)}


def global_symbols(
    machine: Machine, trace: Trace, book: AddressBook
) -> tuple[ConcreteValues, dict[MemoryObject, ConcreteObject]]:
    """Return the values that are known when a run starts: addresses and unknown contents of
    globals, and unknown global variables.
    """
    values: ConcreteValues = {}
    objects: dict[MemoryObject, ConcreteObject] = {}
    for each in book.objects:
        address = machine.addresses.get(each.address)
        if address is None or each.region not in (Region.GLOBAL, Region.FUNCTION):
            continue
        values[each.address] = address
        found = machine.memory.object_at(address)
        if found is not None and found.symbol == str(each.address.payload):
            objects[each] = found
            values |= initial_values(each, found, trace.contents.get(found.symbol, {}))
    for known in machine.program.global_variables:
        if known.initial is None:
            symbol = known.variable.symbol
            values[symbol] = in_logic(machine.globals[machine.global_slots[symbol]], symbol.sort)
    return values, objects


def in_logic(value: Value, sort: Sort) -> Value:
    """Return a value of the interpreter as one of the logic, which has a single NaN."""
    if isinstance(sort, FloatSort):
        return canonical_float(int(value), sort)  # type: ignore[arg-type]
    return bool(value) if sort is BOOL else value


def initial_values(each: MemoryObject, created: ConcreteObject, contents: Mapping[int, int]) -> ConcreteValues:
    """Return the address of an object and its unknown initial contents: the given bytes, and zeros
    elsewhere.
    """
    values: ConcreteValues = {each.address: created.base}
    found = {offset: byte for offset, byte in contents.items() if offset < created.size}
    for offset, symbol in each.initial.symbols():
        bits = sum(found.get(offset + at, 0) << (8 * at) for at in range(byte_size(symbol.sort)))
        values[symbol] = bits & symbol.sort.mask
    array = each.initial.array_symbol
    if array is not None and isinstance(array.sort, ArraySort):
        size = byte_size(array.sort.element)
        entries: dict[Value, int] = {}
        for offset, byte in found.items():
            entries[offset // size] = entries.get(offset // size, 0) | byte << (8 * (offset % size))
        values[array] = ArrayValue(0, dict(entries))
    return values


def contents_symbols(each: MemoryObject) -> tuple[Term, ...]:
    """Return the symbols for the initial contents of ``each``."""
    pieces = tuple(symbol for _, symbol in each.initial.symbols())
    array = each.initial.array_symbol
    return pieces if array is None else (*pieces, array)
