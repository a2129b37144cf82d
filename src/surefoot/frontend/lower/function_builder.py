"""The state of lowering one function: its variables, the statements of the current block, the terms of SSA values.

An SSA value is kept as terms over variables and vanishes into the statements that use it. It is copied to a
temporary only where its terms would change their meaning: when it is used in another block, or when a variable
it mentions is assigned before its last use. Temporaries themselves are assigned once, by the statement that defines
them, which dominates every use; so only C variables (`_unstable`) can change under a term.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath

from surefoot.base.errors import invariant
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import FunctionDefinition, Local, Operand, Type
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.frontend.lower.values.constants import Scalars, constant_value
from surefoot.logic import BOOL, FALSE, TRUE, FloatSort, Op, Sort, Term, and_, fold, fp_is_nan, not_, variable
from surefoot.program.access import successors
from surefoot.program.ctypes import CType, CVoid
from surefoot.program.program import Block, Role, Variable
from surefoot.program.statements import (
    HAVOCKED_FROM_HERE,
    OF_THE_HEAP,
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
    """One function under construction."""

    def __init__(self, scope: ProgramScope, definition: FunctionDefinition, flow: Flow) -> None:
        self.scope = scope
        self.type_sorts = scope.type_sorts
        self.definition = definition
        self.flow = flow
        self.variables: list[Variable] = []
        self.places: dict[str, Variable] = {}
        """The variables that stand for allocas, by the name of the alloca."""
        self.objects: dict[Term, Type] = {}
        """The types of the stack objects of constant size, by their addresses."""
        self.forgotten: frozenset[str] = frozenset()
        """The allocas among ``places`` whose declaration leaves them with an unknown value."""
        self.has_value: dict[str, Term] = {}
        """Whether the variable that stands for an alloca has a value, for those that may be read without one; only if the property asks for it."""
        self.recycled: dict[str, Allocate] = {}
        """How the objects are made that live from marker to marker, by the name of the alloca."""
        self.block_arrays: dict[str, Term] = {}
        """What holds the address of a variable-length array that may be used after its block, by the name of the alloca."""
        self.saved_stacks: dict[str, tuple[str, ...]] = {}
        """Those of ``block_arrays`` that end when a saved stack is restored, by the alloca that it is saved in."""
        self.left_arrays: dict[str, dict[str, None]] = {}
        """Those of ``block_arrays`` that a jump to a block may leave without restoring a stack, by the label of the block."""
        self.variable_arguments: Term | None = None
        """The address of the variable arguments, if the function looks at them."""
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
        """A new variable of this function with a symbol of its own."""
        symbol = variable(_unused(f"{self.definition.name}::{name}", self._names), sort)
        declared = Variable(symbol, name, ctype, role, span)
        if role is not Role.TEMPORARY:
            self._unstable.add(symbol)
        return declared

    def local(self, name: str, sort: Sort, role: Role, ctype: CType, span: Span | None) -> Variable:
        """A new local variable."""
        declared = self.declare(name, sort, role, ctype, span)
        self.variables.append(declared)
        return declared

    def mark_reassigned(self, symbol: Term) -> None:
        """Say that ``symbol`` can be assigned in several places although it is a temporary."""
        self._unstable.add(symbol)

    def temporary(self, name: str, sort: Sort, span: Span | None) -> Term:
        """A new variable that the user never sees."""
        return self.local(f"%{name}", sort, Role.TEMPORARY, CVoid(), span).symbol

    @property
    def name_in_source(self) -> str:
        """What the program calls the function; linking and copies of models add what follows an ``@``.

        What models share is called like the file that it is in: ``printf`` stands for all that print.
        """
        name, span = self.definition.name.partition("@")[0], self.definition.span
        is_shared = name.startswith("library_") and span is not None and span.is_library
        return PurePath(span.file).stem if is_shared and span is not None else name

    # ---- statements and blocks

    @property
    def is_open(self) -> bool:
        """Whether statements can still be added to the current block."""
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
        """Add a block beside the current one; returns its label, which begins with ``base``."""
        label = _unused(base, self._labels)
        self._blocks.setdefault(self._label, []).append(Block(label, tuple(statements), terminator))
        return label

    def finished(self) -> dict[str, Block]:
        """All blocks that the entry reaches, in the order of the source."""
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
        """The block under construction."""
        return self._label

    @property
    def position(self) -> int:
        """The number of the instruction that lowering has come to in the current block."""
        return self._position

    def at(self, position: int, span: Span | None) -> None:
        """Lowering has come to instruction number ``position``; ``span`` serves statements that have none."""
        self._position = position
        self._span = span or self._span

    def emit(self, statement: Statement) -> None:
        """Add a statement that assigns nothing but new temporaries."""
        self._statements.append(statement if statement.span else replace(statement, span=self._span))

    @contextmanager
    def aside(self) -> Iterator[list[Statement]]:
        """Collect the statements emitted meanwhile in a list of their own."""
        kept, self._statements = self._statements, []
        try:
            yield self._statements
        finally:
            self._statements = kept

    def assign(self, target: Term, value: Term, span: Span | None) -> None:
        """``target := value``; values that still need the old one are saved first."""
        self.save_values_over((target,), span)
        self.emit(Assign(target, value, span))

    def check(self, condition: Term, kind: CheckKind, text: str, span: Span | None) -> None:
        """Add a check unless it holds trivially."""
        if condition is not TRUE:
            self.emit(Check(condition, kind, text, span))

    def check_not_nan(self, value: Term, operands: Sequence[Term], span: Span | None) -> None:
        """If it is asked for, add a check that an operation makes no NaN of operands that are none."""
        if CheckKind.NAN in self.scope.property.violations and isinstance(value.sort, FloatSort):
            made = and_(fp_is_nan(value), *(not_(fp_is_nan(operand)) for operand in operands))
            self.check(not_(made), CheckKind.NAN, "", span)

    def fail(self, kind: CheckKind, text: str, span: Span | None) -> None:
        """A check that always fails; where the property does not ask for it, the program ends here."""
        if kind not in self.scope.property.violations:
            self.check_memory(span)
        self.check(FALSE, kind, text, span)

    def check_memory(self, span: Span | None) -> None:
        """The program may end here: nothing may be left on the heap."""
        for kind in OF_THE_HEAP:
            self.emit(CheckMemory(kind, span))

    def stop(self, reason: str, span: Span | None) -> None:
        """The run ends here; what follows in this block is dropped."""
        self.check_memory(span)
        self.close_block(Stop(reason, span))

    def unknown(self, name: str, sort: Sort, origin: Origin, source: str, span: Span | None) -> Term:
        """A fresh temporary of unknown value."""
        fresh = self.temporary(name, sort, span)
        self.emit(Havoc(fresh, origin, source, span))
        return fresh

    def mark_made_up(self, source: str, span: Span | None) -> None:
        """From here on a run need not be real: it lacks something that the library function ``source`` does."""
        self.unknown(HAVOCKED_FROM_HERE.removeprefix("%"), BOOL, Origin.UNMODELLED, source, span)

    # ---- SSA values

    def bind(self, name: str, value: Sequence[Term | None], span: Span | None) -> None:
        """Let the SSA value ``name`` be ``value`` from here on."""
        if name in self.flow.crossing:
            value = self._copied(name, value, span)
        elif self.flow.last_use.get(name, -1) > self._position and (mentioned := self._unstable_in(value)):
            self._live[name] = mentioned
        self._values[name] = tuple(value)

    def value(self, operand: Operand) -> Scalars:
        """The scalars of an operand, with ``None`` for undefined ones."""
        if isinstance(operand, Local):
            invariant(operand.name in self._values, f"%{operand.name} is used before its definition")
            return self._values[operand.name]
        return constant_value(self.scope, operand)

    def value_of(self, name: str) -> Scalars | None:
        """The scalars of the SSA value ``name``, if it has come into being."""
        return self._values.get(name)

    def terms(self, operand: Operand, span: Span | None) -> tuple[Term, ...]:
        """The scalars of an operand; undefined ones become unknown values."""
        value = self.value(operand)
        if None not in value:
            return tuple(part for part in value if part is not None)
        sorts = self.type_sorts.sorts(operand.type)
        return tuple(
            self.unknown("undefined", sort, Origin.UNINITIALISED, "undefined value", span) if part is None else part
            for part, sort in zip(value, sorts, strict=True)
        )

    def term(self, operand: Operand, span: Span | None) -> Term:
        """The one scalar of an operand."""
        terms = self.terms(operand, span)
        invariant(len(terms) == 1, "a scalar operand is needed")
        return terms[0]

    def save_values_over(self, changed: Iterable[Term], span: Span | None) -> None:
        """Copy the values that mention one of ``changed`` and are used after the current instruction."""
        self._save_values(frozenset(changed), self._position + 1, span)

    def save_values_over_call(self, span: Span | None, *, is_before: bool = False) -> None:
        """Copy the values that a function of the program may change, which are those that mention global variables, if they are used after the current instruction, or by it if the call ``is_before`` it."""
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
    """The variables in ``term``, given those in its arguments."""
    return frozenset((term,)) if term.op is Op.VARIABLE else frozenset().union(*of_arguments)


def _unused(base: str, counts: dict[str, int]) -> str:
    """``base``, or ``base`` with a number, whichever was not given out before; ``counts`` remembers."""
    count = counts.get(base, 0) + 1
    counts[base] = count
    return base if count == 1 else _unused(f"{base}.{count}", counts)
