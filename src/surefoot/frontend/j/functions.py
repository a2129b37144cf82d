"""Lowering of J functions: statements, specifications, and values in the prestate."""

from collections.abc import Sequence

from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.calls import CallGraph
from surefoot.frontend.j.expressions import Expressions
from surefoot.frontend.j.liveness import without_dead_havocs
from surefoot.frontend.j.recursion import one_of_width
from surefoot.frontend.j.resolved import (
    Assign,
    Claim,
    Declare,
    Evaluate,
    Function,
    If,
    Jump,
    Kind,
    Post,
    Pre,
    Read,
    Return,
    Statement,
    Unit,
    Variable,
    While,
    expressions_in,
    statements_in,
)
from surefoot.frontend.j.symbols import BlockBuilder, Symbols, ctype_of, updated_elements
from surefoot.logic import BOOL, Term, bit_vector, distinct, implies, or_, variable
from surefoot.program.access import successors
from surefoot.program.check_sites import POSTCONDITION
from surefoot.program.ctypes import CType
from surefoot.program.definite_assignment import unassigned_reads
from surefoot.program.program import Block, DataModel
from surefoot.program.program import Function as ProgramFunction
from surefoot.program.properties import Property
from surefoot.program.statements import Assign as Set
from surefoot.program.statements import Assume, Check, CheckKind, Havoc, Origin
from surefoot.program.statements import Return as ReturnStatement


@dataclass(frozen=True, slots=True)
class UnitScope:
    """The context of lowering all functions; ``abstracted`` are the operations with havocked
    result.
    """

    unit: Unit
    bounds: Bounds
    checked: Property
    calls: CallGraph
    globals: Symbols
    entry: str
    abstracted: list[Span] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Loop:
    """The targets of ``continue`` and ``break``."""

    step: str
    after: str


def lower_function(
    scope: UnitScope, function: Function, owner: str | None = None, depth: Term | None = None
) -> ProgramFunction:
    """Lower ``function``; calls remain calls, recursive ones too.

    ``owner`` is the prefix of its variables. ``depth`` counts active calls if the function is
    recursive.
    """
    return _FunctionLowering(scope, function, owner or function.name, depth).function()


def result_type(scope: UnitScope, function: Function) -> CType | None:
    """Return the result type of ``function``."""
    return None if function.result is None else ctype_of(function.result.type, scope.bounds)


class _FunctionLowering:
    def __init__(self, scope: UnitScope, function: Function, owner: str, depth: Term | None) -> None:
        self._scope = scope
        self._function = function
        self._depth = depth
        self._owner = owner
        self._code = BlockBuilder()
        self._symbols = Symbols(owner, scope.bounds, scope.globals)
        self._olds: dict[Variable, tuple[Term, ...]] = {}
        self._expressions = Expressions(scope, self._code, self._symbols, self._olds)
        self._preconditions: dict[str, Term] = {}
        """The truth values of preconditions in the prestate, by name."""
        self._exit = self._code.label("exit")
        self._loops: list[_Loop] = []

    def function(self) -> ProgramFunction:
        function, code = self._function, self._code
        parameters = tuple(symbol for each in function.parameters for symbol in self._symbols.of(each))
        self._start()
        self._statements(function.body)
        code.goto(self._exit, function.end)
        code.open(self._exit)
        for post in function.posts:
            self._check_post(post)
        results = self._results()
        code.close(ReturnStatement(results, function.end))
        declared = {each.symbol: each for each in self._symbols.declared}
        lowered = ProgramFunction(
            name=function.name,
            address=variable(f"&{self._owner}", bit_vector(DataModel.LP64.pointer_width)),
            parameters=tuple(declared[symbol] for symbol in parameters),
            results=tuple(each.sort for each in results),
            locals=tuple(each for each in self._symbols.declared if each.symbol not in set(parameters)),
            blocks=_reachable(code.blocks),
            span=function.span,
        )
        return without_dead_havocs(_with_havocked_uninitialised(lowered))

    def _results(self) -> tuple[Term, ...]:
        function = self._function
        values = () if function.result is None else self._symbols.of(function.result)
        arrays = (each for each in function.parameters if each in self._scope.calls.written_parameters)
        return (*values, *(symbol for each in arrays for symbol in self._symbols.of(each)))

    def _start(self) -> None:
        """Emit the preconditions: assumed at the entry of the program, checked in called functions."""
        function = self._function
        invariants = (
            each for loop in statements_in(function.body) if isinstance(loop, While) for each in loop.invariants
        )
        self._save_old_values((*function.posts, *invariants), function.span)
        preconditions = [self._precondition(pre) for pre in function.pres]
        if not preconditions:
            return
        span = function.pres[0].span
        if function.name == self._scope.entry:
            is_called = () if self._depth is None else (distinct(self._depth, one_of_width(self._depth)),)
            self._code.emit(Assume(or_(*preconditions, *is_called), span))
        if function.name != self._scope.entry or self._depth is not None:
            text = f"precondition of {function.name}"
            self._code.emit(Check(or_(*preconditions), CheckKind.ASSERTION, text, span))

    def _precondition(self, pre: Pre) -> Term:
        value = self._expressions.value(pre.formula)
        if len(_precondition_names(self._function)) > 1:
            truth = self._symbols.temporary(f"pre {pre.name}", BOOL)
            self._code.emit(Set(truth, value, pre.span))
            self._preconditions[pre.name] = value = truth
        return value

    def _save_old_values(self, formulas: Sequence[Post | Claim], span: Span) -> None:
        """Save prestate values that ``formulas`` mention, unless the variables are never assigned."""
        assigned = _assigned(self._function)
        for each in _old_variables(formulas):
            current = self._symbols.of(each)
            is_unchanged = (
                each not in assigned
                and each not in self._scope.calls.written_parameters
                and each.kind is Kind.PARAMETER
            )
            if not is_unchanged and self._olds.get(each, current) is current:
                self._olds[each] = self._symbols.copy(each, "old")
            copies = self._olds.setdefault(each, current)
            for copy, symbol in zip(copies, current, strict=True):
                if copy is not symbol:
                    self._code.emit(Set(copy, symbol, span))

    def _check_post(self, post: Post) -> None:
        text = f"{POSTCONDITION} {post.name}".rstrip()
        value = self._expressions.value(post.formula)
        if post.name in self._preconditions:
            value = implies(self._preconditions[post.name], value)
        self._code.emit(Check(value, CheckKind.ASSERTION, text, post.span))

    def _statements(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            if self._code.is_open:
                self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        code = self._code
        match statement:
            case Declare(declared, span):
                self._declare(declared, span)
            case Assign():
                self._assign(statement)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case Jump(is_break, span):
                loop = self._loops[-1]
                code.goto(loop.after if is_break else loop.step, span)
            case Return(value, span):
                if value is not None and self._function.result is not None:
                    code.emit(Set(self._symbols.of(self._function.result)[0], self._expressions.value(value), span))
                code.goto(self._exit, span)
            case Evaluate(call):
                self._expressions.call(call)
            case Claim(is_assumed, formula, text, span):
                truth = self._expressions.value(formula)
                code.emit(Assume(truth, span) if is_assumed else Check(truth, CheckKind.ASSERTION, text, span))
            case Pre():
                self._pre_of_file(statement)
            case Post():
                self._check_post(statement)

    def _pre_of_file(self, pre: Pre) -> None:
        posts = [
            each for each in statements_in(self._function.body) if isinstance(each, Post) and each.name == pre.name
        ]
        self._save_old_values(posts, pre.span)
        value = self._precondition(pre)
        if pre.name not in self._preconditions:
            self._code.emit(Assume(value, pre.span))

    def _declare(self, declared: Variable, span: Span) -> None:
        if self._scope.globals.declares(declared):  # havocked at the start
            return
        for symbol in self._symbols.of(declared):
            self._code.emit(Havoc(symbol, Origin.INPUT, declared.name, span))

    def _assign(self, statement: Assign) -> None:
        target, span = statement.variable, statement.span
        symbols = self._symbols.of(target)
        if not target.is_array:
            self._code.emit(Set(symbols[0], self._expressions.value(statement.value), span))
            return
        *places, value = self._expressions.in_order((*statement.indices, statement.value))
        self._expressions.check_inside(target, places, span)
        places = [self._expressions.saved(each, "index", span) for each in places]
        value = self._expressions.saved(value, "value", span)
        bits = self._scope.bounds.bits
        for cell, after in updated_elements(symbols, target.dimensions, places, value, bits):
            self._code.emit(Set(cell, after, span))

    def _if(self, statement: If) -> None:
        code, span = self._code, statement.span
        condition = self._expressions.value(statement.condition)
        then, otherwise, after = (code.label(each) for each in ("then", "else", "after"))
        code.branch(condition, then, otherwise if statement.otherwise else after, span)
        code.open(then)
        self._statements(statement.then)
        code.goto(after, span)
        if statement.otherwise:
            code.open(otherwise)
            self._statements(statement.otherwise)
            code.goto(after, span)
        code.open(after)

    def _while(self, statement: While) -> None:
        code, span = self._code, statement.span
        head, body, step, after = (code.label(each) for each in ("loop", "body", "step", "after"))
        code.goto(head, span)
        code.open(head)
        for each in statement.invariants:
            self._statement(each)
        code.branch(self._expressions.value(statement.condition), body, after, span)
        code.open(body)
        self._loops.append(_Loop(step, after))
        self._statements(statement.body)
        self._loops.pop()
        code.goto(step, span)
        code.open(step)
        self._statements(statement.step)
        code.goto(head, span)
        code.open(after)


def _precondition_names(function: Function) -> set[str]:
    """Return the names of preconditions."""
    return {each.name for each in (*function.pres, *statements_in(function.body)) if isinstance(each, Pre)}


def _old_variables(formulas: Sequence[Post | Claim]) -> list[Variable]:
    reads = (each for formula in formulas for each in expressions_in(formula.formula))
    return list(dict.fromkeys(each.variable for each in reads if isinstance(each, Read) and each.is_old))


def _assigned(function: Function) -> set[Variable]:
    return {each.variable for each in statements_in(function.body) if isinstance(each, Assign)}


def _reachable(blocks: dict[str, Block]) -> dict[str, Block]:
    """Return the reachable blocks in order."""
    found = {next(iter(blocks))}
    waiting = list(found)
    while waiting:
        for label in successors(blocks[waiting.pop()].terminator):
            if label not in found:
                found.add(label)
                waiting.append(label)
    return {label: block for label, block in blocks.items() if label in found}


def _with_havocked_uninitialised(function: ProgramFunction) -> ProgramFunction:
    """Havoc variables at entry that may be read before they are assigned."""
    names = {each.symbol: each.name for each in function.locals}
    missing = dict.fromkeys(symbol for _, _, symbol in unassigned_reads(function))
    entry = function.entry
    choices = tuple(Havoc(symbol, Origin.INPUT, names[symbol], function.span) for symbol in missing)
    first = replace(entry, statements=(*choices, *entry.statements))
    return replace(function, blocks={**function.blocks, entry.label: first})
