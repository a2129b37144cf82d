"""Path programs: the runs on a reported path as one function without loops and calls.

The path program (Beyer et al., PLDI 2007) of a report is the product of the program with the steps
of the path. Its nodes are (frame, block, part of the block, number of steps taken). It is an
abstraction: it contains each run that takes the steps in their order, and others.

    decision of a step in its frame    the edge in the other direction is omitted
    call that the path enters          a frame of its own
    other call                         havocs its results, the memory and the global variables
    loop between two steps             its head havocs the variables that the loop assigns
    memory                             an array of bytes, and one for each local object whose address
                                       is only used for accesses

The *exact* path program keeps the loops and the memory operations; other calls have no effects
besides their results. It may lack runs, so it is only used to find one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass, field, fields, replace
from surefoot.base.spans import Span
from surefoot.logic import (
    BOOL,
    FALSE,
    Term,
    bit_vector,
    bv,
    bvule,
    bvult,
    eq,
    implies,
    not_,
    select,
    substitute,
    variable,
)
from surefoot.program.access import variables_assigned
from surefoot.program.ctypes import CVoid
from surefoot.program.digraphs import (
    component_numbers,
    dominates,
    immediate_dominators,
    leading_to,
    reverse_postorder,
)
from surefoot.program.layout import literal_text
from surefoot.program.limits import LIMITS
from surefoot.program.passes.followed_path import (
    FIRST_PAGE,
    CallEntered,
    Decision,
    DecisionTaken,
    calls_at,
    edges_of,
)
from surefoot.program.passes.path_memory import OUTSIDE, PathMemory, plus, width_of
from surefoot.program.passes.reported_path import (
    DEFECTS,
    LIBRARY_STUB,
    NULL_ARGUMENT,
    NULL_VARIABLE,
    STUB,
    CallLeft,
    FollowedStep,
    ReportedPath,
)
from surefoot.program.program import Block, Function, GlobalObject, Program, Role, Variable
from surefoot.program.properties import NON_FATAL
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckKind,
    CheckMemory,
    Copy,
    Fill,
    Goto,
    Havoc,
    Load,
    ObjectSize,
    Origin,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)

# fmt: off
_PURE: Final = frozenset({
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp", "memchr", "memrchr",
    "strchr", "strrchr", "strstr", "strpbrk", "strspn", "strcspn", "isalnum", "isalpha", "isdigit", "isspace",
    "isupper", "islower", "isprint", "ispunct", "iscntrl", "isxdigit", "toupper", "tolower", "abs", "labs", "llabs",
    "atoi", "atol", "atoll", "getenv", "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc",
    "__ctype_toupper_loc", "llvm.va_end",
})
# fmt: on
"""Library functions that write to no memory of the program."""
_END: Final = "end"


def path_program(program: Program, path: ReportedPath) -> Program:
    """Return the path program of ``path``, with an error call where a run gets to the reported
    place or, if the path has defects, where an operation there has one of them.

    Requires: ``program`` is that of an isolated module (`frontend.linking.isolation`).
    Ensures: unless the path is exact, if a run of the source takes the steps without undefined
    behaviour and then gets to the place (with a defect), some run of the result fails an error
    call.
    Raises `UnsupportedError` if the path, or an operation that may have such a defect, is not found
    in the program.
    """
    return _PathProgram(program, path).program()


@dataclass(frozen=True, slots=True)
class _Frame:
    """An instance of a function on the path, entered by a call, with its steps."""

    number: int
    function: Function
    parent: int
    names: Mapping[Term, Term]
    """The variables of the function in this frame."""


_Node = tuple[int, str, int, int]
"""Frame, block, number of the part of the block, number of steps taken."""


@dataclass(frozen=True, slots=True)
class _Edge:
    target: _Node
    condition: Term | None
    """Guard of the edge; None for true."""
    statements: tuple[Statement, ...] = ()


@dataclass(slots=True)
class _PathProgram:
    source: Program
    path: ReportedPath
    _frames: list[_Frame] = field(default_factory=list)
    _frame_of: list[int] = field(default_factory=list)
    """The frame in which each step is taken."""
    _edges_of: dict[Decision, dict[str, dict[tuple[str, str], bool]]] = field(default_factory=dict)
    _parts: dict[str, dict[str, list[tuple[Statement, ...]]]] = field(default_factory=dict)
    """The parts of each block, by function and label: every part but the last ends with a call."""
    _variables: dict[Term, Variable] = field(default_factory=dict)
    _memory: PathMemory = field(init=False)

    def __post_init__(self) -> None:
        self._memory = PathMemory(self.source, self._variables)

    # Frames and nodes

    @property
    def _start(self) -> _Node:
        return 0, self._frames[0].function.entry.label, 0, 0

    def program(self) -> Program:
        """Return the path program."""
        self._enter_steps()
        for frame in self._frames:
            self._memory.add_local_objects(frame.function, frame.names)
        graph = self._graph()
        targets = [node for node in graph if self._is_reported_node(node)]
        if not targets:
            raise UnsupportedError("the reported path is not found in the program")
        kept = leading_to(targets, {node: [each.target for each in found] for node, found in graph.items()})
        edges = {
            node: tuple(each for each in found if each.target in kept) for node, found in graph.items() if node in kept
        }
        if len(edges) > LIMITS.path_nodes:
            raise UnsupportedError(f"the path has more than {LIMITS.path_nodes} blocks")
        following = {node: [each.target for each in found] for node, found in edges.items()}
        order = {node: at for at, node in enumerate(reverse_postorder(self._start, following.__getitem__))}
        components = component_numbers(following, order)
        if not self.path.is_exact:
            self._require_heads(following, components, order)
        return self._emitted(edges, components, order)

    def _enter_steps(self) -> None:
        """Make the frames of the steps; raise `UnsupportedError` if the function of one has no
        body.
        """
        path = self.path = self._matched(self.path)
        functions = self.source.functions
        self._frames.append(self._frame(functions[path.entry], -1))
        current = 0
        for each in path.steps:
            self._frame_of.append(current)
            match each:
                case CallEntered(_, callee):
                    self._frames.append(self._frame(functions[callee], current))
                    current = len(self._frames) - 1
                case CallLeft():
                    current = self._frames[current].parent
                case DecisionTaken():
                    pass
        self._frame_of.append(current)

    def _matched(self, path: ReportedPath) -> ReportedPath:
        """Return ``path`` without the decisions and calls that are not found.

        A call that is not found and returns is dropped with the steps in it. If it does not return,
        the result starts in its callee, with any state, and all steps before are dropped.
        """
        functions = self.source.functions
        if path.entry not in functions:
            raise UnsupportedError(f"{path.entry} has no body")
        active = [path.entry]
        for at, each in enumerate(path.steps):
            match each:
                case CallEntered(_, callee):
                    if callee not in functions or len(calls_at(each, [functions[active[-1]]])) != 1:
                        end = _end_of_call(path.steps, at)
                        if end is None:
                            return self._matched(replace(path, entry=callee, steps=path.steps[at + 1 :]))
                        return self._matched(replace(path, steps=(*path.steps[:at], *path.steps[end + 1 :])))
                    active.append(callee)
                case CallLeft():
                    active.pop()
                case DecisionTaken(decision):
                    if decision not in self._edges_of:
                        self._edges_of[decision] = edges_of(decision, functions.values())
                    if active[-1] not in self._edges_of[decision]:
                        return self._matched(replace(path, steps=(*path.steps[:at], *path.steps[at + 1 :])))
        return path

    def _frame(self, function: Function, parent: int) -> _Frame:
        number = len(self._frames)
        names: dict[Term, Term] = {}
        for each in (*function.parameters, *function.locals):
            own = variable(f"{each.symbol} in call {number}", each.symbol.sort)
            names[each.symbol] = own
            role = Role.LOCAL if each.role is Role.PARAMETER and number else each.role
            self._variables[own] = replace(each, symbol=own, role=role)
        return _Frame(number, function, parent, names)

    def _blocks(self, function: Function) -> dict[str, list[tuple[Statement, ...]]]:
        if function.name not in self._parts:
            self._parts[function.name] = {
                label: [*_parts(block.statements)] for label, block in function.blocks.items()
            }
        return self._parts[function.name]

    def _graph(self) -> dict[_Node, list[_Edge]]:
        """Return the nodes that the entry leads to, with their edges."""
        graph: dict[_Node, list[_Edge]] = {}
        pending = [self._start]
        while pending:
            node = pending.pop()
            if node not in graph:
                if len(graph) > 20 * LIMITS.path_nodes:
                    raise UnsupportedError("the path leads through too many blocks")
                graph[node] = [*self._successors(node)]
                pending += (each.target for each in graph[node])
        return graph

    def _successors(self, node: _Node) -> Iterator[_Edge]:
        number, label, part, passed = node
        frame = self._frames[number]
        block, parts = frame.function.blocks[label], self._blocks(frame.function)[label]
        step = self.path.steps[passed] if passed < len(self.path.steps) else None
        is_here = self._frame_of[passed] == number
        if part + 1 < len(parts):
            call = parts[part][-1]
            following = (number, label, part + 1, passed)
            is_entered = is_here and isinstance(step, CallEntered) and call in calls_at(step, [frame.function])
            if is_entered and isinstance(call, Call):
                yield self._entering(frame, call, passed)
            yield _Edge(following, None, tuple(self._effects(frame, call) if isinstance(call, Call) else ()))
            return
        match block.terminator:
            case Branch(condition, then, otherwise):
                holds = substitute(condition, frame.names)
                for target, taken in ((then, holds), (otherwise, not_(holds))):
                    after = self._passed(frame, label, target, passed)
                    if after is not None:
                        yield _Edge((number, target, 0, after), taken)
            case Goto(target):
                after = self._passed(frame, label, target, passed)
                if after is not None:
                    yield _Edge((number, target, 0, after), None)
            case Return(values):
                if is_here and isinstance(step, CallLeft):
                    yield self._leaving(frame, values, passed)
            case Stop():
                pass

    def _passed(self, frame: _Frame, label: str, target: str, passed: int) -> int | None:
        """Return the number of steps taken after an edge; None if the edge leaves the path."""
        if self._frame_of[passed] != frame.number:
            return passed
        edge = label, target
        if passed == len(self.path.steps):
            known = (each.get(frame.function.name, {}) for each in self._edges_of.values())
            return None if any(edge in each for each in known) else passed
        step = self.path.steps[passed]
        if isinstance(step, DecisionTaken):
            value = self._edges_of[step.decision].get(frame.function.name, {}).get(edge)
            if value is not None:
                return passed + 1 if value == step.value else None
        return passed

    def _entering(self, frame: _Frame, call: Call, passed: int) -> _Edge:
        """Return the edge from a call that the path enters to the start of its frame."""
        inner = self._frames[self._frame_of[passed + 1]]
        given = [substitute(each, frame.names) for each in call.arguments]
        statements: list[Statement] = []
        for at, each in enumerate(inner.function.parameters):
            own = inner.names[each.symbol]
            if at < len(given) and given[at].sort is own.sort:
                statements.append(Assign(own, given[at], call.span))
            else:
                statements.append(Havoc(own, Origin.EXTERNAL, OUTSIDE, call.span))
        return _Edge((inner.number, inner.function.entry.label, 0, passed + 1), None, tuple(statements))

    def _leaving(self, frame: _Frame, values: Sequence[Term], passed: int) -> _Edge:
        """Return the edge from a return to the caller, which is behind the call that was entered."""
        entered = next(at for at, each in enumerate(self._frame_of) if each == frame.number) - 1
        step, caller = self.path.steps[entered], self._frames[frame.parent]
        if not isinstance(step, CallEntered):
            raise TypeError(step)
        call = calls_at(step, [caller.function])[0]
        for label, parts in self._blocks(caller.function).items():
            for part, statements in enumerate(parts):
                if statements and statements[-1] is call:
                    results = [substitute(each, frame.names) for each in values]
                    copied = tuple(
                        Assign(caller.names.get(target, target), value, call.span)
                        for target, value in zip(call.targets, results, strict=False)
                    )
                    return _Edge((caller.number, label, part + 1, passed + 1), None, copied)
        raise UnsupportedError("the call that a path returns to is not found")

    # Reported operations

    def _is_on_lines(self, span: Span | None) -> bool:
        region = self.path.reported
        return replace(region, column=0, last_column=1 << 30).contains(span)

    def _is_reported_node(self, node: _Node) -> bool:
        number, label, part, passed = node
        if passed != len(self.path.steps) or number != self._frame_of[passed]:
            return False
        function = self._frames[number].function
        parts = self._blocks(function)[label]
        found = [each.span for each in parts[part] if not isinstance(each, Check) or each.kind not in NON_FATAL]
        if part + 1 == len(parts):
            found.append(function.blocks[label].terminator.span)
        return any(map(self._is_on_lines, found))

    def _reported_check(self, statement: Statement, frame: _Frame) -> Check | None:
        """Return the error call of a reported operation, if it may have one of the defects."""
        match statement:
            case Check(condition, kind, text, span) if kind in self._kinds:
                return Check(substitute(condition, frame.names), CheckKind.ERROR_CALL, text or kind.value, span)
            case Load(_, address, span) | Store(address, _, span) if CheckKind.INVALID_DEREFERENCE in self._kinds:
                return _not_null(substitute(address, frame.names), "access through a null pointer", span)
            case Call(_, _, arguments, span):
                return self._checked_argument(arguments, frame, span)
            case Copy(target, source, _, span):
                return self._checked_argument((target, source), frame, span)
            case Fill(target, _, _, span):
                return self._checked_argument((target,), frame, span)
            case _:
                return None

    def _checked_argument(self, arguments: Sequence[Term], frame: _Frame, span: Span | None) -> Check | None:
        """Return the error call for a null pointer among ``arguments``, if it is one of the
        defects.
        """
        pointer = bit_vector(self.source.data_model.pointer_width)
        for each in self.path.defects:
            number = each.removeprefix(NULL_ARGUMENT)
            if number != each and number.isdecimal() and 0 < int(number) <= len(arguments):
                given = arguments[int(number) - 1]
                if given.sort is pointer:
                    return _not_null(substitute(given, frame.names), f"null pointer as argument {number}", span)
        return None

    def _checked_variable(self, frame: _Frame, statements: Sequence[Statement], span: Span | None) -> Iterator[Check]:
        """Yield the error calls for variables that are null, before the ``statements`` on the
        lines.
        """
        pointer = bit_vector(self.source.data_model.pointer_width)
        assigned = {target for each in statements for target in variables_assigned(each)}
        known = (*frame.function.parameters, *frame.function.locals)
        for each in self.path.defects:
            name = each.removeprefix(NULL_VARIABLE)
            if name == each:
                continue
            found = [own for own in known if own.name == name and own.role in {Role.PARAMETER, Role.LOCAL}]
            if len(found) != 1 or found[0].symbol.sort is not pointer or found[0].symbol in assigned:
                raise UnsupportedError(f"the variable {name} is not found at the reported place")
            yield _not_null(frame.names[found[0].symbol], f"{name} is a null pointer", span)

    @property
    def _kinds(self) -> frozenset[CheckKind]:
        return frozenset(DEFECTS[each] for each in self.path.defects if each in DEFECTS)

    # Loops

    def _require_heads(
        self, following: Mapping[_Node, Sequence[_Node]], components: Mapping[_Node, int], order: Mapping[_Node, int]
    ) -> None:
        """Raise `UnsupportedError` for loops with several entries."""
        dominators = immediate_dominators(self._start, order, following)
        for node, targets in following.items():
            for target in targets:
                is_back = order[target] <= order[node] and components[target] == components[node]
                if is_back and not dominates(target, node, dominators):
                    raise UnsupportedError("a loop beside the path has several entries")

    # Emission

    def _emitted(
        self, edges: Mapping[_Node, Sequence[_Edge]], components: Mapping[_Node, int], order: Mapping[_Node, int]
    ) -> Program:
        labels = {node: f"node {at}" for node, at in order.items()}
        nodes = sorted(edges, key=lambda each: order[each])
        back = {each.target for node in nodes for each in edges[node] if order[each.target] <= order[node]}
        heads = set() if self.path.is_exact else back
        bodies = {node: self._statements(node) for node in nodes}
        ends = {node for node in nodes if any(map(_is_error_call, bodies[node]))} if not self.path.defects else set()
        assigned: dict[int, dict[Term, None]] = {}
        for node in nodes:
            own = assigned.setdefault(components[node], {})
            inside = [each for each in edges[node] if components[each.target] == components[node]]
            if inside:
                for statement in (*bodies[node], *(one for each in inside for one in each.statements)):
                    own.update(dict.fromkeys(variables_assigned(statement)))
        blocks: dict[str, Block] = {}
        first = self._frames[0]
        choice = self._memory.new("does not follow the path", BOOL)
        arrays = () if self.path.is_exact else self._memory.arrays
        opening: list[Statement] = [Havoc(each, Origin.EXTERNAL, "memory", None) for each in arrays]
        opening += () if self.path.is_exact else self._memory.literals_unchanged()
        opening.append(Havoc(choice, Origin.EXTERNAL, "another path", None))
        blocks["start"] = Block("start", tuple(opening), Branch(choice, _END, labels[self._start], None))
        for node in nodes:
            before: list[Statement] = []
            if node in heads:
                before += [Havoc(each, Origin.EXTERNAL, "loop", None) for each in assigned[components[node]]]
            following = [each for each in edges[node] if self.path.is_exact or order[each.target] > order[node]]
            if node in ends:
                following = []
            blocks.update(self._block(labels, node, (*before, *bodies[node]), following))
        checks = [each for body in bodies.values() for each in body if _is_error_call(each)]
        if self.path.defects and not any(self.path.reported.contains(each.span) for each in checks):
            raise UnsupportedError("no operation of the reported kind is found at the reported place")
        blocks[_END] = Block(_END, (), Stop("the run is not on the reported path", None))
        given = [self._variables.pop(first.names[each.symbol]) for each in first.function.parameters]
        entry = replace(
            first.function, parameters=tuple(given), locals=tuple(self._variables.values()), blocks=blocks, homes={}
        )
        return replace(
            self.source,
            functions={**self._address_holders(), self.source.entry: self._caller(entry), entry.name: entry},
            global_variables=tuple(replace(each, initial=None) for each in self.source.global_variables),
            global_objects=tuple(
                each if self._is_kept(each) else replace(each, cells=None, constant=False)
                for each in self.source.global_objects
            ),
            exposed=(),
            shared_reads=frozenset(),
        )

    def _is_kept(self, each: GlobalObject) -> bool:
        """Return whether the contents of a global object stay known; string literals may share
        bytes.
        """
        return (each.constant and self.path.is_exact) or literal_text(each) is not None

    def _caller(self, entry: Function) -> Function:
        """Return the start function, which calls ``entry`` with any arguments."""
        start = self.source.functions[self.source.entry]
        given = [
            Variable(
                variable(f"{start.name}::{each.name}.{at}", each.symbol.sort),
                each.name,
                each.ctype,
                Role.TEMPORARY,
                None,
            )
            for at, each in enumerate(entry.parameters)
        ]
        chosen = [Havoc(each.symbol, Origin.INPUT, each.name, entry.span) for each in given]
        results = [
            Variable(variable(f"{start.name}::result.{at}", sort), "", CVoid(), Role.TEMPORARY, None)
            for at, sort in enumerate(entry.results)
        ]
        call = Call(
            tuple(each.symbol for each in results), entry.name, tuple(each.symbol for each in given), entry.span
        )
        block = Block("entry", (*chosen, call), Stop("the path ends", entry.span))
        return replace(start, locals=(*given, *results), blocks={"entry": block}, homes={})

    def _address_holders(self) -> dict[str, Function]:
        """Return all other functions without their bodies: their addresses may be used."""
        found: dict[str, Function] = {}
        for name, each in self.source.functions.items():
            if name != self.source.entry:
                stop = Block("entry", (), Stop("not called", None))
                found[name] = replace(each, locals=(), blocks={"entry": stop}, homes={})
        return found

    def _block(
        self, labels: Mapping[_Node, str], node: _Node, statements: Sequence[Statement], following: Sequence[_Edge]
    ) -> Iterator[tuple[str, Block]]:
        """Yield the blocks of a node: one with its statements, and one for each of its edges."""
        label = labels[node]
        names = [f"{label} edge {at}" for at in range(len(following))]
        ends: Terminator = Goto(_END)
        pending = [*statements]
        both = [each.condition for each in following]
        is_branch = len(both) == 2 and both[0] is not None and both[1] is not None and not_(both[0]) is both[1]
        if is_branch and both[0] is not None:
            ends = Branch(both[0], names[0], names[1], None)
        elif following:
            chosen = [self._memory.new(f"choice {label} {at}", BOOL) for at in range(len(following) - 1)]
            pending += [Havoc(each, Origin.EXTERNAL, "path", None) for each in chosen]
            tests = [f"{label} test {at}" for at in range(1, len(following) - 1)]
            targets = [*tests, names[-1]] if len(following) > 1 else []
            ends = Goto(names[0])
            if len(following) > 1:
                ends = Branch(chosen[0], names[0], targets[0], None)
                for at, test in enumerate(tests, 1):
                    yield test, Block(test, (), Branch(chosen[at], names[at], targets[at], None))
        yield label, Block(label, tuple(pending), ends)
        for name, edge in zip(names, following, strict=True):
            guard = () if edge.condition is None or is_branch else (Assume(edge.condition, None),)
            yield name, Block(name, (*guard, *edge.statements), Goto(labels[edge.target]))

    def _statements(self, node: _Node) -> list[Statement]:
        """Return the statements of a node, with the checks if it is reported."""
        number, label, part, _ = node
        frame = self._frames[number]
        parts = self._blocks(frame.function)[label]
        own = parts[part]
        body = own[:-1] if part + 1 < len(parts) else own
        is_end = self._is_reported_node(node)
        found: list[Statement] = []
        reached = not self.path.defects
        on_lines = [each for each in own if self._is_on_lines(each.span)] if is_end else []
        for each in body:
            if is_end and self._is_on_lines(each.span):
                found += self._checked_variable(frame, on_lines, each.span)
                if reached:
                    return [*found, Check(FALSE, CheckKind.ERROR_CALL, "reported place reached", each.span)]
                if (check := self._reported_check(each, frame)) is not None:
                    found.append(check)
            found += self._transformed(each, frame)
        if is_end:
            last = own[-1] if part + 1 < len(parts) else frame.function.blocks[label].terminator
            if self._is_on_lines(last.span):
                found += self._checked_variable(frame, on_lines, last.span)
                check = self._reported_check(last, frame) if isinstance(last, Call) else None
                found += [check] if check is not None else []
                if reached:
                    found.append(Check(FALSE, CheckKind.ERROR_CALL, "reported place reached", last.span))
        return found

    # Statements

    def _transformed(self, statement: Statement, frame: _Frame) -> Iterator[Statement]:
        names = frame.names
        match statement:
            case Check(condition, kind):
                if kind not in NON_FATAL:
                    yield Assume(substitute(condition, names), None)
            case Call():
                yield from self._effects(frame, statement)
            case _ if self.path.is_exact:
                if not isinstance(statement, CheckMemory):
                    yield _renamed(statement, names)
            case Assign(target, value, span):
                yield Assign(names.get(target, target), substitute(value, names), span)
            case Havoc(target):
                yield replace(statement, target=names.get(target, target))
            case Assume(condition, span):
                yield Assume(substitute(condition, names), span)
            case Load(target, address, span):
                at = substitute(address, names)
                yield Assume(bvule(bv(FIRST_PAGE, width_of(at)), at), None)
                if (frame.function.name, span) in self.source.shared_reads:
                    yield Havoc(names.get(target, target), Origin.EXTERNAL, OUTSIDE, span)
                else:
                    yield self._memory.read(names.get(target, target), at, span)
            case Store(address, value, span):
                at = substitute(address, names)
                yield Assume(bvule(bv(FIRST_PAGE, width_of(at)), at), None)
                yield from self._memory.outside_literals(at)
                yield from self._memory.written(at, substitute(value, names), span)
            case Allocate(target, size):
                yield from self._memory.allocated(names.get(target, target), substitute(size, names), statement)
            case Copy(target, _, size) | Fill(target, _, size):
                yield from self._memory.block_written(
                    statement, substitute(target, names), substitute(size, names), names
                )
            case ObjectSize(target, _, span):
                yield Havoc(names.get(target, target), Origin.EXTERNAL, OUTSIDE, span)
            case _:
                for target in variables_assigned(statement):
                    yield Havoc(names.get(target, target), Origin.EXTERNAL, OUTSIDE, None)

    def _effects(self, frame: _Frame, call: Call) -> Iterator[Statement]:
        """Yield the effects of a call that the path does not enter."""
        name = call.callee if isinstance(call.callee, str) else ""
        source = name.removeprefix(LIBRARY_STUB).removeprefix(STUB).rpartition(".")[0] or name
        for target in call.targets:
            yield Havoc(frame.names.get(target, target), Origin.EXTERNAL, source, call.span)
        if self.path.is_exact:
            return
        if name.startswith(LIBRARY_STUB):
            if source == "strlen":
                yield from self._string_length(frame, call)
            if source in _PURE:
                return
        else:
            for each in self.source.global_variables:
                yield Havoc(each.variable.symbol, Origin.EXTERNAL, OUTSIDE, call.span)
        yield Havoc(self._memory.common, Origin.EXTERNAL, OUTSIDE, call.span)
        yield from self._memory.literals_unchanged()

    def _string_length(self, frame: _Frame, call: Call) -> Iterator[Statement]:
        """Yield assumptions that relate the result of ``strlen`` to the first bytes of the string."""
        if len(call.targets) != 1 or len(call.arguments) != 1:
            return
        length, start = frame.names.get(call.targets[0], call.targets[0]), substitute(call.arguments[0], frame.names)
        array, zero = self._memory.array_of(start), bv(0, 8)
        for at in range(LIMITS.string_bytes):
            byte, number = select(array, plus(start, at)), bv(at, width_of(length))
            yield Assume(implies(eq(length, number), eq(byte, zero)), None)
            yield Assume(implies(bvult(number, length), not_(eq(byte, zero))), None)


def _not_null(pointer: Term, text: str, span: Span | None) -> Check:
    return Check(bvule(bv(FIRST_PAGE, width_of(pointer)), pointer), CheckKind.ERROR_CALL, text, span)


def _renamed(statement: Statement, names: Mapping[Term, Term]) -> Statement:
    """Return ``statement`` with ``names`` for its variables."""
    values: dict[str, Any] = {each.name: getattr(statement, each.name) for each in fields(statement)}
    new: dict[str, Any] = {name: substitute(value, names) for name, value in values.items() if isinstance(value, Term)}
    return replace(statement, **new)


def _is_error_call(statement: Statement) -> bool:
    return isinstance(statement, Check) and statement.kind is CheckKind.ERROR_CALL


def _end_of_call(steps: Sequence[FollowedStep], at: int) -> int | None:
    """Return the number of the step that leaves the call at ``at``; None if it stays active."""
    depth = 0
    for number, each in enumerate(steps[at:], at):
        depth += isinstance(each, CallEntered) - isinstance(each, CallLeft)
        if depth == 0:
            return number
    return None


def _parts(statements: Iterable[Statement]) -> Iterator[tuple[Statement, ...]]:
    """Yield the parts of a block: each but the last one ends with a call."""
    part: list[Statement] = []
    for each in statements:
        part.append(each)
        if isinstance(each, Call):
            yield tuple(part)
            part = []
    yield tuple(part)
