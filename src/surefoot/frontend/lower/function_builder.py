"""State of lowering one function: its variables, the current block, the terms of SSA values.

An SSA value is a tuple of terms over variables and is inlined into the statements that use it. It
is copied to a temporary only where its terms would change their meaning: if it is used in another
block, or if a variable it mentions is assigned before its last use. Temporaries are assigned once,
by the statement that defines them, which dominates every use; so only C variables (`_unstable`) can
change under a term.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath

from surefoot.base.errors import invariant
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import FunctionDefinition, Local, Operand, Type
from surefoot.frontend.lower.constants import Scalars, constant_value
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    FloatSort,
    Op,
    Sort,
    Term,
    and_,
    fold,
    fp_is_infinite,
    fp_is_nan,
    fp_is_zero,
    not_,
    variable,
)
from surefoot.program.access import successors
from surefoot.program.ctypes import CType, CVoid
from surefoot.program.program import Block, Role, Variable
from surefoot.program.statements import (
    LEAK_KINDS,
    OMITTED_EFFECT,
    Allocate,
    Assign,
    Check,
    CheckKind,
    CheckMemory,
    Havoc,
    Origin,
    Statement,
    Stop,
    Terminator,
)


class FunctionBuilder:
    """Function under construction."""

    def __init__(self, scope: ProgramScope, definition: FunctionDefinition, flow: Flow) -> None:
        self.scope = scope
        self.type_sorts = scope.type_sorts
        self.definition = definition
        self.flow = flow
        self.variables: list[Variable] = []
        self.places: dict[str, Variable] = {}
        """Variables that allocas were promoted to, by the name of the alloca."""
        self.objects: dict[Term, Type] = {}
        """Types of the stack objects of constant size, by their addresses."""
        self.havocked_at_declaration: frozenset[str] = frozenset()
        """Allocas among ``places`` whose variables are havocked at their declaration."""
        self.initialised_flags: dict[str, Term] = {}
        """Flags that are true while a variable is initialised, by the name of its alloca.

        Only variables that may be read uninitialised have one, and only if the property checks it.
        """
        self.marker_allocations: dict[str, Allocate] = {}
        """Allocations of objects that are made at lifetime markers, by the name of the alloca."""
        self.vla_addresses: dict[str, Term] = {}
        """Variables that hold the address of a variable-length array, by the name of the alloca.

        Only arrays that may be used after their block have one.
        """
        self.vlas_of_saved_stacks: dict[str, tuple[str, ...]] = {}
        """Arrays of ``vla_addresses`` that end when a saved stack is restored.

        The key is the alloca that the stack is saved in.
        """
        self.vlas_left_by_jumps: dict[str, dict[str, None]] = {}
        """Arrays of ``vla_addresses`` that a jump may leave without restoring a stack.

        The key is the label of the block that the jump goes to.
        """
        self.variable_arguments: Term | None = None
        """Address of the variable arguments, if the function reads them."""
        self._names: dict[str, int] = {}
        self._labels: dict[str, int] = dict.fromkeys(flow.blocks, 1)
        self._values: dict[str, Scalars] = {}
        self._unstable: set[Term] = {known.symbol for known in scope.variables.values()}
        self._mentioned: dict[Term, frozenset[Term]] = {}
        self._live: dict[str, frozenset[Term]] = {}
        self._blocks: dict[str, list[Block]] = {}
        self._label = ""
        self._position = 0
        self._span: Span | None = None
        self._statements: list[Statement] = []
        self._is_open = False

    # ---- variables

    def declare(self, name: str, sort: Sort, role: Role, ctype: CType, span: Span | None) -> Variable:
        """Create a variable of this function with a fresh symbol."""
        symbol = variable(_unused(f"{self.definition.name}::{name}", self._names), sort)
        declared = Variable(symbol, name, ctype, role, span)
        if role is not Role.TEMPORARY:
            self._unstable.add(symbol)
        return declared

    def local(self, name: str, sort: Sort, role: Role, ctype: CType, span: Span | None) -> Variable:
        """Create a local variable."""
        declared = self.declare(name, sort, role, ctype, span)
        self.variables.append(declared)
        return declared

    def mark_reassigned(self, symbol: Term) -> None:
        """Mark the temporary ``symbol`` as one that several statements may assign."""
        self._unstable.add(symbol)

    def temporary(self, name: str, sort: Sort, span: Span | None) -> Term:
        """Create a variable that reports do not show."""
        return self.local(f"%{name}", sort, Role.TEMPORARY, CVoid(), span).symbol

    @property
    def name_in_source(self) -> str:
        """Name of the function in the program, without suffixes that linking or copying added.

        Shared helpers of models are named after their file: ``printf`` for all printing functions.
        """
        name, span = self.definition.name.partition("@")[0], self.definition.span
        is_shared = name.startswith("library_") and span is not None and span.is_library
        return PurePath(span.file).stem if is_shared and span is not None else name

    # ---- statements and blocks

    @property
    def is_open(self) -> bool:
        """True while statements can be added to the current block."""
        return self._is_open

    def open_block(self, label: str, span: Span | None) -> None:
        """Start the block ``label``, whose source begins about ``span``."""
        invariant(not self._is_open, "the block before must be closed")
        self._label = label
        self._statements = []
        self._live = {}
        self._position = 0
        self._span = span
        self._is_open = True

    def close_block(self, terminator: Terminator) -> None:
        """End the current block."""
        invariant(self._is_open, "a block is closed once")
        placed = terminator if terminator.span else replace(terminator, span=self._span)
        self._blocks.setdefault(self._label, []).insert(0, Block(self._label, tuple(self._statements), placed))
        self._is_open = False

    def add_block(self, base: str, statements: Sequence[Statement], terminator: Terminator) -> str:
        """Add a block beside the current one and return its label, which begins with ``base``."""
        label = _unused(base, self._labels)
        self._blocks.setdefault(self._label, []).append(Block(label, tuple(statements), terminator))
        return label

    def finished(self) -> dict[str, Block]:
        """Return all blocks that the entry reaches, in the order of the source."""
        added = {block.label: block for beside in self._blocks.values() for block in beside}
        reached: set[str] = set()
        pending = [self.flow.order[0]]
        while pending:
            label = pending.pop()
            if label not in reached:
                reached.add(label)
                pending.extend(successors(added[label].terminator))
        beside = (self._blocks.get(origin, []) for origin in self.flow.blocks)
        return {block.label: block for blocks in beside for block in blocks if block.label in reached}

    @property
    def current_label(self) -> str:
        """Label of the block under construction."""
        return self._label

    @property
    def position(self) -> int:
        """Index of the current instruction in its block."""
        return self._position

    def move_to(self, position: int, span: Span | None) -> None:
        """Set the index of the current instruction.

        ``span`` is the location of statements without one.
        """
        self._position = position
        self._span = span or self._span

    def emit(self, statement: Statement) -> None:
        """Add a statement that assigns no variables except new temporaries."""
        self._statements.append(statement if statement.span else replace(statement, span=self._span))

    @contextmanager
    def collect_statements(self) -> Iterator[list[Statement]]:
        """Collect the statements emitted inside the block in a separate list."""
        kept, self._statements = self._statements, []
        try:
            yield self._statements
        finally:
            self._statements = kept

    def assign(self, target: Term, value: Term, span: Span | None) -> None:
        """Emit ``target := value`` after saving live values that mention ``target``."""
        self.save_values_over((target,), span)
        self.emit(Assign(target, value, span))

    def check(self, condition: Term, kind: CheckKind, text: str, span: Span | None) -> None:
        """Emit a check unless it holds trivially."""
        if condition is not TRUE:
            self.emit(Check(condition, kind, text, span))

    def check_float_result(
        self, value: Term, operands: Sequence[Term], span: Span | None, divisor: Term | None = None
    ) -> None:
        """Emit the checks that the property makes of the result of an operation: it is no NaN unless
        an operand is one, and no infinity unless an operand is one or ``divisor`` is zero.
        """
        if not isinstance(value.sort, FloatSort):
            return
        kinds = self.scope.property.violations
        floats = [each for each in operands if isinstance(each.sort, FloatSort)]
        if CheckKind.NAN in kinds:
            makes_nan = and_(fp_is_nan(value), *(not_(fp_is_nan(operand)) for operand in floats))
            self.check(not_(makes_nan), CheckKind.NAN, "", span)
        if CheckKind.FLOAT_OVERFLOW in kinds:
            finite = [not_(fp_is_infinite(operand)) for operand in floats]
            if divisor is not None:
                finite.append(not_(fp_is_zero(divisor)))
            self.check(not_(and_(fp_is_infinite(value), *finite)), CheckKind.FLOAT_OVERFLOW, "", span)

    def fail(self, kind: CheckKind, text: str, span: Span | None) -> None:
        """Emit a check that always fails.

        Where the property does not include ``kind``, the program ends here.
        """
        if kind not in self.scope.property.violations:
            self.check_memory(span)
        self.check(FALSE, kind, text, span)

    def check_memory(self, span: Span | None) -> None:
        """Emit the checks of memory leaks for a possible end of the program."""
        for kind in LEAK_KINDS:
            self.emit(CheckMemory(kind, span))

    def stop(self, reason: str, span: Span | None) -> None:
        """End the run here; later instructions of this block are dropped."""
        self.check_memory(span)
        self.close_block(Stop(reason, span))

    def unknown(self, name: str, sort: Sort, origin: Origin, source: str, span: Span | None) -> Term:
        """Return a fresh temporary with an unconstrained value."""
        fresh = self.temporary(name, sort, span)
        self.emit(Havoc(fresh, origin, source, span))
        return fresh

    def mark_unmodelled(self, source: str, span: Span | None) -> None:
        """Mark the run as possibly infeasible from here on.

        It lacks an effect of the library function ``source``.
        """
        self.unknown(OMITTED_EFFECT.removeprefix("%"), BOOL, Origin.UNMODELLED, source, span)

    # ---- SSA values

    def bind(self, name: str, value: Sequence[Term | None], span: Span | None) -> None:
        """Define the SSA value ``name`` as ``value``."""
        if name in self.flow.crossing:
            value = self._copied(name, value, span)
        elif self.flow.last_use.get(name, -1) > self._position and (mentioned := self._unstable_in(value)):
            self._live[name] = mentioned
        self._values[name] = tuple(value)

    def value(self, operand: Operand) -> Scalars:
        """Return the scalars of an operand, with ``None`` for undefined ones."""
        if isinstance(operand, Local):
            invariant(operand.name in self._values, f"%{operand.name} is used before its definition")
            return self._values[operand.name]
        return constant_value(self.scope, operand)

    def value_of(self, name: str) -> Scalars | None:
        """Return the scalars of the SSA value ``name``, or None if it is not defined yet."""
        return self._values.get(name)

    def terms(self, operand: Operand, span: Span | None) -> tuple[Term, ...]:
        """Return the scalars of an operand, with havocked terms for undefined ones."""
        value = self.value(operand)
        if None not in value:
            return tuple(part for part in value if part is not None)
        sorts = self.type_sorts.sorts(operand.type)
        return tuple(
            self.unknown("undefined", sort, Origin.UNINITIALISED, "undefined value", span) if part is None else part
            for part, sort in zip(value, sorts, strict=True)
        )

    def term(self, operand: Operand, span: Span | None) -> Term:
        """Return the scalar of an operand.

        Requires: the operand has exactly one scalar.
        """
        terms = self.terms(operand, span)
        invariant(len(terms) == 1, "a scalar operand is needed")
        return terms[0]

    def save_values_over(self, changed: Iterable[Term], span: Span | None) -> None:
        """Copy live values that mention a variable in ``changed`` to temporaries.

        A value is live if it is used after the current instruction.
        """
        self._save_values(frozenset(changed), self._position + 1, span)

    def save_values_over_call(self, span: Span | None, *, is_before: bool = False) -> None:
        """Copy live values that mention global variables, which a call may change.

        A value is live if it is used after the current instruction, or by it if ``is_before``.
        """
        if self._live:
            globals_ = frozenset(known.symbol for known in self.scope.variables.values())
            self._save_values(globals_, self._position + (not is_before), span)

    def _save_values(self, changing: frozenset[Term], first_use: int, span: Span | None) -> None:
        for name, mentioned in list(self._live.items()):
            if self.flow.last_use[name] < first_use:
                del self._live[name]
            elif mentioned & changing:
                del self._live[name]
                self._values[name] = self._copied(name, self._values[name], span)

    def _copied(self, name: str, value: Sequence[Term | None], span: Span | None) -> Scalars:
        copied: list[Term | None] = []
        for part in value:
            if part is None or not self._unstable_in((part,)):
                copied.append(part)
                continue
            copy = self.temporary(name, part.sort, span)
            self.emit(Assign(copy, part, span))
            copied.append(copy)
        return tuple(copied)

    def _unstable_in(self, value: Sequence[Term | None]) -> frozenset[Term]:
        mentioned = (fold(part, _variables, self._mentioned) for part in value if part is not None)
        return frozenset().union(*mentioned) & self._unstable


def _variables(term: Term, of_arguments: list[frozenset[Term]]) -> frozenset[Term]:
    """Return the variables in ``term``, given those in its arguments."""
    return frozenset((term,)) if term.op is Op.VARIABLE else frozenset().union(*of_arguments)


def _unused(base: str, counts: dict[str, int]) -> str:
    """Return ``base``, or ``base`` with a number if it was returned before.

    ``counts`` records the names that were returned.
    """
    count = counts.get(base, 0) + 1
    counts[base] = count
    return base if count == 1 else _unused(f"{base}.{count}", counts)
