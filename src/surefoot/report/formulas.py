"""Formulas as a part of the report document: as C expressions and as SMT-LIB terms."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from surefoot.evidence.certificate_text import printed, readable_names
from surefoot.evidence.certificates import KInductive, Summaries
from surefoot.logic import Term, dag_size
from surefoot.logic.smtlib import print_term
from surefoot.program.program import Variable
from surefoot.report.c.expressions import c_expression, is_in_c
from surefoot.report.c.names import c_names, in_source
from surefoot.report.c.pools import c_about_pools
from surefoot.report.c.quantified import c_quantified
from surefoot.report.c.ranks import rank_text
from surefoot.report.document import INTERNAL_FACT, FormulaEntry, LocatedFormulaEntry, LoopEntry, LoopInvariantsEntry
from surefoot.report.evidence import location_entry
from surefoot.report.limits import LIMITS
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.encoding import Encoding

if TYPE_CHECKING:
    from surefoot.invariants.loop_invariants import LoopInvariants
    from surefoot.systems.procedures.system import ProcedureSystem


def formula_entry(formula: Term, names: Mapping[Term, Variable]) -> FormulaEntry:
    """Return ``formula`` over the variables ``names``."""
    size = dag_size(formula)
    is_readable = size <= LIMITS.formula_size
    text = c_expression(formula, names) if is_readable else f"a formula of {size} terms, see --json or --certificate"
    return {"text": text if is_in_c(text) else INTERNAL_FACT, "formula": print_term(formula)}


def formula_at(
    formula: Term, encoding: Encoding, name: str, names: Mapping[Term, Variable] | None = None
) -> FormulaEntry:
    """Return ``formula`` over the state variables of the location ``name``, called ``names``."""
    named = c_names(encoding, name) if names is None else names
    entry = formula_entry(formula, named)
    if dag_size(formula) <= LIMITS.formula_size:
        text = c_about_pools(formula, encoding, name, named)
        entry["text"] = entry["text"] if text is None else text if is_in_c(text) else INTERNAL_FACT
    return entry


def summary_formulas(certificate: Summaries, procedures: "ProcedureSystem | None") -> list[LocatedFormulaEntry]:
    """Return pre- and postconditions of functions, and the formulas at loops and calls in between."""
    if procedures is None:
        return []
    found: list[LocatedFormulaEntry] = []
    for name in procedures.system.relations:
        for formula in certificate.formulas.get(name, ()):
            entry = formula_entry(formula, in_source(procedures.variables(name), procedures.program))
            point = procedures.points[name]
            found.append(
                {
                    "text": entry["text"],
                    "formula": entry["formula"],
                    "function": point.procedure or procedures.program.entry,
                    "point": point.kind.value,
                    "location": location_entry(procedures.span(name)),
                    "name": name,
                }
            )
    return found


def invariant_formulas(certificate: KInductive, encoding: Encoding | None) -> list[LocatedFormulaEntry]:
    """Return the invariants and the quantified invariants, by location."""
    if encoding is None:
        return []
    found = []
    for name in encoding.system.names:
        found += located_formulas({name: certificate.invariants.get(name, ())}, encoding)
        for each in certificate.quantified.get(name, ()):
            text = c_about_pools(each, encoding, name, c_names(encoding, name)) or c_quantified(each, encoding, name)
            text = text if is_in_c(text) else INTERNAL_FACT
            formula = printed(each, readable_names(encoding.system, name))
            found.append(_located({"text": text, "formula": formula}, encoding, name))
    return found


def located_formulas(formulas: Invariants, encoding: Encoding | None) -> list[LocatedFormulaEntry]:
    """Return formulas by location."""
    if encoding is None:
        return []
    return [
        _located(formula_at(term, encoding, name), encoding, name) for name, terms in formulas.items() for term in terms
    ]


def located_ranks(ranks: Invariants, encoding: Encoding | None) -> list[LocatedFormulaEntry]:
    """Return the components of ranks by location, as expressions over integers."""
    found = located_formulas(ranks, encoding)
    if encoding is not None:
        terms = [(name, term) for name, components in ranks.items() for term in components]
        for entry, (name, term) in zip(found, terms, strict=True):
            entry["text"] = rank_text(term, encoding, name)
    return found


def loop_invariants_entry(found: "Sequence[LoopInvariants]") -> LoopInvariantsEntry:
    """Return the invariants of all loops."""
    return {"loops": [_loop(each) for each in found], "reason": ""}


def no_loop_invariants_entry(reason: str) -> LoopInvariantsEntry:
    """Return the entry of a program whose invariants were not computed for ``reason``."""
    return {"loops": [], "reason": reason}


def _located(formula: FormulaEntry, encoding: Encoding, name: str) -> LocatedFormulaEntry:
    function = encoding.function(name)
    entry: LocatedFormulaEntry = {
        "text": formula["text"],
        "formula": formula["formula"],
        "function": function,
        "location": location_entry(encoding.system.location(name).span),
        "name": name,
    }
    if name == f"{function} called":
        entry["point"] = "called"
    return entry


def _loop(loop: "LoopInvariants") -> LoopEntry:
    names = in_source({**c_names(loop.encoding, loop.location), **loop.names}, loop.encoding.program)
    return {
        "function": loop.function,
        "location": location_entry(loop.span),
        "calls": [{"function": caller, "location": location_entry(span)} for caller, span in loop.calls],
        "invariants": [formula_at(formula, loop.encoding, loop.location, names) for formula in loop.formulas],
    }
