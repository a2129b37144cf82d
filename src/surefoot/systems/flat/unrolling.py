"""All runs of a program up to a bound, with a flat memory: the conditions under which one fails, or is cut short.

What each statement does is written down here once, as `docs/semantics.md` and the contracts in `program/statements.py` have it:

* An address is a number. A load or store is defined iff all of its bytes lie in one live object that allows it.
* A new object lies anywhere: aligned, not on the first page, not over the end of memory, and not over another object
  that is alive when it is made. What has died leaves its place to others.
* Its bytes are unknown, whatever was there before.

A loop head is come back to at most *bound* times, and at most *bound* + 1 calls of one function are under way at a time; runs that go on are cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import takewhile
from typing import Final

from surefoot.budget import Budget
from surefoot.logic import (
    FALSE,
    TRUE,
    FloatSort,
    Op,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    eq,
    extract,
    fp_from_ieee_bv,
    implies,
    ite,
    not_,
    or_,
    substitute,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.program.layout import FIRST_ADDRESS, byte_size
from surefoot.program.program import Function, GlobalObject, Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckKind,
    Copy,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    ObjectSize,
    Return,
    Stop,
    Storage,
    Store,
)
from surefoot.spans import Span
from surefoot.systems.flat.floats import FloatBits
from surefoot.systems.flat.limits import Limits, TooLarge
from surefoot.systems.flat.memory import Filled, Memory, Merged, Moved, Reader, Unknown, Unwritten, Written
from surefoot.systems.flat.order import Place, places
from surefoot.systems.flat.state import START, Frame, Kind, Object, State, merge

_DATA = frozenset({Kind.CONSTANT, Kind.GLOBAL, Kind.STACK, Kind.HEAP})
_CHANGEABLE = _DATA - {Kind.CONSTANT}


@dataclass(frozen=True, slots=True)
class Failure:
    """Runs that satisfy ``condition`` violate the property, or are undefined, at ``span`` in ``function``."""

    condition: Term
    kind: CheckKind
    text: str
    span: Span | None
    function: str


@dataclass(frozen=True, slots=True)
class PlacementFact:
    """What holds in every run of where the objects with the addresses ``bases`` lie."""

    bases: tuple[Term, ...]
    formula: Term


@dataclass(frozen=True, slots=True)
class FlatRuns:
    """All runs within a bound; the conditions are to be read together with ``placement`` and ``facts``.

    ``made_up`` holds the conditions under which the bits of a NaN were chosen freely.
    """

    failures: tuple[Failure, ...]
    cut: Term
    placement: tuple[PlacementFact, ...]
    facts: tuple[Term, ...]
    made_up: tuple[Term, ...]


def flat_runs(
    program: Program, checked: Property, bound: int, budget: Budget, limits: Limits | None = None
) -> FlatRuns:
    """The runs of ``program``; raises `TooLarge` if they are too many, and `OutOfBudget`."""
    view = _Unrolling(program, checked, bound, budget, limits or Limits())
    view.run()
    return FlatRuns(
        tuple(view.failures), or_(*view.cut), tuple(view.placement), tuple(view.bits.facts), tuple(view.bits.made_up)
    )


class _Unrolling:
    def __init__(self, program: Program, checked: Property, bound: int, budget: Budget, limits: Limits) -> None:
        self._program = program
        self._checked = checked
        self._bound = bound
        self._budget = budget
        self._limits = limits
        self._width = program.data_model.pointer_width
        self._pointer = bit_vector(self._width)
        self._numbers = {name: number for number, name in enumerate(program.functions)}
        self._places: dict[str, Mapping[str, Place]] = {}
        self._alignments: dict[Term, int] = {}
        self._reader = Reader(limits.look_ups, self._alignments, budget)
        self._symbols = 0
        self._steps = 0
        self._objects: dict[Term, Object] = {}
        self._mentioned: dict[Term, tuple[Term, ...]] = {}
        self._nowhere: dict[Term, Term] = {}
        self._simplified: dict[Term, Term] = {}
        self.bits = FloatBits(self._fresh)
        self.failures: list[Failure] = []
        self.cut: list[Term] = []
        self.placement: list[PlacementFact] = []
        self._pending: dict[tuple[int, ...], State] = {}
        self._queue: list[tuple[int, ...]] = []

    # ---- runs

    def run(self) -> None:
        """Run every state until it ends or is cut, those that stand earliest first; states that meet are merged."""
        self._wait(self._start())
        while self._queue:
            self._go(self._pending.pop(heappop(self._queue)))

    def _wait(self, state: State) -> None:
        if state.path.guard is FALSE:
            return
        position = state.position()
        if position in self._pending:
            self._pending[position] = merge(self._pending[position], state)
        else:
            self._pending[position] = state
            heappush(self._queue, position)

    def _start(self) -> State:
        state = State(START, Unwritten(self._fresh("memory", self._bytes_sort())), {}, [])
        for function in self._program.functions.values():
            self._bear(state, Object(function.address, self._number(1), Kind.FUNCTION), 1)
        for each in self._program.global_objects:
            self._bear_global(state, each)
        for known in self._program.global_variables:
            symbol = known.variable.symbol
            unknown = known.initial is None
            state.globals[symbol] = self._unknown(symbol) if unknown else known.initial  # type: ignore[assignment]
        entry = self._program.functions[self._program.entry]
        arguments = [self._unknown(parameter.symbol) for parameter in entry.parameters]
        self._enter(state, entry, (), arguments)
        return state

    def _go(self, state: State) -> None:
        """Run ``state`` to the next call or to the end of its block."""
        frame = state.frame
        block = frame.function.blocks[frame.label]
        while frame.index < len(block.statements):
            self._step()
            statement = block.statements[frame.index]
            if isinstance(statement, Call):
                self._call(state, statement)
                return
            self._execute(state, statement)
            if state.path.guard is FALSE:
                return
            frame.index += 1
        self._step()
        match block.terminator:
            case Goto(target):
                self._follow(state, target)
            case Branch(condition, then, otherwise):
                taken = self._value(state, condition)
                self._follow(state.where(taken), then)
                self._follow(state.where(not_(taken)), otherwise)
            case Return(values):
                self._return(state, [self._value(state, value) for value in values])
            case Stop():
                pass

    def _step(self) -> None:
        self._steps += 1
        if self._steps > self._limits.statements:
            raise TooLarge(f"more than {self._limits.statements} statements")
        if self._steps & 0x3F == 0:
            self._budget.spend()

    def _follow(self, state: State, label: str) -> None:
        """Go to block ``label``, unless the bound forbids it or nothing will ever change again."""
        if state.path.guard is FALSE:
            return
        frame = state.frame
        before, after = frame.places[frame.label].heads, frame.places[label].heads
        shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))))
        rounds, arrivals = frame.rounds[:shared], frame.arrivals[:shared]
        frame.label, frame.index = label, 0
        entered = len(after) - shared
        frame.rounds = rounds + (0,) * entered
        frame.arrivals = arrivals + (None,) * entered
        if after and after[-1] == label:
            if not entered:
                frame.rounds = (*rounds[:-1], rounds[-1] + 1)
                if frame.rounds[-1] > self._bound:
                    self.cut.append(state.path.guard)
                    return
            now = state.snapshot()
            if now == frame.arrivals[-1]:
                return  # these runs go round for ever, and what they can fail has been noted
            frame.arrivals = (*frame.arrivals[:-1], now)
        self._wait(state)

    def _call(self, state: State, call: Call) -> None:
        arguments = [self._value(state, argument) for argument in call.arguments]
        if isinstance(call.callee, str):
            callees = [(self._program.functions[call.callee], TRUE)]
        else:
            callees = self._callees(state, call, self._value(state, call.callee))
            text = "call through a pointer that points to no function of this type"
            found = or_(*(condition for _, condition in callees))
            self._require(state, found, CheckKind.INVALID_DEREFERENCE, text, call.span)
        for function, condition in callees:
            entered = state.where(condition)
            if entered.path.guard is FALSE:
                continue
            if sum(frame.function is function for frame in entered.frames) > self._bound:
                self.cut.append(entered.path.guard)
                continue
            self._enter(entered, function, call.targets, arguments)
            self._wait(entered)

    def _callees(self, state: State, call: Call, address: Term) -> list[tuple[Function, Term]]:
        """The functions that a call through ``address`` may run, each with the condition that it is this one."""
        sorts = [argument.sort for argument in call.arguments]
        results = [target.sort for target in call.targets]
        found: list[tuple[Function, Term]] = []
        for function in self._program.functions.values():
            parameters = [parameter.symbol.sort for parameter in function.parameters]
            if parameters == sorts[: len(parameters)] and (not results or results == list(function.results)):
                here = and_(*(not_(condition) for _, condition in found), self._is_at(state, address, function.address))
                if here is not FALSE:
                    found.append((function, here))
        return found

    def _enter(self, state: State, function: Function, targets: tuple[Term, ...], arguments: Sequence[Term]) -> None:
        """Start a call of ``function``; more arguments than it has parameters are ignored."""
        if function.name not in self._places:
            self._places[function.name] = places(function)
        order = self._places[function.name]
        label = function.entry.label
        values = {
            parameter.symbol: argument for parameter, argument in zip(function.parameters, arguments, strict=False)
        }
        loops = len(order[label].heads)
        frame = Frame(function, self._numbers[function.name], order, targets, values, label)
        frame.rounds, frame.arrivals = (0,) * loops, (None,) * loops
        state.frames.append(frame)

    def _return(self, state: State, values: Sequence[Term]) -> None:
        left = state.frames.pop()
        for each in left.objects:
            state.alive.pop(each, None)
        if not state.frames:
            return
        for target, value in zip(left.targets, values, strict=False):
            self._assign(state, target, value)
        state.frame.index += 1
        self._wait(state)

    # ---- statements

    def _execute(
        self,
        state: State,
        statement: Assign | Havoc | Assume | Check | Load | Store | Allocate | Free | Copy | Fill | ObjectSize,
    ) -> None:
        match statement:
            case Assign(target, value):
                self._assign(state, target, self._value(state, value))
            case Havoc(target):
                self._assign(state, target, self._unknown(target))
            case Assume(condition):
                state.path = state.path.assume(self._value(state, condition))
            case Check(condition, kind, text, span):
                if kind is not CheckKind.SIGNED_OVERFLOW or kind in self._checked.violations:
                    self._require(state, self._value(state, condition), kind, text, span)
            case Load(target, address, span):
                self._load(state, target, self._value(state, address), span)
            case Store(address, value, span):
                self._store(state, self._value(state, address), self._value(state, value), span)
            case Allocate(target, size):
                self._allocate(state, statement, self._value(state, size))
            case Free(address, span):
                self._free(state, self._value(state, address), span)
            case Copy(target, source, size, span):
                to, origin, length = (self._value(state, term) for term in (target, source, size))
                self._copy(state, to, origin, length, span)
            case Fill(target, byte, size, span):
                to, each, length = (self._value(state, term) for term in (target, byte, size))
                self._fill(state, to, each, length, span)
            case ObjectSize(target, address):
                self._assign(state, target, self._size_from(state, self._value(state, address)))

    def _require(self, state: State, condition: Term, kind: CheckKind, text: str, span: Span | None) -> None:
        """Only runs with ``condition`` go on; the others failed, or ended if neither the property nor C minds ``kind``."""
        if kind in self._checked.violations or kind in UNDEFINED:
            failing = and_(state.path.guard, not_(condition))
            if failing is not FALSE:
                self.failures.append(Failure(failing, kind, text, span, state.frame.function.name))
        state.path = state.path.assume(condition)

    def _load(self, state: State, target: Term, address: Term, span: Span | None) -> None:
        sort, size = target.sort, byte_size(target.sort)
        valid = self._lies_in(state, address, self._number(size), _DATA)
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "read outside of every live object", span)
        if state.path.guard is FALSE:
            return
        bits = self._read(state, address, size)
        if isinstance(sort, FloatSort):
            self._assign(state, target, fp_from_ieee_bv(extract(bits, sort.bits - 1, 0), sort))
        else:
            self._assign(state, target, extract(bits, sort.width - 1, 0))

    def _store(self, state: State, address: Term, value: Term, span: Span | None) -> None:
        size = byte_size(value.sort)
        valid = self._lies_in(state, address, self._number(size), _CHANGEABLE)
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "write outside of every live object", span)
        self._write(state, address, value)

    def _read(self, state: State, address: Term, size: int) -> Term:
        *others, (_, last) = _ways(address)
        bits = self._reader.read(state.memory, last, size, self._home(state, last, size))
        for condition, way in reversed(others):
            bits = ite(condition, self._reader.read(state.memory, way, size, self._home(state, way, size)), bits)
        return bits

    def _write(self, state: State, address: Term, value: Term) -> None:
        sort, size = value.sort, byte_size(value.sort)
        bits = self.bits.of(value, sort, state.path.guard) if isinstance(sort, FloatSort) else value
        whole = zero_extend(bits, 8 * size)
        before = state.memory
        *others, (_, last) = _ways(address)
        state.memory = Written(before, last, whole, size, self._home(state, last, size))
        for condition, way in reversed(others):
            written = Written(before, way, whole, size, self._home(state, way, size))
            state.memory = Merged(condition, written, state.memory)

    def _allocate(self, state: State, statement: Allocate, size: Term) -> None:
        kind = Kind.STACK if statement.storage is Storage.STACK else Kind.HEAP
        made = Object(self._fresh(f"&{statement.name}", self._pointer), size, kind)
        self._bear(state, made, statement.alignment)
        state.memory = self._fresh_bytes(state.memory, made, zeroed=statement.zeroed)
        if kind is Kind.STACK:
            state.frame.objects += (made,)
        self._assign(state, statement.target, made.base)

    def _free(self, state: State, address: Term, span: Span | None) -> None:
        hits = {each: self._is_at(state, address, each.base) for each in state.alive if each.kind is Kind.HEAP}
        valid = or_(eq(address, self._number(0)), *(and_(state.alive[each], hit) for each, hit in hits.items()))
        for each, hit in hits.items():
            state.alive[each] = and_(state.alive[each], not_(hit))
        text = "free of something that is no live heap object"
        self._require(state, valid, CheckKind.INVALID_FREE, text, span)

    def _copy(self, state: State, target: Term, source: Term, size: Term, span: Span | None) -> None:
        nothing = eq(size, self._number(0))
        for address, allowed in ((source, _DATA), (target, _CHANGEABLE)):
            valid = or_(nothing, self._lies_in(state, address, size, allowed))
            self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "copy outside of every live object", span)
        home, source_home = (self._home(state, each, _constant(size)) for each in (target, source))
        state.memory = Moved(state.memory, target, source, size, home, source_home)

    def _fill(self, state: State, target: Term, byte: Term, size: Term, span: Span | None) -> None:
        valid = or_(eq(size, self._number(0)), self._lies_in(state, target, size, _CHANGEABLE))
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "fill outside of every live object", span)
        home = self._home(state, target, _constant(size))
        state.memory = Filled(state.memory, target, size, byte, home)

    def _size_from(self, state: State, address: Term) -> Term:
        found = self._number(0)
        for each, alive in state.alive.items():
            if each.kind in _DATA:
                distance = bvsub(address, each.base)
                found = ite(and_(alive, bvult(distance, each.size)), bvsub(each.size, distance), found)
        return found

    # ---- objects

    def _bear_global(self, state: State, each: GlobalObject) -> None:
        kind = Kind.CONSTANT if each.constant else Kind.GLOBAL
        made = Object(each.address, self._number(each.size), kind)
        self._bear(state, made, each.alignment)
        state.memory = self._fresh_bytes(state.memory, made, zeroed=each.cells is not None)
        for cell in each.cells or ():
            self._write(state, bvadd(each.address, self._number(cell.offset)), cell.value)

    def _bear(self, state: State, made: Object, alignment: int) -> None:
        """Let ``made`` live, at a place that no object has that lives now."""
        if len(self._objects) >= self._limits.objects:
            raise TooLarge(f"more than {self._limits.objects} objects")
        self._objects[made.base] = made
        self._alignments[made.base] = alignment
        self._nowhere[eq(made.base, self._number(0))] = FALSE
        guard = state.path.guard
        last = bvsub(self._number(-1), self._extent(made))
        placed = [bvule(self._number(FIRST_ADDRESS), made.base), bvule(made.base, last)]
        if alignment > 1:
            low = alignment.bit_length() - 1
            placed.append(eq(extract(made.base, low - 1, 0), bv(0, low)))
        self.placement.append(PlacementFact((made.base,), implies(guard, and_(*placed))))
        for other, alive in state.alive.items():
            apart = or_(
                bvule(bvadd(made.base, self._extent(made)), other.base),
                bvule(bvadd(other.base, self._extent(other)), made.base),
            )
            self.placement.append(PlacementFact((made.base, other.base), implies(and_(guard, alive), apart)))
        state.alive[made] = TRUE

    def _extent(self, each: Object) -> Term:
        """The bytes that no other object shares; what the heap gave out has an address of its own even if it is empty."""
        if each.kind is not Kind.HEAP:
            return each.size
        return ite(eq(each.size, self._number(0)), self._number(1), each.size)

    def _fresh_bytes(self, memory: Memory, made: Object, *, zeroed: bool) -> Memory:
        if zeroed:
            return Filled(memory, made.base, made.size, bv(0, 8), made.base)
        contents = self._fresh("bytes", self._bytes_sort())
        return Unknown(memory, made.base, made.size, contents, made.base)

    def _lies_in(self, state: State, address: Term, size: Term, allowed: frozenset[Kind]) -> Term:
        """``size`` bytes from ``address`` lie in one live object of an allowed kind; 0 < size."""
        return or_(
            *(and_(condition, self._way_lies_in(state, way, size, allowed)) for condition, way in _ways(address))
        )

    def _way_lies_in(self, state: State, address: Term, size: Term, allowed: frozenset[Kind]) -> Term:
        certain = self._home_object(state, address, _constant(size))
        if certain is not None:
            return TRUE if certain.kind in allowed else FALSE
        if address.op is Op.CONSTANT and int(address.payload) < FIRST_ADDRESS:
            return FALSE
        return or_(
            *(
                and_(
                    alive,
                    bvule(size, each.size),
                    bvule(bvsub(address, each.base), bvsub(each.size, size)),
                )
                for each, alive in state.alive.items()
                if each.kind in allowed
            )
        )

    def _home_object(self, state: State, address: Term, size: int | None) -> Object | None:
        """The object in which ``size`` bytes from ``address`` lie in every run of ``state``, as far as that is plain to see."""
        base, offset = address, 0
        if address.op is Op.BVADD and address.args[1].op is Op.CONSTANT:
            base, offset = address.args[0], int(address.args[1].payload)
        found = self._objects.get(base)
        if found is None or size is None or state.alive.get(found) is not TRUE:
            return None
        whole = _constant(found.size)
        return found if whole is not None and size > 0 and offset + size <= whole else None

    def _home(self, state: State, address: Term, size: int | None) -> Term | None:
        found = self._home_object(state, address, size)
        return None if found is None else found.base

    def _is_at(self, state: State, address: Term, base: Term) -> Term:
        """``address`` is where the object starts whose address is ``base``."""
        one, other = self._owner(state, address), self._owner(state, base)
        return FALSE if one is not None and other is not None and one is not other else eq(address, base)

    def _owner(self, state: State, address: Term) -> Object | None:
        """The live object that has ``address`` to itself in every run of ``state``, as far as that is plain to see."""
        starting = self._objects.get(address)
        if starting is not None and starting.kind is Kind.HEAP and state.alive.get(starting) is TRUE:
            return starting
        return self._home_object(state, address, 1)

    # ---- values

    def _value(self, state: State, expression: Term) -> Term:
        symbols = self._mentioned.get(expression)
        if symbols is None:
            symbols = self._mentioned[expression] = variables_of(expression)
        values, globals = state.frame.values, state.globals
        known = {symbol: values.get(symbol) or globals.get(symbol, symbol) for symbol in symbols}
        return substitute(substitute(expression, known), self._nowhere, self._simplified)

    def _assign(self, state: State, target: Term, value: Term) -> None:
        values = state.globals if target in state.globals else state.frame.values
        values[target] = value

    def _unknown(self, like: Term) -> Term:
        """Any value of the sort of ``like``; a float is made of unknown bits."""
        sort = like.sort
        if isinstance(sort, FloatSort):
            return fp_from_ieee_bv(self._fresh(str(like.payload), bit_vector(sort.bits)), sort)
        return self._fresh(str(like.payload), sort)

    def _fresh(self, name: str, sort: Sort) -> Term:
        self._symbols += 1
        return variable(f"flat view\t{name}\t{self._symbols}", sort)

    def _bytes_sort(self) -> Sort:
        return array_sort(self._pointer, bit_vector(8))

    def _number(self, value: int) -> Term:
        return bv(value, self._width)


def _constant(term: Term) -> int | None:
    return int(term.payload) if term.op is Op.CONSTANT else None


_MOST_WAYS: Final = 8


def _ways(address: Term) -> list[tuple[Term, Term]]:
    """``address`` by cases, if it is ``ite`` or that and a number: exactly one of the conditions holds."""
    split = [(TRUE, address)]
    found: list[tuple[Term, Term]] = []
    while split:
        condition, way = split.pop()
        chosen, offset = way, None
        if way.op is Op.BVADD and way.args[1].op is Op.CONSTANT:
            chosen, offset = way.args
        if chosen.op is not Op.ITE or len(split) + len(found) + 2 > _MOST_WAYS:
            found.append((condition, way))
            continue
        test, then, otherwise = chosen.args
        for case, term in ((not_(test), otherwise), (test, then)):
            split.append((and_(condition, case), term if offset is None else bvadd(term, offset)))
    return found
