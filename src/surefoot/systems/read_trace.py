"""From a solver's model to the choices of one concrete run."""

from collections.abc import Mapping, Sequence

from surefoot.logic import (
    ArraySort,
    ArrayValue,
    Evaluator,
    FloatSort,
    Term,
    Value,
    default_value,
    variables_of,
)
from surefoot.program.layout import byte_size
from surefoot.program.program import Program
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.solvers.contracts import Model
from surefoot.systems.addresses import AddressBook
from surefoot.systems.bits import as_bits, is_nan_choice
from surefoot.systems.objects import MemoryObject, Region
from surefoot.systems.obligations import NewObject, SymbolicChoice, UnknownValue

MAX_SPREAD = 1 << 16
"""Objects up to this size get every byte of an array's default value written out."""


def read_trace(
    program: Program, book: AddressBook, choices: Sequence[SymbolicChoice], model: Model, formulas: Sequence[Term]
) -> Trace:
    """The run that ``model`` describes: of the ``choices``, in their order, those it makes.

    Requires  model satisfies formulas.  Symbols that they do not mention are 0: any value would do.
    """
    mentioned = frozenset(variables_of(*formulas))

    def value_of(symbol: Term) -> Value:
        return model.value(symbol) if symbol in mentioned else default_value(symbol.sort)

    evaluator = Evaluator(value_of)

    def chosen(symbol: Term) -> Value:
        return evaluator.value(as_bits(symbol)) if isinstance(symbol.sort, FloatSort) else value_of(symbol)

    made = [choice for choice in choices if evaluator.value(choice.guard)]
    born = [choice.object for choice in made if isinstance(choice, NewObject)]
    places = _places(book, born, mentioned, evaluator)
    taken: list[Choice] = []
    for choice in made:
        match choice:
            case UnknownValue(_, symbol):
                taken.append(Chosen(chosen(symbol)))
            case NewObject(_, memory_object):
                taken.append(Placed(places.get(memory_object), _contents(memory_object, evaluator)))
    fixed = {str(each.address.payload): place for each, place in places.items() if each not in born}
    for known in program.global_variables:
        if known.initial is None:
            symbol = known.variable.symbol
            fixed[str(symbol.payload)] = chosen(symbol)  # type: ignore[assignment]
    unknown = {
        str(each.address.payload): found
        for each in book.objects
        if each.region is Region.GLOBAL and (found := _contents(each, evaluator))
    }
    return Trace(fixed, unknown, tuple(taken), looks_at_nan=any(map(is_nan_choice, mentioned)))


def _places(
    book: AddressBook, born: list[MemoryObject], mentioned: frozenset[Term], evaluator: Evaluator
) -> Mapping[MemoryObject, int]:
    """Addresses for all objects of the run, or none at all if no formula depends on them.

    An object for which there might be no room has none in the model, either.
    """
    existing = [each for each in book.objects if each.region in (Region.GLOBAL, Region.CODE)] + born
    sizes = {each: max(1, int(evaluator.value(each.size))) for each in existing}  # type: ignore[arg-type]
    placed = [each for each in existing if book.has_room(each, sizes[each])]
    fixed = {each: int(evaluator.value(each.address)) for each in placed if each.address in mentioned}  # type: ignore[arg-type]
    if not fixed:
        return {}
    taken = sorted((place, place + sizes[each]) for each, place in fixed.items())
    places = dict(fixed)
    cursor = 0x1000
    for each in placed:
        if each in fixed:
            continue
        while True:
            cursor += -cursor % max(each.alignment, 1)
            hit = next((end for start, end in taken if cursor < end + 1 and start < cursor + sizes[each] + 1), None)
            if hit is None:
                break
            cursor = hit + 1
        places[each] = cursor
        cursor += sizes[each] + 1
    return places


def _contents(memory_object: MemoryObject, evaluator: Evaluator) -> dict[int, int]:
    """The non-zero bytes that the object's unknown initial contents have in the model."""
    found: dict[int, int] = {}
    initial = memory_object.initial
    array = initial.array_symbol
    if array is not None and isinstance(array.sort, ArraySort):
        size = byte_size(array.sort.element)
        value = evaluator.value(array)
        if isinstance(value, ArrayValue):
            total = int(evaluator.value(memory_object.size))  # type: ignore[arg-type]
            if value.default and total <= MAX_SPREAD:
                for element in range(-(-total // size)):
                    _spread(found, element * size, int(value.default), size)  # type: ignore[arg-type]
            for index, element_value in value.entries.items():
                if int(index) * size < total:  # type: ignore[arg-type]
                    _spread(found, int(index) * size, int(element_value), size)  # type: ignore[arg-type]
    for offset, symbol in initial.symbols():
        _spread(found, offset, int(evaluator.value(symbol)), byte_size(symbol.sort))  # type: ignore[arg-type]
    return {offset: byte for offset, byte in found.items() if byte}


def _spread(found: dict[int, int], offset: int, value: int, size: int) -> None:
    for at in range(size):
        found[offset + at] = (value >> (8 * at)) & 0xFF
