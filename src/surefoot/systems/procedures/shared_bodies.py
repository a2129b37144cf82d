"""Shared function bodies: one copy of the blocks of a function for all its call sites, and a
return-site variable (functions without inlining; EUForia, chapter 5).

A call of f is a jump to the first block of f after assignments to its parameters and to the
return-site variable ``call of f``, which gets the number of the call site. At the end of f, ``call
of f`` selects the target. Without recursion no function is called while it is active, so the
variables of all functions are locals of the entry function. Runs make the same choices in the same
order.

While f runs, the variables of inactive callers are 0, and so is the return-site variable of a
function without an active call: no run reads them.
"""

from collections.abc import Iterator
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.logic import Term, bit_vector, bv, constant, default_value, eq, variable
from surefoot.program.check_sites import allocates_heap
from surefoot.program.ctypes import CInteger, CVoid
from surefoot.program.passes.views import apply_passes
from surefoot.program.program import Block, Function, Program, Role, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import (
    Assign,
    Assume,
    Branch,
    Call,
    CheckKind,
    EndLifetime,
    Goto,
    Return,
    Statement,
    Terminator,
)
from surefoot.program.validate import validate
from surefoot.semantics.symbolic.liveness import Liveness
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.limits import LIMITS
from surefoot.systems.procedures.call_sites import (
    CallGraph,
    CallSite,
    copies_of_loops,
    shareable_functions,
    stack_objects,
)

_NUMBER = CInteger("unsigned int", 32, signed=False)


@dataclass(frozen=True, slots=True)
class SharedBodies:
    """Pass that gives ``functions``, and the functions that call them, one body each in the entry
    function.

    Requires: the program is not recursive, and each of ``functions`` can share its body
      (`CallGraph.can_share`).
    Ensures: a trace of one program is a trace of the other and ends in the same way.
    """

    functions: frozenset[str]
    name: ClassVar[str] = "shared bodies"

    def run(self, program: Program) -> Program:
        """Return ``program`` with shared bodies, or ``program`` itself if there are no functions to
        share.
        """
        if not self.functions:
            return program
        joined = _Joining(program, self.functions).program()
        validate(joined)
        return joined


@dataclass(frozen=True, slots=True)
class _Copy:
    """The shared body of ``function``: labels of its blocks, its exit and the return sites, and the
    variables of its call site and results.
    """

    function: Function
    labels: dict[str, str]
    exit: str
    return_sites: tuple[str, ...]
    call: Variable | None
    """Number of the active call site, from 1; ``None`` if there is only one."""
    results: tuple[Variable, ...]


class _Joining:
    def __init__(self, program: Program, functions: frozenset[str]) -> None:
        self._program = program
        self._graph = CallGraph(program)
        above = self._graph.above(functions)
        self._names = [name for name in program.functions if name in above]
        self._labels = FreshNames()
        self._copies = {name: self._copy(program.functions[name]) for name in self._names}
        self._numbers = {
            (site.caller, site.block, site.index): number
            for name in self._names
            for number, site in enumerate(self._sites(name), start=1)
        }
        self._addresses = [
            each.target
            for name in self._names
            if name != program.entry
            for each in stack_objects(program.functions[name])
        ]
        """Addresses of stack objects that end when a function returns; they are never reset, so
        that they remain known.
        """
        self._live = {name: Liveness(program.functions[name]) for name in self._names}
        self._preserved: dict[str, frozenset[Term]] = {}
        self._blocks: dict[str, Block] = {}
        self._homes: dict[str, str] = {}

    def program(self) -> Program:
        program = self._program
        entry = program.functions[program.entry]
        if self._addresses:
            first = [_reset(symbol, entry.span) for symbol in self._addresses]
            begin = self._copies[entry.name].labels[entry.entry.label]
            self._put(entry.name, self._labels.like(f"{entry.name} begins"), first, Goto(begin, entry.span))
        for name in (entry.name, *(each for each in self._names if each != entry.name)):
            for label, block in program.functions[name].blocks.items():
                self._add_block(name, label, block)
            if name != entry.name:
                self._add_exit(name)
        declared: list[Variable] = []
        for copy in self._copies.values():
            declared += (replace(each, role=Role.LOCAL) for each in copy.function.parameters)
            declared += (*copy.function.locals, *([] if copy.call is None else [copy.call]), *copy.results)
        whole = replace(entry, locals=tuple(declared), blocks=self._blocks, homes=self._homes)
        kept = {name: each for name, each in program.functions.items() if name not in self._copies}
        return replace(program, functions={entry.name: whole, **kept})

    def _copy(self, function: Function) -> _Copy:
        name = function.name
        labels = {label: self._labels.like(f"{name} {label}") for label in function.blocks}
        label = f"call of {name}"
        call = Variable(variable(label, bit_vector(32)), label, _NUMBER, Role.RETURN_SITE, None)
        results = tuple(
            Variable(variable(f"result {number} of {name}", sort), "", CVoid(), Role.TEMPORARY, None)
            for number, sort in enumerate(function.results)
        )
        count = len(self._sites(name))
        exit_label = self._labels.like(f"{name} returns")
        return_sites = tuple(self._labels.like(f"after call {number} of {name}") for number in range(1, count + 1))
        return _Copy(function, labels, exit_label, return_sites, call if count > 1 else None, results)

    def _sites(self, name: str) -> list[CallSite]:
        return self._graph.sites.get(name, [])

    # ---- blocks

    def _put(self, home: str, label: str, statements: list[Statement], terminator: Terminator) -> None:
        self._blocks[label] = Block(label, tuple(statements), terminator)
        self._homes[label] = home

    def _add_block(self, name: str, label: str, block: Block) -> None:
        """Add the block in pieces, split at calls of shared bodies."""
        copy = self._copies[name]
        here, statements = copy.labels[label], list[Statement]()
        for index, statement in enumerate(block.statements):
            if isinstance(statement, Call) and statement.callee in self._copies:
                callee = self._copies[statement.callee]
                number = self._numbers[name, label, index]
                statements += self._statements_before(callee, CallSite(name, label, index, statement), number)
                begin = callee.labels[callee.function.entry.label]
                self._put(name, here, statements, Goto(begin, statement.span))
                here, statements = callee.return_sites[number - 1], _statements_after(callee, statement)
            else:
                statements.append(statement)
        self._put(name, here, *self._rewritten_end(copy, statements, block.terminator))

    def _rewritten_end(
        self, copy: _Copy, statements: list[Statement], terminator: Terminator
    ) -> tuple[list[Statement], Terminator]:
        labels, span = copy.labels, terminator.span
        match terminator:
            case Goto(target):
                return statements, Goto(labels[target], span)
            case Branch(condition, then, otherwise):
                return statements, Branch(condition, labels[then], labels[otherwise], span)
            case Return(values) if copy.function.name != self._program.entry:
                ending: list[Statement] = [EndLifetime(each.target, span) for each in stack_objects(copy.function)]
                results = zip(copy.results, values, strict=True)
                ending += (Assign(result.symbol, value, span) for result, value in results)
                return statements + ending, Goto(copy.exit, span)
            case _:
                return statements, terminator

    def _add_exit(self, name: str) -> None:
        """Add the exit of the body of ``name``: a jump to the return site of the active call."""
        copy = self._copies[name]
        here, span = copy.exit, copy.function.span
        *others, last = copy.return_sites
        if copy.call is None:
            self._put(name, here, [], Goto(last, span))
            return
        for number, return_site in enumerate(others, start=1):
            otherwise = self._labels.like(f"{name} returns")
            is_active = eq(copy.call.symbol, bv(number, 32))
            self._put(name, here, [], Branch(is_active, return_site, otherwise, span))
            here = otherwise
        is_active = eq(copy.call.symbol, bv(len(copy.return_sites), 32))
        self._put(name, here, [Assume(is_active, span)], Goto(last, span))

    # ---- calls

    def _statements_before(self, callee: _Copy, site: CallSite, number: int) -> Iterator[Statement]:
        """Yield the statements before the first block of ``callee``."""
        span = site.call.span
        for parameter, argument in zip(
            callee.function.parameters, site.call.arguments, strict=False
        ):  # as in `Stepper`
            yield Assign(parameter.symbol, argument, span)
        if callee.call is not None:
            yield Assign(callee.call.symbol, bv(number, 32), span)
        reset = self._preserved_in(callee.function.name) - self._preserved_at(site)
        for symbol in sorted(reset, key=lambda each: each.id):
            yield _reset(symbol, span)

    def _preserved_in(self, name: str) -> frozenset[Term]:
        """Return the variables that must be preserved for active calls while ``name`` runs."""
        if name not in self._preserved:
            self._preserved[name] = frozenset().union(*map(self._preserved_at, self._sites(name)))
        return self._preserved[name]

    def _preserved_at(self, site: CallSite) -> frozenset[Term]:
        """Return the variables that must be preserved during the call at ``site``: the live
        variables of its caller, and those preserved for the caller.
        """
        caller = self._copies[site.caller]
        needed = self._live[site.caller].live_at(site.block, site.index + 1).difference(site.call.targets)
        own = () if caller.call is None else (caller.call.symbol,)
        return needed.union(own, self._preserved_in(site.caller)).difference(self._addresses)


def _reset(symbol: Term, span: Span | None) -> Statement:
    return Assign(symbol, constant(default_value(symbol.sort), symbol.sort), span)


def _statements_after(callee: _Copy, call: Call) -> list[Statement]:
    """Return the statements after the return of ``callee``."""
    results = zip(call.targets, callee.results, strict=True) if call.targets else ()
    return [Assign(target, result.symbol, call.span) for target, result in results]


def encode_shared(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the control system in which every function that can share its body does."""
    return _encode_with(program, _shareable(program, checked), checked, budget)


def encode_smaller(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the control system with shared bodies if there would be very many copies of loops
    without.

    Ensures: where shared bodies have no encoding, the result has a location for each sequence of
      calls.
    """
    functions = _shareable(program, checked)
    if functions and copies_of_loops(program, functions) > LIMITS.loop_copies:
        found = _encode_with(program, functions, checked, budget)
        if isinstance(found, ProgramSystem):
            return found
    return encode_program(program, checked, budget)


def _encode_with(
    program: Program, functions: frozenset[str], checked: Property, budget: Budget
) -> ProgramSystem | NotEncodable:
    return encode_program(apply_passes([SharedBodies(functions)], program), checked, budget)


def _shareable(program: Program, checked: Property) -> frozenset[str]:
    """Return the functions that can share their bodies.

    None can where leaks are checked: memory leaks when no variable of an active call has its
    address, and the variables of a shared body are those of several active calls.
    """
    checks_leaks = CheckKind.MEMORY_LEAK in checked.violations and allocates_heap(program)
    return frozenset() if checks_leaks else shareable_functions(program)
