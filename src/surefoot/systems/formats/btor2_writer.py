"""Transition systems as BTOR2 (Niemetz, Preiner, Wolf, Biere: BTOR2, BtorMC and Boolector 3.0, CAV
2018).

Features that BTOR2 lacks are expressed as follows:

* A truth value is a bit.
* ``init`` gives a state a constant. Other initial conditions are a constraint that a state
  ``initialised``, 0 in the first step and 1 afterwards, disables.
* A constant array is a state that is initialised with it and never changes.

Floats, integers and uninterpreted functions are rejected.
"""

import re
from collections.abc import Mapping, Sequence
from functools import reduce

from surefoot.base.errors import UnsupportedError
from surefoot.base.text import FreshNames
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    BitVecSort,
    BoolSort,
    Op,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    constant_array,
    eq,
    fold,
    or_,
    rebuild,
    variable,
)
from surefoot.systems.formats.btor2_operators import BINARY, ONE, TERNARY, UNARY, ZERO, bits, truth
from surefoot.systems.transitions.transition_system import TransitionSystem

_NAMES: Mapping[Op, str] = {
    Op.NOT: "not",
    Op.AND: "and",
    Op.OR: "or",
    Op.ITE: "ite",
    Op.EQ: "eq",
    Op.BVNOT: "not",
    Op.BVNEG: "neg",
    Op.BVADD: "add",
    Op.BVSUB: "sub",
    Op.BVMUL: "mul",
    Op.BVUDIV: "udiv",
    Op.BVUREM: "urem",
    Op.BVSDIV: "sdiv",
    Op.BVSREM: "srem",
    Op.BVAND: "and",
    Op.BVOR: "or",
    Op.BVXOR: "xor",
    Op.BVSHL: "sll",
    Op.BVLSHR: "srl",
    Op.BVASHR: "sra",
    Op.BVULT: "ult",
    Op.BVSLT: "slt",
    Op.CONCAT: "concat",
    Op.SELECT: "read",
    Op.STORE: "write",
}
"""Operators that BTOR2 has without parameters."""
_BUILDERS = {**UNARY, **BINARY, **TERNARY}


def write_btor2(system: TransitionSystem, comments: Sequence[str] = ()) -> str:
    """Return the text of ``system``; raises `UnsupportedError` for floats, integers and
    uninterpreted functions.
    """
    return _Writer(_BitLevel(system).system(), comments).text()


class _BitLevel:
    """Conversion of a system to one that BTOR2 can express line by line: names without spaces, bits
    for truth values, and the states above.
    """

    def __init__(self, system: TransitionSystem) -> None:
        self._system = system.always_enabled()
        self._names = FreshNames()
        self._symbols = {
            symbol: variable(self._names.like(_one_word(str(symbol.payload))), _sort(symbol.sort))
            for symbol in (*self._system.states, *self._system.inputs)
        }
        self._arrays: dict[Term, Term] = {}
        self._memo: dict[Term, Term] = {}

    def system(self) -> TransitionSystem:
        """Return the system; its ``initial`` consists of equalities with constants and constant
        arrays.
        """
        old = self._system
        fixed, rest = old.initial_values()
        initial = {self._symbols[state]: value for state, value in fixed.items() if self._is_writable(value)}
        others = [eq(state, value) for state, value in fixed.items() if not self._is_writable(value)]
        unexpressed = self._formula(and_(*others, rest))
        following = {self._symbols[state]: bits(self._term(value)) for state, value in old.next.items()}
        bad = {name: self._formula(formula) for name, formula in old.bad.items()}
        constraint = self._formula(old.constraint)
        states = [self._symbols[state] for state in old.states]
        values = [eq(state, _as_bits(value)) for state, value in initial.items()]
        if unexpressed is not TRUE:
            initialised = variable(self._names.like("initialised"), bit_vector(1))
            states.append(initialised)
            values.append(eq(initialised, ZERO))
            following[initialised] = ONE
            constraint = and_(constraint, or_(truth(initialised), unexpressed))
        for array, state in self._arrays.items():
            states.append(state)
            values.append(eq(state, array))
            following[state] = state
        inputs = tuple(self._symbols[symbol] for symbol in old.inputs)
        return TransitionSystem(tuple(states), inputs, and_(*values), following, constraint, bad)

    def _is_writable(self, value: Term) -> bool:
        """Return whether ``init`` can express the value."""
        constant = value.args[0] if value.op is Op.CONSTANT_ARRAY else value
        return constant.op is Op.CONSTANT

    def _formula(self, formula: Term) -> Term:
        return truth(self._term(formula))

    def _term(self, term: Term) -> Term:
        return fold(term, self._rebuilt, self._memo)

    def _rebuilt(self, term: Term, args: list[Term]) -> Term:
        match term.op:
            case Op.VARIABLE:
                symbol = self._symbols[term]
                return truth(symbol) if term.sort is BOOL else symbol
            case Op.CONSTANT:
                _sort(term.sort)
                return term
            case Op.CONSTANT_ARRAY:
                return self._constant_array(term, bits(args[0]))
            case Op.AND | Op.OR:
                return reduce(and_ if term.op is Op.AND else or_, map(truth, args))
            case _ if term.op in _NAMES:
                return _BUILDERS[_NAMES[term.op]](*args)
            case Op.EXTRACT | Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                return rebuild(term, tuple(map(bits, args)))
            case _:
                raise UnsupportedError(f"BTOR2 cannot express {term.op.value}; VMT can")

    def _constant_array(self, term: Term, value: Term) -> Term:
        if value.op is not Op.CONSTANT:
            raise UnsupportedError("BTOR2 cannot express an array that holds the same variable everywhere; VMT can")
        array = _as_bits(term)
        if array not in self._arrays:
            self._arrays[array] = variable(self._names.like(f"all_{value.payload}"), array.sort)
        return self._arrays[array]


def _as_bits(value: Term) -> Term:
    """Return a constant, or a constant array, with bits for truth values."""
    sort = _sort(value.sort)
    if isinstance(sort, ArraySort):
        return constant_array(sort, _as_bits(value.args[0]))
    return bits(value)


def _one_word(name: str) -> str:
    """Return the name without characters that end a symbol in BTOR2."""
    return re.sub(r"[\s;]+", "_", name)


def _sort(sort: Sort) -> Sort:
    """Return the BTOR2 sort for ``sort``."""
    match sort:
        case BoolSort():
            return bit_vector(1)
        case BitVecSort():
            return sort
        case ArraySort(index, element):
            return array_sort(_sort(index), _sort(element))
        case _:
            raise UnsupportedError(f"BTOR2 cannot express values of {sort}; VMT can")


class _Writer:
    """Writer of a system of `_BitLevel`: each node once, after the nodes that it uses."""

    def __init__(self, system: TransitionSystem, comments: Sequence[str]) -> None:
        self._system = system
        self._lines = [f"; {comment}" for comment in comments]
        self._count = 0
        self._sorts: dict[Sort, int] = {}
        self._nodes: dict[Term, int] = {}

    def text(self) -> str:
        """Return the lines in the order that readers expect: an initial value precedes its state."""
        system = self._system
        initial, _ = system.initial_values()
        for value in initial.values():
            self._node(_initial_value(value))
        for tag, symbols in (("input", system.inputs), ("state", system.states)):
            for symbol in symbols:
                self._nodes[symbol] = self._add(tag, self._sort(symbol.sort), symbol.payload)
        for tag, values in (("init", initial), ("next", system.next)):
            for state, value in values.items():
                node = self._node(_initial_value(value) if tag == "init" else value)
                self._add(tag, self._sort(state.sort), self._nodes[state], node)
        if system.constraint is not TRUE:
            self._add("constraint", self._node(system.constraint))
        for name, bad in system.bad.items():
            self._add("bad", self._node(bad), _one_word(name))
        return "\n".join(self._lines) + "\n"

    def _add(self, *words: object) -> int:
        self._count += 1
        self._lines.append(" ".join(map(str, (self._count, *words))))
        return self._count

    def _sort(self, sort: Sort) -> int:
        if sort is BOOL:
            sort = bit_vector(1)
        if sort not in self._sorts:
            if isinstance(sort, ArraySort):
                parts: tuple[object, ...] = ("array", self._sort(sort.index), self._sort(sort.element))
            else:
                parts = ("bitvec", sort.width)
            self._sorts[sort] = self._add("sort", *parts)
        return self._sorts[sort]

    def _node(self, term: Term) -> int:
        return fold(term, self._written, self._nodes)

    def _written(self, term: Term, args: list[int]) -> int:
        if term is TRUE or term is FALSE:
            return self._node(bits(term))
        sort = self._sort(term.sort)
        match term.op:
            case Op.CONSTANT:
                return self._constant(term, sort)
            case Op.EQ if term.args[1] is ONE:
                return args[0]
            case Op.ITE if term.args[1] is ONE and term.args[2] is ZERO:
                return args[0]
            case Op.EXTRACT:
                return self._add("slice", sort, args[0], *term.payload)
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                tag = "uext" if term.op is Op.ZERO_EXTEND else "sext"
                return self._add(tag, sort, args[0], term.payload - term.args[0].sort.width)
            case _:
                return self._add(_NAMES[term.op], sort, *args)

    def _constant(self, term: Term, sort: int) -> int:
        value, mask = term.payload, term.sort.mask
        if value in (0, 1):
            return self._add("one" if value else "zero", sort)
        return self._add("ones", sort) if value == mask else self._add("constd", sort, value)


def _initial_value(value: Term) -> Term:
    """Return the operand of ``init``; the element of a constant array represents the array."""
    return value.args[0] if value.op is Op.CONSTANT_ARRAY else bits(value)
