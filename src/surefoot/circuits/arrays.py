"""Arrays in circuits, represented by their reads.

A read from an unconstrained array is a new word, unless the index equals an earlier one: the
i-th read is

    ite(index_i = index_1, word_1, ite(index_i = index_2, word_2, ... new word ...))

Equal indices thus give equal words without a constraint beside the circuit. An uninterpreted
function is read the same way.
"""

from collections.abc import Callable

from surefoot.base.records import dataclass, field
from surefoot.circuits import words
from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal, Word


@dataclass(slots=True, eq=False)
class UnknownArray:
    """An array of which nothing is known; ``reads`` has what was read from it, in order."""

    width: int
    value: Callable[[Word], Word]
    """Function from any bits to the bits of a valid element."""
    reads: dict[Word, Word] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ConstantArray:
    """An array that has ``word`` everywhere."""

    word: Word


@dataclass(slots=True, eq=False)
class StoredArray:
    """``base``, but with ``word`` at ``index``."""

    base: "Array"
    index: Word
    word: Word
    reads: dict[Word, Word] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ChosenArray:
    """A conditional array."""

    condition: Literal
    then: "Array"
    otherwise: "Array"
    reads: dict[Word, Word] = field(default_factory=dict)


Array = UnknownArray | ConstantArray | StoredArray | ChosenArray


def choose(condition: Literal, then: Array, otherwise: Array) -> Array:
    """Return the array  ite(condition, then, otherwise)."""
    if condition < 2 or then is otherwise:
        return then if condition else otherwise
    return ChosenArray(condition, then, otherwise)


def read(graph: Graph, array: Array, index: Word) -> Word:
    """Return the element at ``index``. Nested arrays are handled with a worklist, so depth is
    unlimited.
    """
    stack = [array]
    while stack:
        current = stack[-1]
        if _known(current, index) is not None:
            stack.pop()
            continue
        match current:
            case UnknownArray():
                stack.pop()
                current.reads[index] = _new_read(graph, current, index)
            case StoredArray(base, at, word):
                here = words.equal(graph, index, at)
                below = word if here == TRUE else _known(base, index)
                if below is None:
                    stack.append(base)
                else:
                    current.reads[index] = words.mux(graph, here, word, below)
            case ChosenArray(condition, then, otherwise):
                first, second = _known(then, index), _known(otherwise, index)
                if first is None:
                    stack.append(then)
                elif second is None:
                    stack.append(otherwise)
                else:
                    current.reads[index] = words.mux(graph, condition, first, second)
            case ConstantArray():
                stack.pop()
    found = _known(array, index)
    if found is None:
        raise AssertionError("an array that was read is known there")
    return found


def equal(graph: Graph, left: Array, right: Array, index_width: int) -> Literal:
    """Return the literal that is true iff two arrays agree at every index; one comparison an index."""
    return graph.all(
        [
            words.equal(graph, read(graph, left, at), read(graph, right, at))
            for at in (words.constant(number, index_width) for number in range(1 << index_width))
        ]
    )


def _known(array: Array, index: Word) -> Word | None:
    return array.word if isinstance(array, ConstantArray) else array.reads.get(index)


def _new_read(graph: Graph, array: UnknownArray, index: Word) -> Word:
    word = array.value(graph.inputs(array.width))
    for earlier, found in reversed(array.reads.items()):
        same = words.equal(graph, index, earlier)
        if same != FALSE:
            word = words.mux(graph, same, found, word)
    return word
