"""The formulas of a proof in a report: in C for people, in SMT-LIB for tools."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from surefoot.evidence.certificate_text import printed, readable_names
from surefoot.evidence.certificates import KInductive, Summaries
from surefoot.logic import Term, dag_size
from surefoot.logic.smtlib import print_term
from surefoot.program.program import Variable
from surefoot.report.c.expressions import c_expression
from surefoot.report.c.pointers import pointer_names
from surefoot.report.c.pools import c_about_pools
from surefoot.report.c.quantified import c_universal
from surefoot.report.document import Document, location_entry
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.encode.program_system import ProgramSystem

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem

LARGEST_TOLD = 300
"""Formulas with more terms are no text for people; as C, where nothing is shared, they may be endless."""


def stated_formula(formula: Term, names: Mapping[Term, Variable]) -> Document:
    """An invariant for people and for tools."""
    size = dag_size(formula)
    is_readable = size <= LARGEST_TOLD
    text = c_expression(formula, names) if is_readable else f"a formula of {size} terms, see --json or --certificate"
    return {"text": text, "formula": print_term(formula)}


def stated_at(formula: Term, translation: Encoding, name: str) -> Document:
    """A formula about the location ``name``, for people and for tools."""
    parts = pointer_names(translation, name) if isinstance(translation, ProgramSystem) else {}
    stated = stated_formula(formula, {**parts, **translation.variables(name)})
    about_pools = c_about_pools(formula, translation, name)
    return stated if about_pools is None else {**stated, "text": about_pools}


def stated_summaries(certificate: Summaries, procedures: "ProcedureSystem | None") -> list[Document]:
    """What functions require and ensure, and what holds at loops and calls in between."""
    if procedures is None:
        return []
    return [
        {
            "function": procedures.points[name].procedure or procedures.program.entry,
            "point": procedures.points[name].kind.value,
            "location": location_entry(procedures.span(name)),
            "name": name,
            **stated_formula(formula, procedures.variables(name)),
        }
        for name in procedures.system.relations
        for formula in certificate.formulas.get(name, ())
    ]


def stated_invariants(certificate: KInductive, translation: Encoding | None) -> list[Document]:
    """The invariants and universals, by location."""
    if translation is None:
        return []
    found = []
    for name in translation.system.names:
        found += stated_formulas({name: certificate.invariants.get(name, ())}, translation)
        found += [
            {
                **_place(translation, name),
                "text": c_about_pools(each, translation, name) or c_universal(each, translation, name),
                "formula": printed(each, readable_names(translation.system, name)),
            }
            for each in certificate.universals.get(name, ())
        ]
    return found


def _place(translation: Encoding, name: str) -> Document:
    """Where a location is; ``point`` is for one where a function begins."""
    function = translation.function(name)
    return {
        "function": function,
        "location": location_entry(translation.system.location(name).span),
        "name": name,
        **({"point": "called"} if name == f"{function} called" else {}),
    }


def stated_formulas(formulas: Invariants, translation: Encoding | None) -> list[Document]:
    """Formulas by location."""
    if translation is None:
        return []
    return [
        {**_place(translation, name), **stated_at(term, translation, name)}
        for name, terms in formulas.items()
        for term in terms
    ]
