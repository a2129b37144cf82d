"""Choice of the interpolator by theory: Spacer for integers and graphs, cvc5 for arrays and
functions, Bitwuzla for bit-vectors and floats (`registry.INTERPOLATING`).
"""

from collections.abc import Sequence
from contextlib import closing
from typing import Any, ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.logic import BOOL, ArraySort, FunctionSymbol, IntSort, Op, SortError, Term, fold, postorder, substitute
from surefoot.logic.horn import Application, Clause
from surefoot.logic.smtlib import parse_term
from surefoot.smt.adapters.native_library import LacksCapability, constant_name
from surefoot.smt.contracts import NO_LIMITS, Limits, NoAnswer, Use
from surefoot.smt.interpolation.contracts import (
    FormulaGraph,
    Interpolants,
    InterpolatingLibrary,
    Interpolator,
    only_sequences,
)
from surefoot.smt.interpolation.cubes import definition
from surefoot.smt.interpolation.horn import horn_solution
from surefoot.smt.registry import INTERPOLATING, InterpolatedTheory, adapter_of

_DEFINED_OUTSIDE = frozenset({Op.FP_TO_SIGNED, Op.FP_TO_UNSIGNED, Op.FP_TO_IEEE_BV})
"""Operators whose translation adds formulas that would belong to no part of the sequence."""


@dataclass(frozen=True, slots=True)
class LibraryInterpolator:
    """The `Interpolator` of the library ``name``, one of `registry.INTERPOLATING`."""

    name: str
    limits: Limits = NO_LIMITS

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Return the library's interpolants of a sequence; see `Interpolator`."""
        if not graph.is_sequence:
            return only_sequences(self.name)
        parts = graph.formulas
        library: InterpolatingLibrary[Any] = adapter_of(self.name)(self.limits, Use.INTERPOLATION)
        share = budget if self.limits.seconds is None else budget.at_most(self.limits.seconds)
        with closing(library):
            try:
                names = _names(parts)
                memo: dict[Term, Any] = {}
                natives = [fold(part, library.build, memo) for part in parts]
            except LacksCapability as lack:
                return NoAnswer(str(lack))
            texts = library.interpolants(natives, share)
        if isinstance(texts, NoAnswer):
            return texts
        try:
            formulas = tuple(parse_term(text, names) for text in texts)
        except (InputError, SortError) as failure:
            return NoAnswer(f"{self.name} gave an interpolant that cannot be read: {failure}")
        if any(each.sort is not BOOL for each in formulas):
            return NoAnswer(f"{self.name} gave an interpolant that is no formula")
        return Interpolants(formulas, self.name)


def _names(parts: Sequence[Term]) -> dict[str, Term | FunctionSymbol]:
    """Return the names of the symbols of ``parts`` in a library."""
    names: dict[str, Term | FunctionSymbol] = {}
    for term in postorder(parts):
        if term.op in _DEFINED_OUTSIDE:
            raise LacksCapability(f"{term.op.value!r} is not interpolated")
        if term.op is Op.VARIABLE:
            names[constant_name(term)] = term
        elif term.op is Op.APPLY:
            names[term.payload.name] = term.payload
    strange = next((name for name in names if "|" in name or "\\" in name), None)
    if strange is not None:
        raise LacksCapability(f"no library quotes the name {strange!r}")
    return names


@dataclass(frozen=True, slots=True)
class SpacerInterpolator:
    """The `Interpolator` by Spacer: interpolants are relations, each part of the graph is one Horn
    clause.
    """

    limits: Limits = NO_LIMITS
    name: ClassVar[str] = "z3"

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants over the variables that the parts share; see `Interpolator`."""
        share = budget if self.limits.seconds is None else budget.at_most(self.limits.seconds)
        relations: dict[str, tuple[Term, ...]] = {}
        for node, shared in zip(graph.inner, graph.shared(), strict=True):
            variables = (each for each in shared if isinstance(each, Term))
            relations[f"interpolant {node}"] = tuple(sorted(variables, key=lambda each: each.id))
        stated = [None, *(Application(name, own) for name, own in relations.items()), None]
        clauses = [_clause(stated[part.source], part.formula, stated[part.target]) for part in graph.parts]
        found = horn_solution(relations, clauses, share)
        if isinstance(found, NoAnswer):
            return found
        return Interpolants(tuple(found[name] for name in relations), self.name)


def _clause(before: Application | None, formula: Term, after: Application | None) -> Clause:
    """Return the clause  ``before`` & ``formula`` => ``after``;  a missing ``before`` is true, a
    missing ``after`` false.

    If ``formula`` equates a variable that ``before`` does not mention with a term, the term
    replaces it: Spacer generalises that better than equations.
    """
    known = frozenset(() if before is None else before.arguments)
    reached = () if after is None else after.arguments
    while True:
        conjuncts = formula.args if formula.op is Op.AND else (formula,)
        found = next(filter(None, (definition(each, lambda symbol: symbol not in known) for each in conjuncts)), None)
        if found is None:
            break
        value = dict([found])
        formula = substitute(formula, value)
        reached = tuple(substitute(each, value) for each in reached)
    head = None if after is None else Application(after.relation, reached)
    return Clause(() if before is None else (before,), formula, head)


@dataclass(frozen=True, slots=True)
class TheoryInterpolator:
    """The `Interpolator` that delegates to one that suits the theories of the query."""

    limits: Limits = NO_LIMITS
    name: ClassVar[str] = "library"

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Return the interpolants of the chosen method; see `Interpolator`."""
        return chosen(graph, self.limits).interpolants(graph, budget)


def chosen(graph: FormulaGraph, limits: Limits = NO_LIMITS) -> Interpolator:
    """Choose the interpolator for ``graph`` by its theories."""
    terms = postorder(graph.formulas)
    if not graph.is_sequence or any(isinstance(term.sort, IntSort) for term in terms):
        return SpacerInterpolator(limits)
    if any(isinstance(term.sort, ArraySort) or term.op is Op.APPLY for term in terms):
        return LibraryInterpolator(INTERPOLATING[InterpolatedTheory.ARRAYS], limits)
    return LibraryInterpolator(INTERPOLATING[InterpolatedTheory.WORDS], limits)
