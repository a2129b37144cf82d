"""Printer of terms: infix, with the sort of a number only where its context does not determine it.

A number needs no sort where its place gives one (the right side of an assignment, an argument of a
call) or where an operand beside it has one: ``x := i + 1``, but ``memory[p] := 1i32``. Subterms
that are large and used twice, or deeply nested, are printed once under a name ``$1``, ``$2``, ...
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from surefoot.logic import FLOAT32, FLOAT64, BitVecSort, FloatSort, IntSort, Op, RoundingMode, Term, postorder
from surefoot.program.limits import LIMITS
from surefoot.program.text.operators import ARITHMETIC, COMPARISONS, LEVEL, ROUNDED, SYMBOL, Level
from surefoot.program.text.sorts import written_sort
from surefoot.program.text.words import decimal, written_name

_ARITHMETIC: Final = frozenset(op for op, _ in ARITHMETIC.values())
_ROUNDED: Final = frozenset(op for op, _ in ROUNDED.values())
_COMPARISONS: Final = frozenset(COMPARISONS.values())


def bindings(roots: Sequence[Term]) -> dict[Term, str]:
    """Return the subterms of ``roots`` that get a name, arguments before the terms that use them."""
    order = postorder(roots)
    uses = Counter(roots)
    for term in order:
        uses.update(term.args)
    named: dict[Term, str] = {}
    sizes: dict[Term, int] = {}
    depths: dict[Term, int] = {}
    for term in order:
        sizes[term] = 1 + sum(sizes[argument] for argument in term.args)
        depths[term] = 1 + max((depths[argument] for argument in term.args), default=0)
        if depths[term] > LIMITS.printed_depth or (uses[term] > 1 and sizes[term] > LIMITS.repeated_subterm_nodes):
            named[term] = f"${len(named) + 1}"
            sizes[term], depths[term] = 1, 1
    return named


class TermPrinter:
    """Printer of terms in which the subterms ``named`` are replaced by their names."""

    def __init__(self, named: Mapping[Term, str]) -> None:
        self._named = named

    def definitions(self) -> Iterator[tuple[str, str]]:
        """Yield each name with the text it stands for, in order."""
        for term, name in self._named.items():
            text, _ = self._notation(term, known=False)
            yield name, text

    def text(self, term: Term, *, known: bool, level: Level = Level.CONDITIONAL) -> str:
        """Return ``term`` where the sort is ``known`` from the place, in parentheses if it binds
        less than ``level``.
        """
        if term in self._named:
            return self._named[term]
        text, own = self._notation(term, known=known)
        return f"({text})" if own < level else text

    def _notation(self, term: Term, *, known: bool) -> tuple[str, Level]:
        op, args = term.op, term.args
        if op is Op.VARIABLE:
            return written_name(str(term.payload)), Level.ATOM
        if op is Op.CONSTANT:
            return _constant(term, known=known)
        if op is Op.NOT:
            return self._negation(args[0])
        if op in (Op.AND, Op.OR):
            level = LEVEL[op]
            parts = [self.text(argument, known=False, level=Level(level + 1)) for argument in args]
            return f" {SYMBOL[op]} ".join(parts), level
        if op is Op.ITE:
            then, otherwise = self._operands(args[1:], known=known, levels=(Level.OR, Level.CONDITIONAL))
            condition = self.text(args[0], known=False, level=Level.OR)
            return f"{condition} ? {then} : {otherwise}", Level.CONDITIONAL
        if op in _ARITHMETIC:
            return self._left_associative(SYMBOL[op], LEVEL[op], args, known=known), LEVEL[op]
        if op in _ROUNDED and args[0].payload is RoundingMode.RNE:
            return self._left_associative(SYMBOL[op], LEVEL[op], args[1:], known=False), LEVEL[op]
        if op in _COMPARISONS:
            return self._comparison(op, args)
        if op in (Op.BVNOT, Op.BVNEG):
            inner = self.text(args[0], known=known, level=Level.UNARY)
            closed = args[0].op is Op.CONSTANT or inner.startswith(("f", "-"))
            return f"{SYMBOL[op]}({inner})" if closed else f"{SYMBOL[op]}{inner}", Level.UNARY
        return self._call(term), Level.ATOM

    def _left_associative(self, sign: str, level: Level, args: Sequence[Term], *, known: bool) -> str:
        left, right = self._operands(args, known=known, levels=(level, Level(level + 1)))
        return f"{left} {sign} {right}"

    def _comparison(self, op: Op, args: Sequence[Term]) -> tuple[str, Level]:
        sign = SYMBOL[op]
        if op in (Op.BVULT, Op.BVSLT) and _is_number(args[0]):
            sign, args = f">{sign[-1]}", args[::-1]
        left, right = self._operands(args, known=False, levels=(Level.BIT_OR, Level.BIT_OR))
        return f"{left} {sign} {right}", Level.COMPARISON

    def _negation(self, term: Term) -> tuple[str, Level]:
        if term not in self._named:
            args, level = term.args, Level.BIT_OR
            if term.op is Op.EQ:
                left, right = self._operands(args, known=False, levels=(level, level))
                return f"{left} != {right}", Level.COMPARISON
            if term.op in (Op.BVULT, Op.BVSLT):
                sign = SYMBOL[term.op][-1]
                turned = _is_number(args[0])
                left, right = self._operands(args[::-1] if turned else args, known=False, levels=(level, level))
                return f"{left} {'<' if turned else '>'}={sign} {right}", Level.COMPARISON
        return f"!{self.text(term, known=False, level=Level.UNARY)}", Level.UNARY

    def _operands(self, args: Sequence[Term], *, known: bool, levels: Sequence[Level]) -> list[str]:
        """Return operands of one sort; if it is not known, the first that is no number determines
        it.
        """
        numbers = [_is_number(argument) for argument in args]
        anchor = None if known or all(numbers) else numbers.index(False)
        return [
            self.text(argument, known=known or (anchor is not None and place != anchor), level=level)
            for place, (argument, level) in enumerate(zip(args, levels, strict=True))
        ]

    def _call(self, term: Term) -> str:
        op, payload = term.op, term.payload
        if op is Op.EXTRACT:
            return f"{self.text(term.args[0], known=False, level=Level.ATOM)}[{payload[0]}:{payload[1]}]"
        arguments = ", ".join(self.text(argument, known=False) for argument in term.args)
        if op is Op.ZERO_EXTEND:
            return f"u{payload}({arguments})"
        if op is Op.SIGN_EXTEND:
            return f"s{payload}({arguments})"
        if payload is None:
            return f"{op.name.lower()}({arguments})"
        parameter = str(payload) if isinstance(payload, int) else written_sort(payload)
        return f"{op.name.lower()}{{{parameter}}}({arguments})"


def _is_number(term: Term) -> bool:
    return term.op is Op.CONSTANT and isinstance(term.sort, BitVecSort)


def _constant(term: Term, *, known: bool) -> tuple[str, Level]:
    value, sort = term.payload, term.sort
    if isinstance(value, bool):
        return ("true" if value else "false"), Level.ATOM
    if isinstance(value, RoundingMode):
        return value.name, Level.ATOM
    match sort:
        case BitVecSort(width):
            top = 1 << width
            number = value - top if top - value <= min(1 << 16, top >> 1) and value else value
            return f"{number}{'' if known else written_sort(sort)}", _sign_level(number)
        case IntSort():
            return f"{value}int", _sign_level(value)
        case FloatSort() if sort in (FLOAT32, FLOAT64) and (text := decimal(value, sort)) is not None:
            return f"{text}{written_sort(sort)}", Level.UNARY if text.startswith("-") else Level.ATOM
        case _:
            return f"{written_sort(sort)}({value:#x})", Level.ATOM


def _sign_level(number: int) -> Level:
    return Level.UNARY if number < 0 else Level.ATOM
