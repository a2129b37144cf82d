"""Iterations of a loop in as few bits as they need.

C computes with an ``unsigned short`` in an ``int`` and truncates the result. Low bits of sums,
differences and products depend on low bits only, so ``extract 15 0 (zero_extend x + 7)`` is ``x +
7`` modulo 2^16, which is one polynomial in all iterations, whereas the extension of x is none where
x wraps around. A word whose high bits are recomputed in each iteration, as by ``x = (x + 7) &
0xffff``, holds the extension of a narrower variable.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import (
    Evaluator,
    Op,
    Term,
    Value,
    and_,
    bit_vector,
    eq,
    extract,
    fold,
    ite,
    postorder,
    rebuild,
    sign_extend,
    substitute,
    variable,
    zero_extend,
)
from surefoot.logic.semantics import signed
from surefoot.systems.control.system import Edge

_BY_LOW_BITS = frozenset({Op.BVADD, Op.BVSUB, Op.BVMUL, Op.BVNEG, Op.BVNOT, Op.BVAND, Op.BVOR, Op.BVXOR})
"""Operators whose low bits are the same operator applied to low bits."""
_EXTENSIONS = {Op.ZERO_EXTEND: zero_extend, Op.SIGN_EXTEND: sign_extend}


@dataclass(frozen=True, slots=True)
class NarrowIterations:
    """Iterations over variables of which some are narrower than the state variables that hold them.

    In each state that satisfies `fits`, the iterations are the original ones: ``guard``, ``update``
    and ``absent`` have the same meaning.
    """

    guard: Term
    update: Mapping[Term, Term]
    absent: tuple[Term, ...]
    held: Mapping[Term, Term]
    """State variables that hold narrower variables, with the extensions of these."""

    @property
    def fits(self) -> Term:
        """The condition that state variables are extensions of the variables that they hold."""
        return and_(*(eq(symbol, substitute(whole, self._cut)) for symbol, whole in self.held.items()))

    @property
    def _cut(self) -> dict[Term, Term]:
        """The narrow variables as terms over the state variables."""
        return {whole.args[0]: extract(symbol, whole.args[0].sort.width - 1, 0) for symbol, whole in self.held.items()}

    def narrow_state(self, state: Mapping[Term, Value]) -> dict[Term, Value]:
        """Return the values of the variables in ``state``.

        Requires: `fits` holds in it.
        """
        values = dict(state)
        for symbol, whole in self.held.items():
            narrow = whole.args[0]
            values[narrow] = int(values.pop(symbol)) & narrow.sort.mask  # type: ignore[arg-type]  # a bit-vector
        return values

    def state(self, values: Mapping[Term, Value]) -> dict[Term, Value]:
        """Return the state in which variables have these ``values``."""
        narrow = Evaluator(values.__getitem__)
        cut = self._cut
        return {
            **{symbol: value for symbol, value in values.items() if symbol not in cut},
            **{symbol: narrow.value(whole) for symbol, whole in self.held.items()},
        }

    def edge(self, narrow: Edge) -> Edge:
        """Return an edge over the variables as one over state variables."""
        cut = self._cut
        update = {symbol: substitute(value, cut) for symbol, value in narrow.update.items() if symbol not in cut}
        update |= {symbol: substitute(substitute(whole, narrow.update), cut) for symbol, whole in self.held.items()}
        return Edge(narrow.source, narrow.target, and_(self.fits, substitute(narrow.guard, cut)), update)


def as_they_are(guard: Term, update: Mapping[Term, Term], absent: Sequence[Term] = ()) -> NarrowIterations:
    """Return the iterations with each state variable as a variable."""
    low = _LowBits()
    if not _cuts_off((guard, *update.values(), *absent)):
        return NarrowIterations(guard, update, tuple(absent), {})
    narrow = {symbol: low.rewritten(value) for symbol, value in update.items()}
    return NarrowIterations(low.rewritten(guard), narrow, tuple(low.rewritten(each) for each in absent), {})


def in_few_bits(guard: Term, update: Mapping[Term, Term], absent: Sequence[Term] = ()) -> NarrowIterations:
    """Return the iterations over variables as narrow as the updates allow after any iteration."""
    held = {}
    if _cuts_off((guard, *update.values(), *absent)):
        held = {symbol: whole for symbol, value in update.items() if (whole := _held(symbol, value)) is not None}
    memo: dict[Term, Term] = {}
    plain = as_they_are(
        substitute(guard, held, memo),
        {symbol: substitute(value, held, memo) for symbol, value in update.items()},
        [substitute(each, held, memo) for each in absent],
    )
    low = _LowBits()
    kept = {symbol: value for symbol, value in plain.update.items() if symbol not in held}
    cut = {whole.args[0]: low.of(plain.update[symbol], whole.args[0].sort.width) for symbol, whole in held.items()}
    return NarrowIterations(plain.guard, {**kept, **cut}, plain.absent, held)


def _cuts_off(terms: Sequence[Term]) -> bool:
    """Return whether ``terms`` extract low bits of a computed value."""
    return any(
        each.op is Op.EXTRACT and not each.payload[1] and (each.args[0].op in _BY_LOW_BITS or each.args[0].op is Op.ITE)
        for each in postorder(terms)
    )


def _held(symbol: Term, value: Term) -> Term | None:
    """Return ``symbol`` as the extension of a narrower variable, if ``value`` is always such an
    extension or ``symbol`` itself.
    """
    ends = list(_ends(value))
    for op, extended in _EXTENSIONS.items():
        if any(each.op is op for each in ends):
            bits = max(_bits(each, op) for each in ends if each is not symbol)
            if bits < symbol.sort.width:
                return extended(variable(symbol.payload, bit_vector(bits)), symbol.sort.width)
    return None


def _ends(value: Term) -> Iterator[Term]:
    """Yield the leaves of ``value`` below its if-then-else operators."""
    stack, seen = [value], {value}
    while stack:
        term = stack.pop()
        if term.op is not Op.ITE:
            yield term
            continue
        branches = [each for each in term.args[1:] if each not in seen]
        seen.update(branches)
        stack += branches


def _bits(term: Term, op: Op) -> int:
    """Return the number of bits of ``term`` of which it is an extension."""
    is_signed = op is Op.SIGN_EXTEND
    if term.op is op:
        return term.args[0].sort.width
    if term.op is Op.CONSTANT:
        number = signed(term.payload, term.sort.width) if is_signed else term.payload
        return max(1, (number if number >= 0 else ~number).bit_length() + is_signed)
    if term.op is Op.ZERO_EXTEND:
        return term.args[0].sort.width + 1
    return term.sort.width


class _LowBits:
    """Transformation that extracts low bits of arguments instead of results."""

    def __init__(self) -> None:
        self._rewritten: dict[Term, Term] = {}
        self._low: dict[int, dict[Term, Term | None]] = {}

    def rewritten(self, term: Term) -> Term:
        """Return an equal of ``term`` with extractions moved inwards as far as possible."""
        return fold(term, self._of_rewritten, self._rewritten)

    def of(self, term: Term, count: int) -> Term:
        """Return the lowest ``count`` bits of ``term``.

        Requires: it has at least ``count`` bits.
        """
        found = fold(term, partial(_lowest, count), self._low.setdefault(count, {}))
        invariant(found is not None, "a term has the bits that are taken of it")
        return found  # type: ignore[return-value]  # by the line above

    def _of_rewritten(self, term: Term, args: list[Term]) -> Term:
        if term.op is Op.EXTRACT and not term.payload[1]:
            return self.of(args[0], term.sort.width)
        return term if tuple(args) == term.args else rebuild(term, tuple(args))


def _lowest(count: int, term: Term, args: list[Term | None]) -> Term | None:
    """Return the lowest ``count`` bits of ``term``, given those of its arguments; ``None`` where it
    has fewer.
    """
    if term.sort.width <= count:
        return term if term.sort.width == count else None
    known = [each for each in args if each is not None]
    if term.op in _BY_LOW_BITS:
        return rebuild(term, tuple(known))
    if term.op is Op.ITE:
        return ite(term.args[0], *known[-2:])
    is_inside = term.op in _EXTENSIONS or (term.op is Op.EXTRACT and not term.payload[1]) or term.op is Op.CONCAT
    if is_inside and args[-1] is not None:
        return args[-1]
    return extract(term, count - 1, 0)
