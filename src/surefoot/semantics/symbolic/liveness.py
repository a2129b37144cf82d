"""Live local variables of blocks, so that joins do not merge dead ones; and slicing: variables
whose values affect neither a check, nor memory, nor a branch.
"""

from collections.abc import Iterator, Mapping

from surefoot.logic import Term, variables_of
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.ctypes import CPointer
from surefoot.program.program import Function, Program, Role
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Call, Check, CheckKind, CheckMemory, Statement, Store, Terminator
from surefoot.semantics.symbolic.loops import LoopOrder


class Liveness:
    """Locals of one function that are read later, for each point between two statements.

    Ensures: v in live_at(b, i) iff some path from statement i of block b reads v before writing it,
        or v in leak_roots or in kept
    """

    def __init__(
        self, function: Function, leak_roots: frozenset[Term] = frozenset(), kept: frozenset[Term] = frozenset()
    ) -> None:
        self._function = function
        self.leak_roots = leak_roots
        self._always = leak_roots | kept
        own = {variable.symbol for variable in (*function.parameters, *function.locals)}
        self._reads: dict[Term, tuple[Term, ...]] = {}
        self._own = own
        self._at_start = self._solve()
        self._inside: dict[tuple[str, int], frozenset[Term]] = {}

    def live_at(self, label: str, index: int = 0) -> frozenset[Term]:
        """Return the locals that are live before statement ``index`` of block ``label``."""
        if index == 0:
            return self._at_start[label]
        known = self._inside.get((label, index))
        if known is None:
            known = frozenset(self._backwards(label, index))
            self._inside[label, index] = known
        return known

    def _solve(self) -> Mapping[str, frozenset[Term]]:
        blocks = self._function.blocks
        self._at_start = dict.fromkeys(blocks, self._always)
        changed = True
        while changed:
            changed = False
            for label in reversed(tuple(blocks)):
                live = frozenset(self._backwards(label, 0))
                if live != self._at_start[label]:
                    self._at_start[label] = live
                    changed = True
        return self._at_start

    def _backwards(self, label: str, index: int) -> set[Term]:
        block = self._function.blocks[label]
        live: set[Term] = set()
        for following in successors(block.terminator):
            live |= self._at_start[following]
        live.update(self._mentioned(block.terminator))
        for statement in reversed(block.statements[index:]):
            live.difference_update(variables_assigned(statement))
            live.update(self._mentioned(statement))
        return live | self._always

    def _mentioned(self, statement: Statement | Terminator) -> Iterator[Term]:
        for term in terms_read(statement):
            names = self._reads.get(term)
            if names is None:
                names = tuple(name for name in variables_of(term) if name in self._own)
                self._reads[term] = names
            yield from names


def leak_root_variables(program: Program, checked: Property) -> Mapping[str, frozenset[Term]]:
    """Return, for each function, its declared pointers, if memory leaks are checked while they hold
    their values.

    Other variables can hold addresses, too. Ignoring them can only make the executor report
    reachable memory as leaked.
    """
    if CheckKind.MEMORY_LEAK not in checked.violations:
        return {}
    ending = _ending_functions(program)
    return {name: _pointers(program.functions[name]) for name in ending if name != program.entry}


def _pointers(function: Function) -> frozenset[Term]:
    return frozenset(
        each.symbol
        for each in (*function.parameters, *function.locals)
        if each.role is not Role.TEMPORARY and isinstance(each.ctype, CPointer)
    )


def _ending_functions(program: Program) -> list[str]:
    """Return the functions that end the program or call one that does; a call through a pointer may
    call any.
    """
    callers: dict[str, list[str]] = {}
    calling_any: list[str] = []
    ending: dict[str, None] = {}
    for name, function in program.functions.items():
        for block in function.blocks.values():
            for statement in block.statements:
                match statement:
                    case Call(_, str() as callee):
                        callers.setdefault(callee, []).append(name)
                    case Call():
                        calling_any.append(name)
                    case CheckMemory():
                        ending[name] = None
                    case _:
                        pass
    pending = [*ending]
    if any(name != program.entry for name in ending):
        pending += calling_any
    while pending:
        name = pending.pop()
        ending[name] = None
        pending += [caller for caller in callers.get(name, ()) if caller not in ending]
    return [name for name in program.functions if name in ending]


def store_index_variables(function: Function, order: LoopOrder) -> frozenset[Term]:
    """Return the declared integers in the addresses that ``function`` stores to outside of all
    loops.

    A later loop may depend on the cell that was written when no statement reads the variable any
    more: after ``s[n - 1] = 0`` a loop over ``s`` ends at ``n - 1`` at the latest, which is an
    invariant only while its states have ``n``. Stores in loops do not count: they write consecutive
    cells.
    """
    numbers = {
        each.symbol
        for each in (*function.parameters, *function.locals)
        if each.role is not Role.TEMPORARY and not isinstance(each.ctype, CPointer)
    }
    return frozenset(
        symbol
        for label, block in function.blocks.items()
        if label in order.heads and not order.heads[label]  # the others are unreachable
        for statement in block.statements
        if isinstance(statement, Store)
        for symbol in variables_of(statement.address)
        if symbol in numbers
    )


def irrelevant_variables(program: Program, checked: Property) -> frozenset[Term]:
    """Return the variables whose assignments need not be executed; ghost variables are relevant.

    Ensures: no term read by a statement other than an Assign to an irrelevant variable, or by a
        terminator, mentions an irrelevant variable, and no variable that a leak check reads is
        irrelevant
    """
    flows: dict[Term, set[Term]] = {}
    needed: list[Term] = [symbol for symbols in leak_root_variables(program, checked).values() for symbol in symbols]
    if CheckKind.MEMORY_LEAK in checked.violations:
        needed += [known.variable.symbol for known in program.global_variables]
    needed += [known.variable.symbol for known in program.global_variables if known.variable.role is Role.GHOST]
    assigned: set[Term] = set()
    for statement in _statements(program):
        if isinstance(statement, Assign):
            assigned.add(statement.target)
            flows.setdefault(statement.target, set()).update(variables_of(statement.value))
        elif not _is_ignored(statement, checked):
            needed.extend(variables_of(*terms_read(statement)))
    relevant: set[Term] = set()
    while needed:
        symbol = needed.pop()
        if symbol not in relevant:
            relevant.add(symbol)
            needed.extend(flows.get(symbol, ()))
    return frozenset(assigned - relevant)


def _is_ignored(statement: Statement | Terminator, checked: Property) -> bool:
    """Return whether it is a check that neither the property nor the semantics considers."""
    return isinstance(statement, Check) and checked.continues_after(statement.kind)


def _statements(program: Program) -> Iterator[Statement | Terminator]:
    for function in program.functions.values():
        for block in function.blocks.values():
            yield from block.statements
            yield block.terminator
