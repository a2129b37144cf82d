"""Recursion removal: mutually recursive functions become one function with a stack of bounded
depth.

A call saves the live variables and the return site in stack slot ``depth`` and jumps to the callee.
A return jumps to the return site in the top slot and restores the variables. Parameters that every
call passes unchanged are shared by all activations.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.frontend.j.liveness import live_at_end, live_at_starts, live_before
from surefoot.frontend.j.symbols import element_at
from surefoot.logic import (
    BOOL,
    FALSE,
    BitVecSort,
    Sort,
    Term,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvult,
    eq,
    ite,
    substitute,
    variable,
)
from surefoot.program.access import variables_assigned
from surefoot.program.ctypes import CInteger
from surefoot.program.program import Block, Function, Role, Variable
from surefoot.program.statements import (
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckKind,
    Goto,
    Havoc,
    Return,
    Statement,
    Terminator,
)


def depth_symbol(owner: str, depth: int) -> Term:
    """Return the variable that counts active calls, at most ``depth``."""
    return variable(f"{owner}::depth", bit_vector(depth.bit_length() + 1))


def one_of_width(symbol: Term) -> Term:
    """Return the constant 1 of the width of ``symbol``."""
    return bv(1, _width(symbol))


@dataclass(frozen=True, slots=True)
class _Site:
    """A recursive call site, with its return site ``after`` and the symbols that it saves."""

    caller: str
    call: Call
    after: str
    kept: tuple[Term, ...]
    number: int
    """The number of the call among those of the same callee."""


def with_stack(functions: Mapping[str, Function], entry: str, depth: int) -> Function:
    """Return ``entry`` with all calls among ``functions`` replaced by a stack for at most ``depth``
    active calls.

    Requires: each function has one return, of variables of its own.
    """
    return _StackMachine(_with_shared_parameters(functions, entry), entry, depth).function()


class _StackMachine:
    def __init__(self, functions: Mapping[str, Function], entry: str, depth: int) -> None:
        self._functions = functions
        self._entry = functions[entry]
        self._max_depth = depth
        self._depth = depth_symbol(entry, depth)
        self._width = _width(self._depth)
        self._declared: list[Variable] = [_temporary(self._depth, "depth")]
        self._blocks: dict[str, Block] = {}
        self._sites: list[_Site] = []
        self._stacks: dict[Term, tuple[Term, ...]] = {}
        calls = Counter(call.callee for call in _calls(functions))
        self._place_width = max(1, (max(calls.values()) - 1).bit_length())
        self._places = variable(f"{entry}::place", bit_vector(self._place_width))

    def function(self) -> Function:
        returns: dict[str, Block] = {}
        for name, function in self._functions.items():
            at_starts = live_at_starts(function)
            for block in function.blocks.values():
                last = self._split(name, function, block, live_at_end(block, at_starts))
                if isinstance(last.terminator, Return):
                    returns[name] = last
        for site in self._sites:
            self._add_call(site)
        for name, block in returns.items():
            self._add_return(name, block)
        entry = self._entry
        own = {each.symbol for each in entry.parameters}
        everything = [each for f in self._functions.values() for each in (*f.parameters, *f.locals)]
        locals = {each.symbol: each for each in (*everything, *self._declared) if each.symbol not in own}
        first = Block("start", tuple(self._initial()), Goto(_label(entry.name, entry.entry.label), entry.span))
        blocks = {"start": first, **self._blocks}
        inner = tuple(
            replace(each, role=Role.LOCAL) if each.role is Role.PARAMETER else each for each in locals.values()
        )
        return replace(entry, locals=inner, blocks=blocks)

    def _initial(self) -> Iterator[Statement]:
        span = self._entry.span
        yield Assign(self._depth, one_of_width(self._depth), span)
        for slots in self._stacks.values():
            for slot in slots:
                yield Assign(slot, _zero(slot.sort), span)

    def _split(self, name: str, function: Function, block: Block, live: frozenset[Term]) -> Block:
        """Split ``block`` at recursive calls, and return the last piece.

        `_add_call` connects the pieces.
        """
        own = frozenset(each.symbol for each in (*function.parameters, *function.locals))
        shared = _shared_symbols(self._functions)
        live = live_before(block.terminator, live, own)
        pieces: list[tuple[Call, frozenset[Term], list[Statement]]] = []
        rest: list[Statement] = []
        for statement in reversed(block.statements):
            if isinstance(statement, Call) and statement.callee in self._functions:
                kept = live - frozenset(statement.targets) - shared
                pieces.append((statement, kept, list(reversed(rest))))
                rest = []
            else:
                rest.append(statement)
            live = live_before(statement, live, own)
        order = {each.symbol: place for place, each in enumerate((*function.parameters, *function.locals))}
        label, statements = _label(name, block.label), list(reversed(rest))
        for call, kept, following in reversed(pieces):
            callee = str(call.callee)
            number = sum(each.call.callee == callee for each in self._sites)
            after = f"{_label(name, block.label)} after call {len(self._sites)}"
            site = _Site(name, call, after, tuple(sorted(kept, key=order.__getitem__)), number)
            self._sites.append(site)
            self._blocks[label] = Block(label, tuple(statements), Goto(_calling(site), call.span))
            label, statements = _resumed(site), following
        last = Block(label, tuple(statements), _relabelled(block.terminator, name))
        self._blocks[label] = last
        return last

    def _add_call(self, site: _Site) -> None:
        call, depth, span = site.call, self._depth, site.call.span
        callee = self._functions[str(call.callee)]
        text = f"more than {self._max_depth} calls of {' and '.join(self._functions)} are active"
        statements: list[Statement] = [
            Check(bvult(depth, bv(self._max_depth, self._width)), CheckKind.RECURSION_DEPTH, text, span)
        ]
        for symbol in site.kept:
            statements += self._pushed(symbol, symbol, span)
        if self._calls_of(callee.name) > 1:
            statements += self._pushed(self._places, bv(site.number, self._place_width), span)
        statements.append(Assign(depth, bvadd(depth, one_of_width(depth)), span))
        parameters = [each.symbol for each in callee.parameters]
        statements += self._parallel_assignment(parameters, call.arguments, span)
        label = _calling(site)
        self._blocks[label] = Block(label, tuple(statements), Goto(_label(callee.name, callee.entry.label), span))
        values = self._results(callee)
        resumed: list[Statement] = self._parallel_assignment(call.targets, values, span)
        resumed += (Assign(symbol, self._popped(symbol), span) for symbol in site.kept)
        following = self._blocks[_resumed(site)]
        self._blocks[_resumed(site)] = replace(following, statements=(*resumed, *following.statements))

    def _add_return(self, name: str, block: Block) -> None:
        """Replace the return by jumps to the return sites, and to the exit for the outermost call."""
        span = block.terminator.span
        sites = [each for each in self._sites if each.call.callee == name]
        popping = f"{name} returns"
        target = popping
        if name == self._entry.name:
            leaving = f"{name} leaves"
            self._blocks[leaving] = Block(leaving, (), block.terminator)
            is_last = eq(self._depth, one_of_width(self._depth))
            self._blocks[block.label] = replace(block, terminator=Branch(is_last, leaving, popping, span))
        else:
            self._blocks[block.label] = replace(block, terminator=Goto(popping, span))
        decrement = Assign(self._depth, bvsub(self._depth, one_of_width(self._depth)), span)
        statements: tuple[Statement, ...] = (decrement,)
        for site in sites[:-1]:
            following = f"{popping} not to {site.number}"
            is_here = eq(self._popped(self._places), bv(site.number, self._place_width))
            self._blocks[target] = Block(target, statements, Branch(is_here, _resumed(site), following, span))
            target, statements = following, ()
        self._blocks[target] = Block(target, statements, Goto(_resumed(sites[-1]), span))

    def _calls_of(self, name: str) -> int:
        return sum(each.call.callee == name for each in self._sites)

    def _results(self, function: Function) -> tuple[Term, ...]:
        return next(each.terminator.values for each in function.blocks.values() if isinstance(each.terminator, Return))

    def _stack(self, symbol: Term) -> tuple[Term, ...]:
        if symbol not in self._stacks:
            slots = range(max(1, self._max_depth - 1))
            made = tuple(variable(f"{symbol.payload} kept {slot}", symbol.sort) for slot in slots)
            self._stacks[symbol] = made
            self._declared += (_temporary(each, "kept") for each in made)
        return self._stacks[symbol]

    def _pushed(self, symbol: Term, value: Term, span: Span | None) -> Iterator[Statement]:
        for place, slot in enumerate(self._stack(symbol)):
            is_next = eq(self._depth, bv(place + 1, self._width))
            yield Assign(slot, ite(is_next, value, slot), span)

    def _popped(self, symbol: Term) -> Term:
        slots = self._stack(symbol)
        index = bvsub(self._depth, one_of_width(self._depth))
        return element_at(slots, (len(slots),), (index,), self._width)

    def _parallel_assignment(
        self, targets: Sequence[Term], values: Sequence[Term], span: Span | None
    ) -> list[Statement]:
        """Return a parallel assignment, by way of temporaries."""
        pairs = [(target, value) for target, value in zip(targets, values, strict=True) if target is not value]
        if len(pairs) < 2:
            return [Assign(target, value, span) for target, value in pairs]
        number = len(self._declared)
        between = [variable(f"{self._entry.name}::moved {number}.{at}", v.sort) for at, (_, v) in enumerate(pairs)]
        self._declared += (_temporary(each, "moved") for each in between)
        first = [Assign(moved, value, span) for moved, (_, value) in zip(between, pairs, strict=True)]
        return [*first, *(Assign(target, moved, span) for moved, (target, _) in zip(between, pairs, strict=True))]


def _label(function: str, label: str) -> str:
    return f"{function}: {label}"


def _calling(site: _Site) -> str:
    return f"{site.after}: call"


def _resumed(site: _Site) -> str:
    return site.after


def _relabelled(terminator: Terminator, function: str) -> Terminator:
    match terminator:
        case Goto(target, span):
            return Goto(_label(function, target), span)
        case Branch(condition, then, otherwise, span):
            return Branch(condition, _label(function, then), _label(function, otherwise), span)
        case _:
            return terminator


def _temporary(symbol: Term, name: str) -> Variable:
    return Variable(symbol, name, CInteger("int", 32, signed=True), Role.TEMPORARY, None)


def _width(symbol: Term) -> int:
    match symbol.sort:
        case BitVecSort(width):
            return width
        case _:
            raise AssertionError(f"{symbol} is no number")


def _zero(sort: Sort) -> Term:
    return FALSE if sort is BOOL or not isinstance(sort, BitVecSort) else bv(0, sort.width)


# ---- shared parameters


def _with_shared_parameters(functions: Mapping[str, Function], entry: str) -> Mapping[str, Function]:
    """Give one symbol to parameters that every recursive call passes unchanged."""
    shared = _SharedParameters(functions)
    replaced: dict[Term, Term] = {}
    for members in shared.mergeable():
        mine = [each.symbol for each in functions[entry].parameters if each.symbol in members]
        chosen_one = (mine or members)[0]
        replaced |= {member: chosen_one for member in members if member is not chosen_one}
    return {name: _substituted(function, replaced) for name, function in functions.items()}


def _shared_symbols(functions: Mapping[str, Function]) -> frozenset[Term]:
    """Return the parameters that every recursive call passes unchanged."""
    found = _SharedParameters(functions).mergeable()
    return frozenset(symbol for members in found for symbol in members)


class _SharedParameters:
    """Equivalence classes of parameters that recursive calls pass to each other (union-find)."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._owner: dict[Term, set[str]] = {}
        for name, function in functions.items():
            for each in function.parameters:
                self._owner.setdefault(each.symbol, set()).add(name)
        self._parent = {symbol: symbol for symbol in self._owner}
        self._broken: set[Term] = set()
        for call in _calls(functions):
            for parameter, argument in zip(functions[str(call.callee)].parameters, call.arguments, strict=True):
                if argument in self._owner:
                    self._parent[self._root(parameter.symbol)] = self._root(argument)
                else:
                    self._broken.add(parameter.symbol)
        for function in functions.values():
            self._broken |= _locally_assigned(function)

    def mergeable(self) -> list[list[Term]]:
        """Return the classes with at most one member for each function and no member that a call
        passes another value.
        """
        classes: dict[Term, list[Term]] = {}
        for symbol in self._owner:
            classes.setdefault(self._root(symbol), []).append(symbol)
        found = []
        for members in classes.values():
            owners = [name for member in members for name in self._owner[member]]
            if not self._broken.intersection(members) and len(set(owners)) == len(owners):
                found.append(members)
        return found

    def _root(self, symbol: Term) -> Term:
        while self._parent[symbol] is not symbol:
            symbol = self._parent[symbol]
        return symbol


def _calls(functions: Mapping[str, Function]) -> Iterator[Call]:
    """Yield the calls among ``functions``."""
    for function in functions.values():
        for block in function.blocks.values():
            for statement in block.statements:
                if isinstance(statement, Call) and statement.callee in functions:
                    yield statement


def _locally_assigned(function: Function) -> set[Term]:
    """Return the parameters that ``function`` assigns but does not return."""
    returned = {value for block in function.blocks.values() for value in _returned(block)}
    assigned = {
        target
        for block in function.blocks.values()
        for statement in block.statements
        for target in variables_assigned(statement)
    }
    return {each.symbol for each in function.parameters if each.symbol in assigned - returned}


def _returned(block: Block) -> tuple[Term, ...]:
    return block.terminator.values if isinstance(block.terminator, Return) else ()


def _substituted(function: Function, replaced: Mapping[Term, Term]) -> Function:
    """Return ``function`` with symbols ``replaced``."""
    if not replaced:
        return function

    def term(before: Term) -> Term:
        return substitute(before, replaced)

    def statement(before: Statement) -> Statement:
        match before:
            case Assign(target, value, span):
                return Assign(term(target), term(value), span)
            case Havoc(target, origin, source, span):
                return Havoc(term(target), origin, source, span)
            case Assume(condition, span):
                return Assume(term(condition), span)
            case Check(condition, kind, text, span):
                return Check(term(condition), kind, text, span)
            case Call(targets, callee, arguments, span):
                return Call(tuple(map(term, targets)), callee, tuple(map(term, arguments)), span)
            case _:
                raise AssertionError(f"{before} is no statement of J")

    def terminator(before: Terminator) -> Terminator:
        match before:
            case Branch(condition, then, otherwise, span):
                return Branch(term(condition), then, otherwise, span)
            case Return(values, span):
                return Return(tuple(map(term, values)), span)
            case _:
                return before

    blocks = {
        label: Block(label, tuple(map(statement, block.statements)), terminator(block.terminator))
        for label, block in function.blocks.items()
    }
    parameters = tuple(replace(each, symbol=term(each.symbol)) for each in function.parameters)
    return replace(function, parameters=parameters, blocks=blocks)
