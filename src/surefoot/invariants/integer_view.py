"""The integer view: a control system over mathematical integers with the locations and edges of one
over bit-vectors.

Linear arithmetic, comparisons, and division, remainders and shifts by constants have their meaning
in Z, so the view agrees with the system on all runs in which nothing wraps around. Other terms
(products, bits, arrays, floats) are inputs. State variables that are neither numbers nor truth
values are left out. Invariants of the view are candidates for the system.
"""

from collections.abc import Callable

from surefoot.base.records import replace
from surefoot.invariants.integer_words import Signs, WordNumbers, in_bits
from surefoot.invariants.limits import LIMITS
from surefoot.logic import (
    BOOL,
    INT,
    TRUE,
    BitVecSort,
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    eq,
    fold,
    int_add,
    int_constant,
    int_div,
    int_le,
    int_lt,
    int_mod,
    int_mul,
    int_neg,
    int_sub,
    ite,
    rebuild,
    variable,
)
from surefoot.systems.control.system import ControlSystem, Edge, Fact, Location, StateVariable


class IntegerView:
    """The view `system` of `original`; if it `is_bounded`, its numbers have the ranges of those of
    the original.
    """

    def __init__(self, original: ControlSystem, *, is_bounded: bool = False) -> None:
        self.original = original
        self._is_bounded = is_bounded
        self._signs = Signs(original)
        self._numbers: dict[Term, Term] = {}
        self.numbers: WordNumbers = {}
        """The original's symbol for each symbol of the view, and whether it is unsigned."""
        edges = [self._edge(edge) for edge in original.edges]
        self._originals = {id(made): edge for (made, _), edge in zip(edges, original.edges, strict=True)}
        inputs: dict[str, dict[Term, None]] = {}
        for edge, unknown in edges:
            inputs.setdefault(edge.source, {}).update(dict.fromkeys(unknown))
        self.system = ControlSystem(
            tuple(self._symbol(each) for each in original.parameters if _is_kept(each)),
            tuple(fact for each in original.facts if (fact := self._fact(each)) is not None),
            tuple(self._location(each, tuple(inputs.get(each.name, ()))) for each in original.locations),
            tuple(edge for edge, _ in edges),
        )

    def original_edge(self, edge: Edge) -> Edge:
        """Return the edge of the original that `edge` of the view stands for."""
        return self._originals[id(edge)]

    def in_bits(self, formula: Term) -> Term:
        """Return the formula over states of the original that has the meaning of `formula`, over
        states of the view.
        """
        return in_bits(formula, self.numbers)

    def _edge(self, edge: Edge) -> tuple[Edge, tuple[Term, ...]]:
        """Return the view of an edge, and the inputs that stand for what integers cannot express."""
        reading = _Reading(edge.source, self._signs, self._symbol)
        guard = reading.formula(edge.guard)
        update = {
            self._symbol(symbol): reading.value(value) for symbol, value in edge.update.items() if _is_kept(symbol)
        }
        source = self.original.location(edge.source)
        ranges = [self._range(each) for each in source.inputs if _is_kept(each)]
        return Edge(edge.source, edge.target, and_(guard, *ranges, *reading.known), update), tuple(reading.unknown)

    def _location(self, location: Location, unknown: tuple[Term, ...]) -> Location:
        variables = [each for each in location.variables if _is_kept(each.symbol)]
        inputs = tuple(self._symbol(each) for each in location.inputs if _is_kept(each))
        ranges = [self._range(each.symbol) for each in variables]
        return replace(
            location,
            variables=tuple(StateVariable(self._symbol(each.symbol), each.referent) for each in variables),
            inputs=(*inputs, *unknown),
            domain=and_(self._whole(location.domain), *ranges),
        )

    def _fact(self, fact: Fact) -> Fact | None:
        formula = self._whole(fact.formula)
        if formula is TRUE or not all(map(_is_kept, fact.about)):
            return None
        return Fact(tuple(map(self._symbol, fact.about)), formula)

    def _whole(self, formula: Term) -> Term:
        """Return the view of `formula`, if integers can express it; else nothing."""
        reading = _Reading("", self._signs, self._symbol)
        found = reading.formula(formula)
        return TRUE if reading.unknown else found

    def _range(self, symbol: Term) -> Term:
        if not isinstance(symbol.sort, BitVecSort):
            return TRUE
        number, width = self._symbol(symbol), symbol.sort.width
        is_unsigned = self._signs.is_unsigned(symbol)
        least, greatest = (0, (1 << width) - 1) if is_unsigned else (-(1 << width - 1), (1 << width - 1) - 1)
        bounds = [int_le(int_constant(least), number)] if is_unsigned or self._is_bounded else []
        if self._is_bounded or width < LIMITS.kept_width:
            bounds.append(int_le(number, int_constant(greatest)))
        return and_(*bounds)

    def _symbol(self, symbol: Term) -> Term:
        if symbol.sort is BOOL:
            self.numbers[symbol] = symbol, False
            return symbol
        found = self._numbers.get(symbol)
        if found is None:
            own: Symbol = symbol.payload
            found = variable(Symbol(SymbolKind.COPY, own.key, 0, own.spelling), INT)
            self._numbers[symbol] = found
            self.numbers[found] = symbol, self._signs.is_unsigned(symbol)
        return found


def _is_kept(symbol: Term) -> bool:
    return symbol.sort is BOOL or isinstance(symbol.sort, BitVecSort)


class _Reading:
    """Translation of terms at one location; terms that integers cannot express are `unknown`,
    except those that are `known`.
    """

    def __init__(self, location: str, signs: Signs, symbol: Callable[[Term], Term]) -> None:
        self._location = location
        self._signs = signs
        self._symbol = symbol
        self._memo: dict[Term, Term | None] = {}
        self.unknown: list[Term] = []
        self.known: list[Term] = []

    def formula(self, term: Term) -> Term:
        return self._known_or_any(term, fold(term, self._step, self._memo))

    def value(self, term: Term) -> Term:
        if term.op is Op.CONSTANT and isinstance(term.sort, BitVecSort):
            return self._constant(term, is_unsigned=False)
        return self._known_or_any(term, fold(term, self._step, self._memo))

    def _known_or_any(self, term: Term, found: Term | None) -> Term:
        return self._anything(term) if found is None else found

    def _anything(self, term: Term) -> Term:
        owner = f"{self._location} {term.id}"
        found = variable(Symbol(SymbolKind.AUXILIARY, owner, 0, "any"), BOOL if term.sort is BOOL else INT)
        self.unknown.append(found)
        if isinstance(term.sort, BitVecSort) and (term.sort.width < LIMITS.kept_width or self._signs.is_unsigned(term)):
            self.known.append(int_le(int_constant(0), found))
            self.known.append(int_lt(found, int_constant(1 << term.sort.width)))
        return found

    def _step(self, term: Term, arguments: list[Term | None]) -> Term | None:
        """Return the view of `term`; `None` if it is neither number nor truth value."""
        if term.op is Op.VARIABLE:
            return self._symbol(term) if _is_kept(term) else None
        if term.op is Op.CONSTANT:
            return term if term.sort is BOOL else None
        if not _is_kept(term):
            return None
        found = self._expressed(term, arguments)
        return self._anything(term) if found is None else found

    def _constant(self, term: Term, *, is_unsigned: bool) -> Term:
        width, value = term.sort.width, int(term.payload)
        return int_constant(value if is_unsigned or value < 1 << width - 1 else value - (1 << width))

    def _expressed(self, term: Term, found: list[Term | None]) -> Term | None:
        """Return the view of `term` if integers can express it."""
        numbers = [each for each in term.args if isinstance(each.sort, BitVecSort)]
        is_unsigned = any(self._signs.is_unsigned(each) for each in numbers if each.op is not Op.CONSTANT)
        adds = term.op in (Op.BVADD, Op.BVMUL)
        arguments: list[Term] = []
        for original, each in zip(term.args, found, strict=True):
            if each is not None:
                arguments.append(each)
            elif original.op is Op.CONSTANT and isinstance(original.sort, BitVecSort):
                unsigned = is_unsigned if term.op is not Op.ITE else self._signs.is_unsigned(term)
                arguments.append(self._constant(original, is_unsigned=unsigned and not adds))
            else:
                return None
        if not numbers or (term.op is Op.EQ and term.args[0].sort is BOOL):
            return rebuild(term, tuple(arguments))
        return self._arithmetic(term, arguments, is_unsigned=is_unsigned)

    def _arithmetic(self, term: Term, arguments: list[Term], *, is_unsigned: bool) -> Term | None:
        match term.op, arguments:
            case Op.ITE, [condition, then, otherwise]:
                return ite(condition, then, otherwise)
            case Op.EQ, [left, right]:
                return eq(left, right)
            case Op.BVSLT, [left, right]:
                return int_lt(left, right)
            case Op.BVULT, [left, right]:
                return int_lt(*(self._unsigned(*each) for each in zip(term.args, (left, right), strict=True)))
            case Op.BVADD, [left, right]:
                return int_add(left, right)
            case Op.BVSUB, [left, right]:
                return int_sub(left, right)
            case Op.BVNEG, [number]:
                return int_neg(number)
            case Op.BVNOT, [number]:
                return int_sub(int_constant((1 << term.sort.width) - 1 if is_unsigned else -1), number)
            case Op.BVMUL, [left, right] if Op.CONSTANT in (left.op, right.op):
                return int_mul(left, right)
            case Op.SIGN_EXTEND, [number]:
                return number
            case Op.ZERO_EXTEND, [number]:
                return self._unsigned(term.args[0], number)
            case Op.EXTRACT, [number]:
                return self._extracted(term, number)
            case Op.CONCAT, [high, low]:
                return self._concatenated(term, high, low)
            case _, [number, divisor] if divisor.op is Op.CONSTANT:
                return self._divided(term.op, number, int(divisor.payload), term.sort.width)
            case _:
                return None

    def _unsigned(self, original: Term, number: Term) -> Term:
        """Return `number` as an unsigned one."""
        if number.op is Op.CONSTANT:
            return int_constant(int(number.payload) % (1 << original.sort.width))
        if self._signs.is_unsigned(original):
            return number
        wrapped = int_add(number, int_constant(1 << original.sort.width))
        return ite(int_lt(number, int_constant(0)), wrapped, number)

    def _extracted(self, term: Term, number: Term) -> Term:
        high, low = term.payload
        if high == term.args[0].sort.width - 1 and high == low:
            return ite(int_lt(number, int_constant(0)), int_constant(1), int_constant(0))
        shifted = int_div(number, int_constant(1 << low)) if low else number
        width = high - low + 1
        return shifted if width >= LIMITS.kept_width and not low else int_mod(shifted, int_constant(1 << width))

    def _concatenated(self, term: Term, high: Term, low: Term) -> Term:
        """Return the value of the concatenation of two numbers; a number with zeros behind it was
        shifted.
        """
        above, below = term.args
        if low.op is Op.CONSTANT and not low.payload and above.op is Op.EXTRACT and above.payload[1] == 0:
            shifted = above.args[0]
            if shifted.sort is term.sort:
                high = self.value(shifted)
        elif self._signs.is_unsigned(term):
            high = self._unsigned(above, high)
        return int_add(int_mul(high, int_constant(1 << below.sort.width)), self._unsigned(below, low))

    def _divided(self, op: Op, number: Term, divisor: int, width: int) -> Term | None:
        zero = int_constant(0)
        if op in (Op.BVUDIV, Op.BVUREM) and divisor > 0:
            return (int_div if op is Op.BVUDIV else int_mod)(number, int_constant(divisor))
        if op in (Op.BVSDIV, Op.BVSREM) and divisor > 0:
            operation = int_div if op is Op.BVSDIV else int_mod
            by = int_constant(divisor)
            return ite(int_lt(number, zero), int_neg(operation(int_neg(number), by)), operation(number, by))
        if op in (Op.BVSHL, Op.BVLSHR, Op.BVASHR) and 0 <= divisor < width:
            return (int_mul if op is Op.BVSHL else int_div)(number, int_constant(1 << divisor))
        if op is Op.BVAND and divisor > 0 and divisor & (divisor + 1) == 0:
            return int_mod(number, int_constant(divisor + 1))
        return None
