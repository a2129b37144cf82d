"""Generalisation of rewriting steps: ``f(x) and true = f(x)`` is an instance of ``a and true = a``.

A constructor inspects only a few levels of its arguments. Subterms below can have any value: the
step with variables in their place is smaller, common to many steps, and implies them. The
inspected depth is unknown; a step that fails on sample values is too general, and a less general
one is tried.
"""

import random
from collections.abc import Mapping, Sequence

from surefoot.logic.evaluate import Evaluator
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import RewritingStep
from surefoot.logic.sorts import (
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    Sort,
    UninterpretedSort,
)
from surefoot.logic.terms import Symbol, SymbolKind, Term, intern, variable
from surefoot.logic.values import ArrayValue, RoundingMode, Value, canonical_float, same_value
from surefoot.logic.walk import fold, postorder, variables_of


def generalised(step: RewritingStep, depth: int) -> RewritingStep:
    """Replace all but ``depth`` levels of the application, and about as many of the result, by
    variables.

    Ensures: ``step`` is an instance of the result; steps that differ only in the replaced subterms
      have the same result
    """
    kept = _near(step.application, depth, frozenset())
    seen = kept | {argument for term in kept for argument in term.args}
    kept |= _near(step.result, depth + LIMITS.generalisation_result_depth, seen)
    copy = _Copy(kept)
    return RewritingStep(copy.of(step.application), copy.of(step.result))


def renamed_apart(steps: Sequence[RewritingStep]) -> list[RewritingStep]:
    """Rename variables of generalised ``steps`` apart, which makes them easier for solvers."""
    return [_renamed(step, f"part of {position}") for position, step in enumerate(steps)]


def _renamed(step: RewritingStep, owner: str) -> RewritingStep:
    def renamed(term: Term, args: list[Term]) -> Term:
        if term.op is Op.VARIABLE:
            number = term.payload.number
            return variable(Symbol(SymbolKind.AUXILIARY, owner, number, f"{term.payload} {owner}"), term.sort)
        return intern(term.op, tuple(args), term.sort, term.payload) if args else term

    memo: dict[Term, Term] = {}
    return RewritingStep(fold(step.application, renamed, memo), fold(step.result, renamed, memo))


def is_plausible(step: RewritingStep) -> bool:
    """Return whether ``step`` may hold: its result adds no symbols, and both sides agree on sample
    values.

    This is a test, no proof. Requires: no uninterpreted function occurs
    """
    subterms = postorder(step)
    symbols = [term for term in subterms if term.op is Op.VARIABLE]
    if len(variables_of(step.application)) < len(symbols):
        return False
    constants: dict[Sort, list[Value]] = {}
    for term in subterms:
        if term.op is Op.CONSTANT:
            constants.setdefault(term.sort, []).append(term.payload)
    choose = random.Random(LIMITS.generalisation_samples)  # noqa: S311 - sample values, not secrets
    return all(_agree(step, symbols, constants, choose) for _ in range(LIMITS.generalisation_samples if symbols else 1))


def _agree(
    step: RewritingStep, symbols: Sequence[Term], constants: Mapping[Sort, Sequence[Value]], choose: random.Random
) -> bool:
    """Return whether both sides agree for random values of ``symbols``, often one of the
    ``constants``.
    """
    values: dict[Term, Value] = {}
    for symbol in symbols:
        usual = constants.get(symbol.sort)
        values[symbol] = choose.choice(usual) if usual and choose.random() < 0.4 else _sample(symbol.sort, choose)
    evaluator = Evaluator(values.__getitem__)
    return same_value(evaluator.value(step.application), evaluator.value(step.result), step.result.sort)


def _near(root: Term, depth: int, stop: set[Term] | frozenset[Term]) -> set[Term]:
    """Return the applications at distance below ``depth`` from ``root`` that are not in or below
    ``stop``.
    """
    found: set[Term] = set()
    level = [root]
    for _ in range(depth):
        level = [
            term
            for term in dict.fromkeys(level)
            if term.args and not _is_opaque(term) and term not in stop and term not in found
        ]
        found.update(level)
        level = [argument for term in level for argument in term.args]
    return found


def _is_opaque(term: Term) -> bool:
    """Return whether constructors do not inspect ``term`` and solvers know less about its value
    than our logic.
    """
    is_division = term.op is Op.INT_DIV or term.op is Op.INT_MOD
    return term.op is Op.APPLY or (is_division and term.args[1].op is not Op.CONSTANT)


class _Copy:
    """Copies of terms as they stand, with numbered variables for all but ``kept`` and constants.

    Recursive: what is kept is never deep.
    """

    def __init__(self, kept: set[Term]) -> None:
        self._kept = kept
        self._copies: dict[Term, Term] = {}
        self._variables = 0

    def of(self, term: Term) -> Term:
        """Return the copy of ``term``."""
        found = self._copies.get(term)
        if found is None:
            found = self._copies[term] = self._new(term)
        return found

    def _new(self, term: Term) -> Term:
        if term in self._kept:
            return intern(term.op, tuple([self.of(argument) for argument in term.args]), term.sort, term.payload)
        if term.op is Op.CONSTANT:
            return term
        self._variables += 1
        part = Symbol(SymbolKind.AUXILIARY, "part", self._variables, f"part{self._variables}")
        return variable(part, term.sort)


def _sample(sort: Sort, choose: random.Random) -> Value:
    """Return a value of ``sort``, more often an extreme one than by chance."""
    match sort:
        case BoolSort():
            return choose.random() < 0.5
        case BitVecSort(width):
            return _bits(width, choose)
        case FloatSort():
            infinity = ((1 << sort.exponent) - 1) << (sort.significand - 1)
            special = (0, infinity, infinity + 1, 1 << (sort.bits - 1))
            return canonical_float(choose.choice((*special, _bits(sort.bits, choose))), sort)
        case IntSort():
            return choose.randint(-9, 9)
        case RoundingModeSort():
            return choose.choice(list(RoundingMode))
        case ArraySort(index, element):
            entries = {_sample(index, choose): _sample(element, choose) for _ in range(2)}
            return ArrayValue(_sample(element, choose), entries)
        case UninterpretedSort():
            return choose.randrange(3)


def _bits(width: int, choose: random.Random) -> int:
    ones = (1 << width) - 1
    return choose.choice((0, 1, ones, ones >> 1, choose.getrandbits(width), choose.getrandbits(width)))
