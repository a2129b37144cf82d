"""Effects of statements on a symbolic state, by `docs/semantics.md` and the contracts in
`program/statements.py`.
"""

from collections.abc import Mapping

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import (
    FALSE,
    TRUE,
    FloatSort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
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
    fold,
    fp_from_ieee_bv,
    ite,
    not_,
    or_,
    rebuild,
    substitute,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.program.access import terms_read
from surefoot.program.check_sites import CheckSite
from surefoot.program.layout import byte_size, literal_text
from surefoot.program.program import GlobalObject
from surefoot.program.properties import UNDEFINED
from surefoot.program.statements import (
    OVERLAP,
    Allocate,
    Assign,
    Assume,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    SimpleStatement,
    Storage,
    Store,
)
from surefoot.semantics.flat.floats import FloatBits
from surefoot.semantics.flat.memory import (
    Filled,
    FlatMemory,
    Merged,
    Moved,
    Reader,
    UnknownBytes,
    Unwritten,
    WrittenBytes,
)
from surefoot.semantics.flat.objects import CHANGEABLE, DATA, Objects, constant_of, ways
from surefoot.semantics.flat.question import FlatQuestion, TooLarge
from surefoot.semantics.flat.state import START, FlatState, Kind, Object, words_in_variables
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True)
class Failure:
    """Failed check: runs that satisfy ``condition`` violate the property, or are undefined, at
    ``span`` in ``function``.
    """

    condition: Term
    kind: CheckKind
    text: str
    span: Span | None
    function: str

    @property
    def site(self) -> CheckSite:
        """The site of the failed check."""
        return CheckSite(self.kind, self.function, self.span)


class Effects:
    """Executor of the statements that stay inside their function; it records failures."""

    def __init__(self, question: FlatQuestion, budget: Budget) -> None:
        self._program = question.program
        self._checked = question.checked
        self._width = question.program.data_model.pointer_width
        self.objects = Objects(question)
        self.bits = FloatBits(self._choice)
        self.failures: list[Failure] = []
        self._reader = Reader(LIMITS.flat_lookups, self.objects.alignments, budget)
        self._mentioned: dict[Term, tuple[Term, ...]] = {}
        self._bit_terms: dict[Term, bool] = {}
        self._simplified: dict[Term, Term] = {}
        self._symbols = 0

    def start(self) -> FlatState:
        """Return the state of all runs before the entry function: globals have their initial
        values.
        """
        unwritten = self._fresh(SymbolKind.CONTENTS, "memory", self._bytes_sort())
        state = FlatState(START, Unwritten(unwritten), self.objects.nothing_used(), {}, [])
        for function in self._program.functions.values():
            self.objects.allocate(state, Object(function.address, self._number(1), Kind.FUNCTION), 1)
        for each in self._program.global_objects:
            self._allocate_global(state, each)
        for known in self._program.global_variables:
            symbol, initial = known.variable.symbol, known.initial
            state.globals[symbol] = self.unknown(symbol) if initial is None else initial
        return state

    def _allocate_global(self, state: FlatState, each: GlobalObject) -> None:
        kind = Kind.CONSTANT if each.constant else Kind.GLOBAL
        made = Object(each.address, self._number(each.size), kind, literal=literal_text(each))
        self.objects.allocate(state, made, each.alignment)
        state.memory = self._new_bytes(state.memory, made, zeroed=each.cells is not None)
        for cell in each.cells or ():
            self._write(state, bvadd(each.address, self._number(cell.offset)), cell.value)

    def execute(
        self,
        state: FlatState,
        statement: SimpleStatement,
    ) -> None:
        """Execute ``statement`` and remove the runs that it ends from ``state``."""
        match statement:
            case Assign(target, value):
                self.assign(state, target, self.value(state, value))
            case Havoc(target):
                self.assign(state, target, self.unknown(target))
            case Assume(condition):
                state.path = state.path.assume(self.value(state, condition))
            case Check(condition, kind, text, span):
                if not self._checked.continues_after(kind):
                    self.require(state, self.value(state, condition), kind, text, span)
            case Load(target, address, span):
                self._load(state, target, self.value(state, address), span)
            case Store(address, value, span):
                self._store(state, self.value(state, address), self.value(state, value), span)
            case Allocate(_, size):
                self._allocate(state, statement, self.value(state, size))
            case MakeStrings():
                raise TooLarge("any number of strings")
            case EndLifetime(address):
                self._leave(state, self.value(state, address))
            case Free(address, span):
                self._free(state, self.value(state, address), span)
            case Copy():
                self._copy(state, statement)
            case Fill():
                self._fill(state, statement)
            case CheckDisjoint():
                self._check_disjoint(state, statement)
            case ObjectSize(target, address):
                self.assign(state, target, self.objects.size_from(state, self.value(state, address)))
            case CheckMemory(kind, span):
                if not self._checked.continues_after(kind):
                    self.require(state, not_(self._missing(state, kind)), kind, kind.value, span)

    # ---- values

    def value(self, state: FlatState, expression: Term) -> Term:
        """Return the value of ``expression`` in ``state``; addresses of globals and functions stand
        for themselves.
        """
        symbols = self._mentioned.get(expression)
        if symbols is None:
            symbols = self._mentioned[expression] = variables_of(expression)
        own, globals = state.frame.values, state.globals
        known = {symbol: own[symbol] if symbol in own else globals.get(symbol, symbol) for symbol in symbols}
        if self._mentions_bits(expression):
            found = self._with_bits(expression, known, state.path.guard)
        else:
            found = substitute(expression, known)
        return substitute(found, self.objects.nowhere, self._simplified)

    def _mentions_bits(self, expression: Term) -> bool:
        """Return whether the bits of a float occur in ``expression``."""
        found = self._bit_terms.get(expression)
        if found is None:
            found = fold(expression, lambda term, below: term.op is Op.FP_TO_IEEE_BV or any(below), self._bit_terms)
        return found

    def _with_bits(self, expression: Term, known: Mapping[Term, Term], guard: Term) -> Term:
        """Return ``expression`` with values for variables, and with the bits of NaNs instead of
        those of `logic`.
        """

        def built(term: Term, args: list[Term]) -> Term:
            sort = args[0].sort if args else term.sort
            if term.op is Op.FP_TO_IEEE_BV and isinstance(sort, FloatSort):
                return self.bits.of(args[0], sort, guard)
            return rebuild(term, tuple(args)) if args else known.get(term, term)

        return fold(expression, built)

    def assign(self, state: FlatState, target: Term, value: Term) -> None:
        """Assign ``value`` to a variable."""
        values = state.globals if target in state.globals else state.frame.values
        values[target] = value

    def unknown(self, like: Term) -> Term:
        """Return an unconstrained value of the sort of ``like``; a float is made of unknown bits."""
        sort, name = like.sort, str(like.payload)
        if isinstance(sort, FloatSort):
            return fp_from_ieee_bv(self._choice(name, bit_vector(sort.bits)), sort)
        return self._choice(name, sort)

    def require(self, state: FlatState, condition: Term, kind: CheckKind, text: str, span: Span | None) -> None:
        """Restrict ``state`` to runs with ``condition``; the others fail, or end if neither the
        property nor C forbids ``kind``.
        """
        if kind in self._checked.violations or kind in UNDEFINED:
            failing = and_(state.path.guard, not_(condition))
            if failing is not FALSE:
                self.failures.append(Failure(failing, kind, text, span, state.frame.function.name))
        state.path = state.path.assume(condition)

    # ---- memory

    def _load(self, state: FlatState, target: Term, address: Term, span: Span | None) -> None:
        sort, size = target.sort, byte_size(target.sort)
        self._access(state, address, self._number(size), DATA, "read", span)
        if state.path.guard is FALSE:
            return
        bits = self._read(state, address, size)
        if isinstance(sort, FloatSort):
            self.assign(state, target, fp_from_ieee_bv(extract(bits, sort.bits - 1, 0), sort))
        else:
            self.assign(state, target, extract(bits, sort.width - 1, 0))

    def _store(self, state: FlatState, address: Term, value: Term, span: Span | None) -> None:
        self._access(state, address, self._number(byte_size(value.sort)), CHANGEABLE, "write", span)
        if state.path.guard is not FALSE:
            self._write(state, address, value)

    def _access(
        self, state: FlatState, address: Term, size: Term, allowed: frozenset[Kind], what: str, span: Span | None
    ) -> None:
        """Require that the ``size`` bytes at ``address`` lie in a live object, or that there are
        none.
        """
        valid = or_(eq(size, self._number(0)), self.objects.lies_in(state, address, size, allowed))
        text = f"{what} outside every live object"
        self.require(state, valid, CheckKind.INVALID_DEREFERENCE, text, span)

    def _read(self, state: FlatState, address: Term, size: int) -> Term:
        """Read through ``ite(c, p, q)`` by cases: through p where c holds, through q elsewhere."""
        values = []
        for condition, way in ways(address):
            home = self.objects.home(state, condition, way, size)
            values.append((condition, self._reader.read(state.memory, way, size, home, condition)))
        *others, (_, bits) = values
        for condition, value in reversed(others):
            bits = ite(condition, value, bits)
        return bits

    def _write(self, state: FlatState, address: Term, value: Term) -> None:
        sort, size = value.sort, byte_size(value.sort)
        bits = self.bits.of(value, sort, state.path.guard) if isinstance(sort, FloatSort) else value
        whole = zero_extend(bits, 8 * size)
        memories = []
        for condition, way in ways(address):
            home = self.objects.home(state, condition, way, size)
            memories.append((condition, WrittenBytes(state.memory, way, whole, size, home)))
        *others, (_, after) = memories
        state.memory = after
        for condition, memory in reversed(others):
            state.memory = Merged(condition, memory, state.memory)

    def _allocate(self, state: FlatState, statement: Allocate, size: Term) -> None:
        kind = Kind.HEAP if statement.storage is Storage.HEAP else Kind.STACK
        base = self._fresh(SymbolKind.ADDRESS, f"&{statement.name}", bit_vector(self._width))
        made = Object(base, size, kind, statement.target if statement.storage is Storage.BLOCK else None)
        self.objects.allocate(state, made, statement.alignment)
        state.memory = self._new_bytes(state.memory, made, zeroed=statement.zeroed)
        if statement.is_string:
            last = bvadd(base, bvsub(size, self._number(1)))
            state.memory = Filled(state.memory, last, self._number(1), bv(0, 8), base)
        if kind is Kind.STACK:
            state.frame.objects += (made,)
        self.assign(state, statement.target, base)

    def _leave(self, state: FlatState, address: Term) -> None:
        for each in state.frame.objects:
            if each in state.alive:
                state.alive[each] = and_(state.alive[each], not_(self.objects.is_at(state, address, each.base)))

    def _free(self, state: FlatState, address: Term, span: Span | None) -> None:
        heap = [each for each in state.alive if each.kind is Kind.HEAP]
        hits = {each: and_(state.alive[each], self.objects.is_at(state, address, each.base)) for each in heap}
        valid = or_(eq(address, self._number(0)), *hits.values())
        self.require(state, valid, CheckKind.INVALID_FREE, "free of a pointer to no live heap object", span)
        for each, hit in hits.items():
            state.alive[each] = and_(state.alive[each], not_(hit))

    def _copy(self, state: FlatState, statement: Copy) -> None:
        target = self.value(state, statement.target)
        source = self.value(state, statement.source)
        size = self.value(state, statement.size)
        self._access(state, source, size, DATA, "copy", statement.span)
        self._access(state, target, size, CHANGEABLE, "copy", statement.span)
        if statement.is_disjoint:
            distances = (bvsub(target, source), bvsub(source, target))
            apart = or_(eq(target, source), and_(*(bvule(size, each) for each in distances)))
            self.require(state, apart, CheckKind.INVALID_DEREFERENCE, "copy between overlapping blocks", statement.span)
        home, source_home = (self.objects.home(state, TRUE, each, constant_of(size)) for each in (target, source))
        state.memory = Moved(state.memory, target, source, size, home, source_home)

    def _check_disjoint(self, state: FlatState, statement: CheckDisjoint) -> None:
        left, left_size, right, right_size = (self.value(state, term) for term in terms_read(statement))
        is_empty = or_(eq(left_size, self._number(0)), eq(right_size, self._number(0)))
        apart = and_(bvule(right_size, bvsub(left, right)), bvule(left_size, bvsub(right, left)))
        self.require(state, or_(is_empty, apart), CheckKind.INVALID_DEREFERENCE, OVERLAP, statement.span)

    def _fill(self, state: FlatState, statement: Fill) -> None:
        target = self.value(state, statement.target)
        byte = self.value(state, statement.byte)
        size = self.value(state, statement.size)
        self._access(state, target, size, CHANGEABLE, "fill", statement.span)
        home = self.objects.home(state, TRUE, target, constant_of(size))
        state.memory = Filled(state.memory, target, size, byte, home)

    def _new_bytes(self, memory: FlatMemory, made: Object, *, zeroed: bool) -> FlatMemory:
        """Return memory in which the bytes of a new object are unknown or 0, whatever was there
        before.
        """
        if zeroed:
            return Filled(memory, made.base, made.size, bv(0, 8), made.base)
        contents = self._fresh(SymbolKind.CONTENTS, f"bytes of {made.base}", self._bytes_sort())
        return UnknownBytes(memory, made.base, made.size, contents, made.base)

    # ---- leaks

    def _missing(self, state: FlatState, kind: CheckKind) -> Term:
        """Return that a heap object is alive; if ``kind`` is MEMORY_LEAK, one that is unreachable."""
        heap = [each for each in state.alive if each.kind is Kind.HEAP]
        if kind is CheckKind.UNFREED_MEMORY or not heap:
            return or_(*(state.alive[each] for each in heap))
        reached = dict.fromkeys(heap, FALSE)
        for word in words_in_variables(state, self._width):
            self._reach(reached, word, TRUE)
        held = {each: self._words(state, each) for each in state.alive if each.kind in CHANGEABLE}
        for each in [each for each in held if each.kind is not Kind.HEAP]:
            for word in held[each]:
                self._reach(reached, word, state.alive[each])
        for _ in heap:
            before = dict(reached)
            for each in heap:
                for word in held[each]:
                    self._reach(reached, word, and_(state.alive[each], before[each]))
            if reached == before:
                break
        return or_(*(and_(state.alive[each], not_(reached[each])) for each in heap))

    def _reach(self, reached: dict[Object, Term], word: Term, condition: Term) -> None:
        """Mark the targets of ``word`` as reached where ``condition`` holds."""
        for each, known in reached.items():
            distance = bvsub(word, each.base)
            inside = or_(eq(distance, self._number(0)), bvult(distance, each.size))
            reached[each] = or_(known, and_(condition, inside))

    def _words(self, state: FlatState, each: Object) -> list[Term]:
        """Return the words of an object at multiples of a pointer's size; raise `TooLarge` if there
        are too many.
        """
        size, length = self._width // 8, constant_of(each.size)
        if length is None or length > LIMITS.leak_scan_words * size:
            raise TooLarge("an object that may hold pointers has no size or is large")
        starts = range(0, length - size + 1, size)
        return [self._read(state, bvadd(each.base, self._number(at)), size) for at in starts]

    # ---- symbols and numbers

    def _fresh(self, kind: SymbolKind, name: str, sort: Sort) -> Term:
        self._symbols += 1
        return variable(Symbol(kind, name, self._symbols, f"{name}#{self._symbols}"), sort)

    def _choice(self, name: str, sort: Sort) -> Term:
        return self._fresh(SymbolKind.CHOICE, name, sort)

    def _bytes_sort(self) -> Sort:
        return array_sort(bit_vector(self._width), bit_vector(8))

    def _number(self, value: int) -> Term:
        return bv(value, self._width)
