"""Interpolants computed by a library (`registry.INTERPOLATING`)."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.logic import BOOL, FunctionSymbol, Op, SortError, Term, fold, postorder
from surefoot.logic.smtlib import parse_term
from surefoot.smt.adapters.native_library import LacksCapability, constant_name
from surefoot.smt.contracts import NO_LIMITS, Limits, NoAnswer, Use
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, InterpolatingLibrary, only_sequences
from surefoot.smt.registry import adapter_of

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
