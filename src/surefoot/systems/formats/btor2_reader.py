"""BTOR2 text as transition systems (Niemetz, Preiner, Wolf, Biere: BTOR2, BtorMC and Boolector 3.0,
CAV 2018).
"""

import re
from collections.abc import Callable, Mapping, Sequence

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.logic import (
    ArraySort,
    BitVecSort,
    Sort,
    SortError,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    constant_array,
    eq,
    extract,
    sign_extend,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.logic.limits import LIMITS
from surefoot.logic.smtlib.operations import Build
from surefoot.systems.formats.btor2_operators import BINARY, TERNARY, UNARY, bits, sort_of, truth
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.transitions.liveness import with_justice
from surefoot.systems.transitions.transition_system import TransitionSystem

_CONSTANT_BASES = {"const": 2, "constd": 10, "consth": 16}
_DIGITS = {
    "const": re.compile(r"[01]+"),
    "constd": re.compile(r"-?\d+", re.ASCII),
    "consth": re.compile(r"[\da-fA-F]+", re.ASCII),
}
_LONGEST_NUMBER = 18
_SPECIAL_CONSTANTS = {"zero": 0, "one": 1, "ones": -1}


def read_btor2(text: str, file: str) -> ModelFile:
    """Return the model in ``text``; raises `InputError` with the line of a syntax error and
    `UnsupportedError` for unsupported properties.
    """
    reader = _Reader(file)
    for number, line in enumerate(text.splitlines(), start=1):
        words = _without_comment(line.split())
        if words:
            reader.read(words, number)
    return reader.model()


def _without_comment(words: list[str]) -> list[str]:
    start = next((index for index, word in enumerate(words) if word.startswith(";")), len(words))
    return words[:start]


def _shortened(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:37]}..."


class _Reader:
    """The declarations so far; every node refers to earlier ones only."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._line = 0
        self._numbers: set[int] = set()
        self._sorts: dict[int, Sort] = {}
        self._nodes: dict[int, Term] = {}
        self._names = FreshNames()
        self._bad_names = FreshNames()
        self._states: dict[Term, Span] = {}
        self._inputs: list[Term] = []
        self._initial: dict[Term, tuple[Term, Span]] = {}
        self._next: dict[Term, tuple[Term, Span]] = {}
        self._constraints: list[Term] = []
        self._bad: dict[str, tuple[Term, Span]] = {}
        self._justice: dict[str, tuple[tuple[Term, ...], Span]] = {}
        self._fairness: list[Term] = []
        self._commands: Mapping[str, Callable[[int, list[str]], None]] = {
            "sort": self._sort_line,
            "input": self._symbol_line,
            "state": self._symbol_line,
            "init": self._init_line,
            "next": self._next_line,
            "constraint": self._constraint_line,
            "bad": self._bad_line,
            "justice": self._justice_line,
            "fair": self._fair_line,
            "output": self._output_line,
        }

    def model(self) -> ModelFile:
        """Return the model after all lines are read."""
        first = Span(self._file, 1)
        states = self._states
        initial = [eq(state, value) for state, (value, _) in self._initial.items()]
        system = TransitionSystem(
            states=tuple(states),
            inputs=tuple(self._inputs),
            initial=and_(*initial),
            next={state: self._next[state][0] for state in states if state in self._next},
            constraint=and_(*self._constraints),
            bad={name: bad for name, (bad, _) in self._bad.items()},
        )
        system = with_justice(system, {name: own for name, (own, _) in self._justice.items()}, self._fairness)
        spans = {name: span for name, (_, span) in (*self._bad.items(), *self._justice.items())}
        begins = next((span for _, span in self._initial.values()), next(iter(states.values()), first))
        steps = next((span for _, span in self._next.values()), begins)
        return ModelFile(system, begins, steps, spans)

    def read(self, words: list[str], line: int) -> None:
        """Read one line."""
        self._line = line
        number = self._number(words[0])
        if len(words) < 2:
            raise self._problem("expected a number and what it stands for")
        if number < 1 or number in self._numbers:
            raise self._problem(f"{number} is used twice" if number > 0 else "expected a positive number")
        self._numbers.add(number)
        tag = words[1]
        try:
            if tag in self._commands:
                self._commands[tag](number, words[1:])
            else:
                self._nodes[number] = self._operator_line(tag, words[2:])
        except SortError as error:
            raise self._problem(f"{tag}: {error}") from None

    # ---- lines

    def _sort_line(self, number: int, words: list[str]) -> None:
        match words[1:]:
            case ["bitvec", width, *_] if self._number(width) > 0:
                self._sorts[number] = bit_vector(self._width(width))
            case ["array", index, element, *_]:
                self._sorts[number] = array_sort(self._sort(index), self._sort(element))
            case _:
                raise self._problem("expected `sort bitvec WIDTH` or `sort array INDEX ELEMENT`")

    def _symbol_line(self, number: int, words: list[str]) -> None:
        tag, sort, *symbol = self._at_least(words, 2, f"`{words[0]} SORT`")
        name = symbol[0] if symbol else f"{tag}{number}"
        term = variable(self._names.like(name), self._sort(sort))
        self._nodes[number] = term
        if tag == "state":
            self._states[term] = self._span()
        else:
            self._inputs.append(term)

    def _init_line(self, _: int, words: list[str]) -> None:
        state, value = self._state_and_value(words, self._initial)
        if isinstance(state.sort, ArraySort) and value.sort is state.sort.element:
            value = constant_array(state.sort, value)
        self._require_sort(value, state.sort)
        if any(symbol not in self._states for symbol in variables_of(value)):
            raise self._problem("an initial value depends on an input")
        self._initial[state] = (value, self._span())

    def _next_line(self, _: int, words: list[str]) -> None:
        state, value = self._state_and_value(words, self._next)
        self._require_sort(value, state.sort)
        self._next[state] = (value, self._span())

    def _state_and_value(self, words: list[str], known: Mapping[Term, object]) -> tuple[Term, Term]:
        tag, sort, name, value, *_ = self._at_least(words, 4, f"`{words[0]} SORT STATE VALUE`")
        state = self._node(name)
        if state not in self._states:
            raise self._problem(f"{name} is no state")
        if state in known:
            raise self._problem(f"{name} has two {tag} lines")
        self._require_sort(state, self._sort(sort))
        return state, bits(self._node(value))

    def _constraint_line(self, _: int, words: list[str]) -> None:
        self._constraints.append(self._condition(words))

    def _bad_line(self, _: int, words: list[str]) -> None:
        condition = self._condition(words)
        name = words[2] if len(words) > 2 else f"bad{len(self._bad)}"
        self._bad[self._bad_names.like(name)] = (condition, self._span())

    def _justice_line(self, _: int, words: list[str]) -> None:
        count = self._number(self._at_least(words, 2, "`justice COUNT NODE ...`")[1])
        nodes = self._at_least(words, 2 + max(count, 0), "`justice COUNT NODE ...`")[2 : 2 + count]
        name = words[2 + count] if len(words) > 2 + count else f"justice{len(self._justice)}"
        formulas = tuple(self._condition([words[0], node]) for node in nodes)
        self._justice[self._bad_names.like(name)] = (formulas, self._span())

    def _fair_line(self, _: int, words: list[str]) -> None:
        self._fairness.append(self._condition(words))

    def _output_line(self, _: int, words: list[str]) -> None:
        self._node(self._at_least(words, 2, "`output NODE`")[1])

    def _condition(self, words: list[str]) -> Term:
        node = self._node(self._at_least(words, 2, f"`{words[0]} NODE`")[1])
        self._require_sort(node, bit_vector(1))
        return truth(node)

    def _operator_line(self, tag: str, words: list[str]) -> Term:
        sort = self._sort(self._at_least(words, 1, f"a sort after {tag}")[0])
        arguments = words[1:]
        if tag in _SPECIAL_CONSTANTS or tag in _CONSTANT_BASES:
            return self._constant(tag, arguments, sort)
        result = self._operation(tag, arguments)
        self._require_sort(result, sort)
        return result

    def _operation(self, tag: str, words: list[str]) -> Term:
        if tag == "slice":
            node, high, low, *_ = self._at_least(words, 3, "`slice SORT NODE HIGH LOW`")
            return extract(bits(self._node(node)), self._number(high), self._number(low))
        if tag in ("uext", "sext"):
            node, added, *_ = self._at_least(words, 2, f"`{tag} SORT NODE BITS`")
            term = bits(self._node(node))
            return (zero_extend if tag == "uext" else sign_extend)(term, term.sort.width + self._width(added))
        found = next(((count, table[tag]) for count, table in _OPERATORS.items() if tag in table), None)
        if found is None:
            raise self._problem(f"unknown operator {tag}")
        count, build = found
        arguments = self._at_least(words, count, f"{count} operands of {tag}")[:count]
        return build(*(self._node(argument) for argument in arguments))

    def _constant(self, tag: str, words: list[str], sort: Sort) -> Term:
        if not isinstance(sort, BitVecSort):
            raise self._problem(f"expected the sort of a bit-vector after {tag}")
        if tag in _SPECIAL_CONSTANTS:
            return bv(_SPECIAL_CONSTANTS[tag] & sort.mask, sort.width)
        digits = self._at_least(words, 1, f"digits after {tag}")[0]
        if not _DIGITS[tag].fullmatch(digits):
            raise self._problem(f"expected digits of base {_CONSTANT_BASES[tag]}, not {_shortened(digits)}")
        if len(digits.lstrip("-0")) > sort.width:  # a digit is a bit at least
            raise self._problem(f"{_shortened(digits)} does not fit into {sort.width} bits")
        value = int(digits, _CONSTANT_BASES[tag])
        if not -(1 << (sort.width - 1)) <= value <= sort.mask:
            raise self._problem(f"{_shortened(digits)} does not fit into {sort.width} bits")
        return bv(value & sort.mask, sort.width)

    # ---- words

    def _number(self, word: str) -> int:
        if not word.removeprefix("-").isdecimal() or not word.isascii():
            raise self._problem(f"expected a number, not {_shortened(word)}")
        if len(word) > _LONGEST_NUMBER:
            raise self._problem(f"expected a number of at most {_LONGEST_NUMBER} digits, not {_shortened(word)}")
        return int(word)

    def _width(self, word: str) -> int:
        width = self._number(word)
        if width > LIMITS.bit_vector_width:
            raise UnsupportedError(
                f"bit-vectors of more than {LIMITS.bit_vector_width} bits are not supported", self._span()
            )
        return width

    def _sort(self, word: str) -> Sort:
        found = self._sorts.get(self._number(word))
        if found is None:
            raise self._problem(f"{word} is no sort")
        return found

    def _node(self, word: str) -> Term:
        """Return the node, negated if it has a minus sign."""
        number = self._number(word)
        found = self._nodes.get(abs(number))
        if found is None:
            raise self._problem(f"{word} is no node")
        return UNARY["not"](found) if number < 0 else found

    def _at_least(self, words: list[str], count: int, expected: str) -> Sequence[str]:
        if len(words) < count:
            raise self._problem(f"expected {expected}")
        return words

    def _require_sort(self, term: Term, sort: Sort) -> None:
        if sort_of(term) is not sort:
            raise self._problem(f"expected {sort}, not {sort_of(term)}")

    def _span(self) -> Span:
        return Span(self._file, self._line)

    def _problem(self, message: str) -> InputError:
        return InputError(message, self._span())


_OPERATORS: Mapping[int, Mapping[str, Build]] = {1: UNARY, 2: BINARY, 3: TERNARY}
