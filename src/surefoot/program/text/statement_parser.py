"""Parser of statements and terminators, one per line."""

from collections.abc import Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import BOOL, Sort, Term, bit_vector
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Origin,
    Return,
    Statement,
    Stop,
    Storage,
    Store,
    Terminator,
)
from surefoot.program.text.term_parser import TermParser
from surefoot.program.text.words import Line

_KINDS: Final = {kind.name.lower(): kind for kind in CheckKind}
_ORIGINS: Final = {origin.value: origin for origin in Origin}
_STORAGES: Final = {storage.value: storage for storage in Storage}


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameter and result sorts of a function."""

    parameters: Sequence[Sort]
    results: Sequence[Sort]


@dataclass(frozen=True, slots=True)
class Scope:
    """Declarations of the whole text."""

    pointer: Sort
    symbols: Mapping[str, Term]
    signatures: Mapping[str, Signature]


class StatementParser:
    """Parser of one line of a function with ``results``; ``named`` are the subterms named by the
    lines before it.
    """

    def __init__(self, line: Line, scope: Scope, results: Sequence[Sort], named: Mapping[str, Term]) -> None:
        self._line = line
        self._scope = scope
        self._results = results
        self._terms = TermParser(line, scope.symbols, named)

    def statement(self) -> Statement | Terminator:
        """Return the statement or terminator on the line."""
        line = self._line
        if line.accept("assume"):
            return Assume(self._terms.term(BOOL), line.finish())
        if line.accept("check"):
            return self._check()
        if line.accept("memory"):
            address = self._enclosed("[", "]")
            line.expect(":=")
            return Store(address, self._terms.term(None), line.finish())
        if line.accept("leave"):
            return EndLifetime(self._pointer(), line.finish())
        if line.accept("free"):
            return Free(self._pointer(), line.finish())
        if (is_disjoint := line.accept("copy_apart")) or line.accept("copy"):
            target, source, size = self._arguments((self._scope.pointer,) * 3)
            return Copy(target, source, size, line.finish(), is_disjoint)
        if line.accept("fill"):
            target, byte, size = self._arguments((self._scope.pointer, bit_vector(8), self._scope.pointer))
            return Fill(target, byte, size, line.finish())
        if line.accept("check_apart"):
            left, left_size, right, right_size = self._arguments((self._scope.pointer,) * 4)
            return CheckDisjoint(left, left_size, right, right_size, line.finish())
        if line.accept("call"):
            return self._call(())
        return self._terminator() or self._assignment()

    def _terminator(self) -> Terminator | None:
        line = self._line
        if line.accept("goto"):
            target = line.name()
            return Goto(target, line.finish())
        if line.accept("if"):
            condition = self._terms.term(BOOL)
            line.expect("goto")
            then = line.name()
            line.expect("else")
            otherwise = line.name()
            return Branch(condition, then, otherwise, line.finish())
        if line.accept("return"):
            return Return(self._returned(), line.finish())
        if line.accept("stop"):
            reason = line.string()
            return Stop(reason, line.finish())
        return None

    def _assignment(self) -> Statement:
        line = self._line
        targets = [self._symbol()]
        while line.accept(","):
            targets.append(self._symbol())
        line.expect(":=")
        if line.accept("call"):
            return self._call(tuple(targets))
        if len(targets) != 1:
            line.fail("'call'")
        target = targets[0]
        for word, origin in _ORIGINS.items():
            if line.accept(word):
                source = line.string()
                return Havoc(target, origin, source, line.finish())
        if line.accept("memory"):
            return Load(target, self._enclosed("[", "]"), line.finish())
        if line.accept("allocate"):
            return self._allocate(target)
        if line.accept("strings"):
            return self._strings(target)
        if line.accept("object_size"):
            return ObjectSize(target, self._enclosed("(", ")"), line.finish())
        return Assign(target, self._terms.term(target.sort), line.finish())

    def _check(self) -> Check | CheckMemory:
        if self._line.accept("memory"):
            kind = self._kind()
            return CheckMemory(kind, self._line.finish())
        condition = self._terms.term(BOOL)
        kind = self._kind()
        text = self._line.string()
        return Check(condition, kind, text, self._line.finish())

    def _kind(self) -> CheckKind:
        self._line.expect("else")
        word = self._line.take("name", "keyword")
        if word not in _KINDS:
            self._line.reject(f"{word} is no kind of check: choose from {', '.join(_KINDS)}")
        return _KINDS[word]

    def _allocate(self, target: Term) -> Allocate:
        line = self._line
        storage = _STORAGES[self._word(_STORAGES)]
        name = line.string()
        size = self._enclosed("(", ")")
        line.expect("align")
        alignment = line.integer()
        zeroed = line.accept("zeroed")
        is_string = line.accept("string")
        return Allocate(target, size, storage, zeroed, alignment, name, line.finish(), is_string)

    def _strings(self, target: Term) -> MakeStrings:
        line = self._line
        name = line.string()
        count = self._enclosed("(", ")")
        length = self._symbol()
        line.expect(",")
        string = self._symbol()
        return MakeStrings(target, count, length, string, name, line.finish())

    def _call(self, targets: tuple[Term, ...]) -> Call:
        line = self._line
        if line.sees("["):
            callee = self._enclosed("[", "]")
            return Call(targets, callee, self._arguments(None), line.finish())
        name = line.name()
        signature = self._scope.signatures.get(name)
        if signature is None:
            line.reject(f"function {name!r} is not defined")
        return Call(targets, name, self._arguments(signature.parameters), line.finish())

    def _arguments(self, sorts: Sequence[Sort] | None) -> tuple[Term, ...]:
        """Return the terms in parentheses, of ``sorts`` if given, else with sorts of their own."""
        self._line.expect("(")
        arguments: list[Term] = []
        while not self._line.accept(")"):
            if arguments:
                self._line.expect(",")
            place = len(arguments)
            arguments.append(self._terms.term(sorts[place] if sorts is not None and place < len(sorts) else None))
        if sorts is not None and len(arguments) != len(sorts):
            self._line.reject(f"expected {len(sorts)} arguments, found {len(arguments)}")
        return tuple(arguments)

    def _returned(self) -> tuple[Term, ...]:
        values: list[Term] = []
        for sort in self._results:
            if values:
                self._line.expect(",")
            values.append(self._terms.term(sort))
        return tuple(values)

    def _enclosed(self, opening: str, closing: str) -> Term:
        self._line.expect(opening)
        address = self._pointer()
        self._line.expect(closing)
        return address

    def _pointer(self) -> Term:
        return self._terms.term(self._scope.pointer)

    def _symbol(self) -> Term:
        name = self._line.name()
        found = self._scope.symbols.get(name)
        if found is None:
            self._line.reject(f"{name} is not declared")
        return found

    def _word(self, words: Mapping[str, object]) -> str:
        for word in words:
            if self._line.accept(word):
                return word
        return self._line.fail(" or ".join(words))
