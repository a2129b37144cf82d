"""Dictionary of a program, as fuzzers use it: numbers and texts that the program compares its
inputs with.
"""

from collections.abc import Iterable, Iterator, Mapping

from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Op, Sort, Term, Value, bit_vector, postorder, variable
from surefoot.program.access import constants_of, terms_read
from surefoot.program.program import GlobalObject, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Allocate, Havoc, MakeStrings
from surefoot.semantics.inputs.sampling import InputObjects
from surefoot.semantics.limits import LIMITS

BYTE = bit_vector(8)


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Constants of a program by sort, and its ``texts``: sequences of bytes.

    The constants of a sort include those of other widths that fit.
    """

    values: Mapping[Sort, tuple[Value, ...]]
    texts: tuple[tuple[int, ...], ...]


def dictionary_of(program: Program, checked: Property) -> Dictionary:
    """Return the dictionary of ``program``.

    Characters are included as numbers, since they are mostly compared after a conversion to a wider
    type.
    """
    constants = constants_of(program, checked)
    texts = tuple(dict.fromkeys(text for known in _used_objects(program) for text in _texts(known)))
    numbers = [_signed(int(value), sort) for sort, values in constants.items() if sort.width for value in values]  # type: ignore[arg-type]  # of a bit-vector
    found: dict[Sort, tuple[Value, ...]] = dict(constants)
    for sort in _input_sorts(program):
        characters = [byte for text in texts for byte in text] if sort is BYTE else []
        fitting = (number % (1 << sort.width) for number in (*numbers, *characters) if _fits(number, sort))
        found[sort] = tuple(dict.fromkeys((*constants.get(sort, ()), *fitting)))
    return Dictionary(found, texts)


def input_objects(program: Program, texts: tuple[tuple[int, ...], ...]) -> InputObjects:
    """Return the objects of unknown contents at the start of ``program``: arguments, and the
    objects they point to.
    """
    statements = [each for block in program.functions[program.entry].blocks.values() for each in block.statements]
    targets = [each.target for each in statements if isinstance(each, Allocate) and not each.zeroed]
    repeated = [each.string for each in statements if isinstance(each, MakeStrings)]
    bytes_of = {target: variable(f"bytes of {target.payload}", BYTE) for target in (*targets, *repeated)}
    return InputObjects(bytes_of, texts, frozenset(repeated))


def _input_sorts(program: Program) -> Iterable[BitVecSort]:
    """Return the bit-vector sorts of inputs."""
    statements = [
        statement
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
    ]
    havocs = [each.target.sort for each in statements if isinstance(each, Havoc)]
    havocs += [each.length.sort for each in statements if isinstance(each, MakeStrings)]
    parameters = (each.symbol.sort for each in program.functions[program.entry].parameters)
    return dict.fromkeys(sort for sort in (*havocs, *parameters) if isinstance(sort, BitVecSort))


def _used_objects(program: Program) -> list[GlobalObject]:
    """Return the global objects whose addresses occur in a statement or in such an object; texts of
    failed assertions do not.
    """
    objects = {known.address: known for known in program.global_objects}
    terms = [
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in (*block.statements, block.terminator)
        for term in terms_read(statement)
    ]
    used: set[Term] = set()
    while found := [term for term in postorder(terms) if term in objects and term not in used]:
        used.update(found)
        terms = [cell.value for term in found for cell in objects[term].cells or ()]
    return [known for address, known in objects.items() if address in used]


def _texts(known: GlobalObject) -> Iterator[tuple[int, ...]]:
    """Yield the strings in ``known``, if it is a constant text."""
    if not known.constant or known.cells is None or known.size > LIMITS.dictionary_text_bytes:
        return
    cells = {each.offset: each.value for each in known.cells}
    text: list[int] = []
    for offset in range(known.size + 1):
        cell = cells.get(offset)
        byte = cell.payload if cell is not None and cell.sort is BYTE and cell.op is Op.CONSTANT else 0
        if byte:
            text.append(int(byte))
        elif text:
            yield tuple(text)
            text = []


def _signed(value: int, sort: Sort) -> int:
    return value - (1 << sort.width) if value >> (sort.width - 1) else value


def _fits(number: int, sort: Sort) -> bool:
    return -(1 << (sort.width - 1)) <= number < 1 << sort.width
