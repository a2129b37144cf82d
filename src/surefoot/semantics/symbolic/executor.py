"""Semantics of statements on symbolic states, shared by all symbolic encodings.

`Executor.run` executes a loop-free piece of a block. Calls and terminators are left to the caller
(`Stepper` for `Unrolling`, and the other views of a program).
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from surefoot.base.errors import BlockTooLarge, invariant
from surefoot.base.spans import Span
from surefoot.logic import (
    FALSE,
    TRUE,
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvsub,
    eq,
    not_,
    or_,
    variable,
)
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CPointer, CVoid, is_text
from surefoot.program.layout import Region, literal_text
from surefoot.program.passes.argument_strings import vector
from surefoot.program.program import Function, GlobalObject, Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import (
    FROM_OUTSIDE,
    OVERLAP,
    Allocate,
    Assign,
    Assume,
    Call,
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
    Statement,
    Storage,
    Store,
)
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.bits import as_bits, resized
from surefoot.semantics.memory.implied_choices import resolved
from surefoot.semantics.memory.leaks import memory_leak, unfreed_memory
from surefoot.semantics.memory.memory import Memory
from surefoot.semantics.memory.objects import AllocationSite, InitialContents, MemoryObject, OverlappingLifetimes
from surefoot.semantics.memory.outside import OutsideMemory
from surefoot.semantics.memory.pools import ANY_SIZE, INSTANCE, Instances, Pool
from surefoot.semantics.memory.strings import Strings, Vector
from surefoot.semantics.symbolic.expressions import Expressions
from surefoot.semantics.symbolic.liveness import (
    Liveness,
    irrelevant_variables,
    leak_root_variables,
    store_index_variables,
)
from surefoot.semantics.symbolic.loops import loop_order
from surefoot.semantics.symbolic.reached_checks import NewObject, NewStrings, ReachedCheck, SymbolicChoice, UnknownValue
from surefoot.semantics.symbolic.state import Activation, Body, State, Values, initial_guard


class Executor:
    """Executor of statements of ``program`` on symbolic states; it collects reached checks and
    choices.

    ``choices`` is in the order in which every single run makes them, provided that states are run
    in the order of their positions. With ``has_layers`` large blocks are moved in one step
    (`memory.layers`), in states that no formula describes; without, `BlockTooLarge` is raised.
    """

    def __init__(
        self,
        program: Program,
        checked: Property,
        pools: Sequence[Pool] = (),
        recycled: Collection[AllocationSite] = (),
        *,
        has_layers: bool = False,
        plain_accesses_only: bool = False,
        has_outside_memory: bool = False,
    ) -> None:
        self.program = program
        self._has_layers = has_layers
        self.checked = checked
        width = program.data_model.pointer_width
        self._width = width
        self._pointer = bit_vector(width)
        self.book = AddressBook(width, plain_accesses_only=plain_accesses_only)
        self._expressions = Expressions(self.book, width)
        self._bodies: dict[str, Body] = {}
        self._numbers = {name: number for number, name in enumerate(program.functions)}
        self._irrelevant = irrelevant_variables(program, checked)
        self._leak_roots = leak_root_variables(program, checked)
        self._global_pointers = frozenset(
            known.variable.symbol for known in program.global_variables if isinstance(known.variable.ctype, CPointer)
        )
        self._fresh = 0
        if has_outside_memory:
            self.book.outside = OutsideMemory(width, self._next_number)
        self._pools = [self._pool_object(each, pools[:number]) for number, each in enumerate(pools)]
        self._pool_at = {
            (place, pool.size): each for pool, each in zip(pools, self._pools, strict=True) for place in pool.sites
        }
        self._recycled_at = frozenset(recycled)
        self.recycled: dict[AllocationSite, MemoryObject] = {}
        """Objects that stand for all objects allocated at one site."""
        self.reached_checks: list[ReachedCheck] = []
        self.choices: list[SymbolicChoice] = []
        self.excluded_runs: list[Term] = []
        """Conditions of the runs that were excluded because of `AddressBook.plain_accesses_only`.
        """

    # ---- states

    def start(self) -> State:
        """Return the state in which every run begins: globals initialised, at the start of the
        entry function.
        """
        memory = Memory(self.book, self._width, has_layers=self._has_layers)
        values: Values = {}
        for function in self.program.functions.values():
            self.book.add(self._code_object(function))
        for each in self.program.global_objects:
            self._allocate_global(memory, each)
        for pool in self._pools:
            if pool.pool is not None:
                self.book.add(pool)
                memory.put(pool, Instances.none_of(pool.pool, self._width), TRUE)
        for known in self.program.global_variables:
            symbol = known.variable.symbol
            values[symbol] = symbol if known.initial is None else known.initial
            if known.initial is None and self.book.outside is not None:
                self.book.outside.note_pointer(symbol)
        frame = Activation(self.body(self.program.entry), (), 1)
        invariant(not frame.body.function.parameters, "the entry function takes no parameters")
        return State(initial_guard(), values, memory, frame)

    def body(self, name: str) -> Body:
        """Return the function called ``name`` with its loops and live variables."""
        found = self._bodies.get(name)
        if found is None:
            function = self.program.functions[name]
            order = loop_order(function)
            leak_roots = self._leak_roots.get(name, frozenset())
            liveness = Liveness(function, leak_roots, store_index_variables(function, order))
            found = Body(function, self._numbers[name], order, liveness)
            self._bodies[name] = found
        return found

    def value(self, state: State, expression: Term) -> Term:
        """Return the value of ``expression`` in ``state``."""
        return self._expressions.value(expression, state.frame.locals, state.globals)

    def resolve_pointer(self, state: State, value: Term) -> Term:
        """Return ``value`` without the choices that the path condition decides, if it is a pointer."""
        may_choose = value.sort is self._pointer and (value.op is Op.ITE or value.op is Op.BVADD)
        return resolved(value, state.guard) if may_choose and self.book.targets(value).objects else value

    def _address(self, state: State, expression: Term) -> Term:
        """Return the address that ``expression`` denotes in ``state``."""
        return self.resolve_pointer(state, self.value(state, expression))

    def run(self, state: State, statements: Sequence[Statement]) -> Call | None:
        """Execute from ``state.frame.index`` up to the next call, which is returned, or the end of
        the block.

        Ensures: if no run of the state gets that far, its guard is false.
        """
        frame = state.frame
        index = frame.index
        while index < len(statements):
            statement = statements[index]
            if isinstance(statement, Call):
                frame.index = index
                return statement
            self._execute(state, statement)
            if state.guard.term is FALSE:
                return None
            index += 1
        frame.index = index
        return None

    def assign(self, state: State, target: Term, value: Term) -> None:
        """Assign ``value`` to a local or global variable."""
        values = state.globals if target in state.globals else state.frame.locals
        if values.get(target) is not value:
            values[target] = value
            state.version += 1

    def callees(self, state: State, call: Call) -> list[tuple[Function, Term]]:
        """Return the functions that ``call`` can run, each with its condition, and require that it
        is one of them.
        """
        if isinstance(call.callee, str):
            return [(self.program.functions[call.callee], TRUE)]
        address = self.value(state, call.callee)
        sorts = [argument.sort for argument in call.arguments]
        found: list[tuple[Function, Term]] = []
        for function, at_start in self._functions_at(address, len(sorts)):
            fits = [parameter.symbol.sort for parameter in function.parameters] == sorts[: len(function.parameters)]
            returns = list(function.results) == [result.sort for result in call.targets] or not call.targets
            if at_start is not FALSE and fits and returns:
                found.append((function, at_start))
        text = "call through a pointer to no function of this type"
        self._require(
            state, or_(*(condition for _, condition in found)), CheckKind.INVALID_DEREFERENCE, text, call.span
        )
        return found

    def _functions_at(self, address: Term, count: int) -> Iterator[tuple[Function, Term]]:
        """Yield the functions that may begin at ``address``, with conditions; an unknown number may
        be the address of any that has ``count`` parameters or, without a prototype, none.

        Where pointers from outside point to memory of their own, they are no functions of the
        program: nothing says that the environment keeps one there.
        """
        targets = self.book.targets(address)
        for target in targets.objects:
            if target.object.function is not None:
                yield target.object.function, and_(target.guard, eq(target.offset, bv(0, self._width)))
        if self.book.outside is not None:
            return
        for number, guard in targets.numbers:
            if number.op is not Op.CONSTANT and not self.book.is_uninitialised(number):
                for function in self.program.functions.values():
                    if len(function.parameters) in (0, count):
                        yield function, and_(guard, eq(number, function.address))

    # ---- statements

    def _execute(self, state: State, statement: SimpleStatement) -> None:
        match statement:
            case Assign():
                if statement.target not in self._irrelevant:
                    self.assign(
                        state, statement.target, self.resolve_pointer(state, self.value(state, statement.value))
                    )
            case Load():
                self._load(state, statement)
            case Store():
                self._store(state, statement)
            case Check():
                self._check(state, statement)
            case Havoc():
                self._havoc(state, statement)
            case Assume():
                state.guard = state.guard.assume(self.value(state, statement.condition))
            case Allocate():
                self._allocate(state, statement)
            case MakeStrings():
                self._make_strings(state, statement)
            case EndLifetime():
                state.memory.end_lifetime(self.value(state, statement.address), state.frame.allocated)
                state.version += 1
            case Free():
                self._free(state, statement)
            case Copy():
                self._copy(state, statement)
            case Fill():
                self._fill(state, statement)
            case CheckDisjoint():
                self._check_disjoint(state, statement)
            case ObjectSize():
                self._object_size(state, statement)
            case CheckMemory():
                self._check_memory(state, statement)
        self._exclude_runs(state)

    def _havoc(self, state: State, statement: Havoc) -> None:
        symbol = self._chosen(statement.target)
        self.choices.append(UnknownValue(state.guard.term, symbol, statement))
        self.assign(state, statement.target, symbol)
        if self.book.outside is not None and statement.origin in FROM_OUTSIDE:
            self.book.outside.note_pointer(symbol)

    def _check(self, state: State, statement: Check) -> None:
        if not self.checked.continues_after(statement.kind):
            condition = self.value(state, statement.condition)
            self._require(state, condition, statement.kind, statement.text, statement.span)

    def _check_memory(self, state: State, statement: CheckMemory) -> None:
        """Require that no heap object is alive or leaked.

        An object that only an integer reaches may be reported as leaked.
        """
        kind = statement.kind
        if self.checked.continues_after(kind):
            return
        missing = unfreed_memory(state) if kind is CheckKind.UNFREED_MEMORY else self._leaked(state)
        self._require(state, not_(missing), kind, kind.value, statement.span)

    def _leaked(self, state: State) -> Term:
        return memory_leak(state, self._global_pointers, self.book, self._width)

    def _load(self, state: State, statement: Load) -> None:
        target = statement.target
        value, valid = state.memory.load(self._address(state, statement.address), target.sort)
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "read outside every live object", statement.span)
        if self._pools:
            state.guard = state.guard.assume(state.memory.take_facts())
        if value is not None:
            self.assign(state, target, self.resolve_pointer(state, value))

    def _store(self, state: State, statement: Store) -> None:
        value = self.value(state, statement.value)
        valid = state.memory.store(self._address(state, statement.address), value)
        state.version += 1
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, "write outside every live object", statement.span)

    def _allocate(self, state: State, statement: Allocate) -> None:
        allocation_site = _allocation_site(state, statement)
        if allocation_site in self._recycled_at:
            self._allocate_recycled(state, statement, allocation_site)
            return
        number = self._next_number()
        name = f"{statement.name}#{number}"
        address = variable(Symbol(SymbolKind.ADDRESS, statement.name, number, f"&{name}"), bit_vector(self._width))
        size = resolved(self.value(state, statement.size), state.guard)
        end = bvsub(resized(size, self._width), bv(1, self._width)) if statement.is_string else None
        memory_object = MemoryObject(
            self._next_number(),
            statement.name,
            address,
            resized(size, self._width),
            statement.alignment,
            Region.HEAP if statement.storage is Storage.HEAP else Region.STACK,
            read_only=False,
            initial=self._contents(name, address, is_zero=statement.zeroed, end=end),
            allocation_guard=state.guard.term,
            history=state.memory.history,
            ends_with_block=statement.storage is Storage.BLOCK,
            made_at=str(statement.target.payload),
            allocation_site=None if statement.storage is Storage.HEAP else allocation_site,
            is_text=self._is_text(statement),
        )
        pool = self._pool_for(memory_object)
        if pool is not None and pool.pool is not None:
            first = {
                offset: as_bits(memory_object.initial.read(offset, bit_vector(8 * size)))
                for offset, size in pool.pool.fields
            }
            self.choices.append(NewObject(state.guard.term, memory_object))
            beside = None if pool.pool.aligned_with is None else self._pool_at.get(pool.pool.aligned_with)
            self.assign(
                state, statement.target, state.memory.allocate_instance(pool, memory_object.size, first, beside)
            )
            return
        if self.book.outside is not None and not statement.zeroed:
            self.book.outside.note_contents(address)
        self.book.add(memory_object)
        state.memory.allocate(memory_object)
        if statement.storage is not Storage.HEAP:
            state.frame.allocated += (memory_object,)
        self.choices.append(NewObject(state.guard.term, memory_object))
        self.assign(state, statement.target, memory_object.address)

    def _make_strings(self, state: State, statement: MakeStrings) -> None:
        """Allocate any number of strings as one object, and their vector, alive until the end of
        the run.
        """
        name, count = statement.name, self.value(state, statement.count)
        number = self._next_number()
        symbol = Symbol(SymbolKind.ADDRESS, f"{name}[]", number, f"&{name}[]#{number}")
        addresses = variable(symbol, array_sort(INSTANCE, self._pointer))
        strings = Strings.named(f"{name}[][]#{number}", addresses, count, statement.length.sort)
        made_at = str(statement.string.payload)
        pool = MemoryObject(
            number,
            f"{name}[]",
            addresses,
            bv(ANY_SIZE, self._width),
            alignment=1,
            region=Region.STACK,
            read_only=False,
            initial=self._contents(f"{name}[]", addresses, is_zero=True),
            allocation_guard=state.guard.term,
            made_at=made_at,
            pool=Pool(ANY_SIZE, (made_at,)),
            strings=strings,
        )
        number = self._next_number()
        address = variable(Symbol(SymbolKind.ADDRESS, name, number, f"&{name}#{number}"), self._pointer)
        made = vector(statement)
        held = MemoryObject(
            number,
            name,
            address,
            self.value(state, made.size),
            made.alignment,
            region=Region.STACK,
            read_only=False,
            initial=self._contents(f"{name}#{number}", address, is_zero=True),
            allocation_guard=state.guard.term,
            history=state.memory.history,
            made_at=str(statement.target.payload),
        )
        for each in (pool, held):
            self.book.add(each)
        state.memory.put(pool, strings, TRUE)
        state.memory.put(held, Vector(strings), TRUE)
        self.choices.append(NewStrings(state.guard.term, held, strings))
        self.assign(state, statement.target, address)

    def _is_text(self, statement: Allocate) -> bool:
        return is_text(self.program.object_types.get(str(statement.target.payload), CVoid()))

    def _pool_for(self, made: MemoryObject) -> MemoryObject | None:
        """Return the pool of which ``made`` is an instance, if there is one."""
        of_size = None if made.constant_size is None else self._pool_at.get((made.made_at, made.constant_size))
        return of_size or self._pool_at.get((made.made_at, ANY_SIZE))

    def _allocate_recycled(self, state: State, statement: Allocate, allocation_site: AllocationSite) -> None:
        """Allocate the object that stands for all objects of ``allocation_site``.

        Requires: it is not alive.
        """
        again = self.recycled.get(allocation_site)
        if again is None:
            number = self._next_number()
            name = f"{statement.name}#{number}"
            address = variable(Symbol(SymbolKind.ADDRESS, statement.name, number, f"&{name}"), bit_vector(self._width))
            again = self.recycled[allocation_site] = MemoryObject(
                number,
                statement.name,
                address,
                resized(self.value(state, statement.size), self._width),
                statement.alignment,
                Region.STACK,
                read_only=False,
                initial=self._contents(name, address, is_zero=statement.zeroed),
                ends_with_block=statement.storage is Storage.BLOCK,
                allocation_site=allocation_site,
                is_recycled=True,
                is_text=self._is_text(statement),
            )
            self.book.add(again)
        if again.constant_size is None or state.memory.contents_of(again) is not None:
            raise OverlappingLifetimes
        state.memory.allocate(again)
        if again not in state.frame.allocated:
            state.frame.allocated += (again,)
        self.choices.append(NewObject(state.guard.term, again))
        self.assign(state, statement.target, again.address)

    def _free(self, state: State, statement: Free) -> None:
        valid = state.memory.free(self._address(state, statement.address))
        state.version += 1
        self._require(state, valid, CheckKind.INVALID_FREE, "free of a pointer to no live heap object", statement.span)

    def _copy(self, state: State, statement: Copy) -> None:
        arguments = [self._address(state, term) for term in (statement.target, statement.source, statement.size)]
        if statement.is_disjoint:
            apart = state.memory.are_apart(*arguments)
            self._require(
                state, apart, CheckKind.INVALID_DEREFERENCE, "copy between overlapping blocks", statement.span
            )
        self._block_operation(state, statement.span, "copy", lambda: state.memory.copy(*arguments))

    def _fill(self, state: State, statement: Fill) -> None:
        arguments = [self._address(state, term) for term in (statement.target, statement.byte, statement.size)]
        self._block_operation(state, statement.span, "fill", lambda: state.memory.fill(*arguments))

    def _check_disjoint(self, state: State, statement: CheckDisjoint) -> None:
        left, left_size, right, right_size = (self.value(state, term) for term in terms_read(statement))
        apart = state.memory.share_nothing(left, left_size, right, right_size)
        self._require(state, apart, CheckKind.INVALID_DEREFERENCE, OVERLAP, statement.span)

    def _object_size(self, state: State, statement: ObjectSize) -> None:
        size = state.memory.size_from(self._address(state, statement.address))
        self.assign(state, statement.target, resized(size, statement.target.sort.width))

    def _block_operation(self, state: State, span: Span | None, what: str, operation: Callable[[], Term]) -> None:
        try:
            valid = operation()
        except BlockTooLarge as refusal:
            raise BlockTooLarge(refusal.message, span) from None
        state.version += 1
        self._require(state, valid, CheckKind.INVALID_DEREFERENCE, f"{what} outside every live object", span)

    def _exclude_runs(self, state: State) -> None:
        """Exclude the runs that violate assumptions about pointers."""
        if self.book.plain_accesses_only and (assumed := self.book.take_assumed()) is not TRUE:
            self.excluded_runs.append(and_(state.guard.term, not_(assumed)))
            state.guard = state.guard.assume(assumed)

    # ---- checks

    def _require(self, state: State, condition: Term, kind: CheckKind, text: str, span: Span | None) -> None:
        """Restrict the state to the runs where ``condition`` holds; in the others the check of
        ``kind`` fails.
        """
        self._exclude_runs(state)
        if condition is TRUE:
            return
        if kind in self.checked.violations or kind in UNDEFINED:
            failure = and_(state.guard.term, not_(condition))
            if failure is not FALSE:
                function = state.frame.body.function.home(state.frame.block)
                self.reached_checks.append(ReachedCheck(failure, kind, text, span, function))
        state.guard = state.guard.assume(condition)

    # ---- objects and symbols

    def _next_number(self) -> int:
        self._fresh += 1
        return self._fresh

    def _chosen(self, target: Term) -> Term:
        """Return a fresh symbol for the value that ``target`` gets."""
        name, number = str(target.payload), self._next_number()
        return variable(Symbol(SymbolKind.CHOICE, name, number, f"{name}#{number}"), target.sort)

    def _contents(self, name: str, address: Term, *, is_zero: bool, end: Term | None = None) -> InitialContents:
        return InitialContents(name, address, is_zero=is_zero, end=end, on_new_symbol=self.book.note_uninitialised)

    def _code_object(self, function: Function) -> MemoryObject:
        one = bv(1, self._width)
        contents = self._contents(function.name, function.address, is_zero=True)
        return MemoryObject(
            self._next_number(),
            function.name,
            function.address,
            one,
            alignment=1,
            region=Region.FUNCTION,
            read_only=True,
            initial=contents,
            function=function,
        )

    def _pool_object(self, pool: Pool, others: Sequence[Pool]) -> MemoryObject:
        """Return the object that stands for the instances of ``pool``; its name has their size and
        a number among ``others``.
        """
        alike = sum(each.size == pool.size for each in others)
        size_text = "" if pool.sizes_differ else str(pool.size)
        name = f"heap{size_text}#{alike + 1}" if alike else f"heap{size_text}"
        number = self._next_number()
        symbol = Symbol(SymbolKind.ADDRESS, name, number, f"&{name}")
        addresses = variable(symbol, array_sort(INSTANCE, bit_vector(self._width)))
        size = bv(pool.size, self._width)
        contents = self._contents(name, addresses, is_zero=True)
        return MemoryObject(
            number,
            name,
            addresses,
            size,
            alignment=1,
            region=Region.HEAP,
            read_only=False,
            initial=contents,
            pool=pool,
        )

    def _allocate_global(self, memory: Memory, each: GlobalObject) -> None:
        contents = self._contents(str(each.address.payload), each.address, is_zero=each.cells is not None)
        size = bv(each.size, self._width)
        memory_object = MemoryObject(
            self._next_number(),
            each.name,
            each.address,
            size,
            each.alignment,
            Region.GLOBAL,
            each.constant,
            contents,
            literal=literal_text(each),
            is_text=is_text(each.ctype),
        )
        if self.book.outside is not None and each.cells is None:
            self.book.outside.note_contents(each.address)
        self.book.add(memory_object)
        memory.allocate(memory_object)
        for cell in each.cells or ():
            memory.initialise(memory_object, cell.offset, cell.value)


def _allocation_site(state: State, statement: Allocate) -> AllocationSite:
    """Return the allocation site of ``statement`` with the callers of ``state``."""
    callers: list[tuple[str, str, int]] = []
    below = state.callers
    while below is not None:
        callers.append((below.frame.body.function.name, below.frame.block, below.frame.index))
        below = below.below
    return (*reversed(callers), str(statement.target.payload))
