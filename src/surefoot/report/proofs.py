"""The part of a report that tells of a proof: its certificate, and the invariants in C."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from surefoot.certify.concrete_runs import RunStatistics
from surefoot.certify.verdicts import Safe
from surefoot.evidence.certificate_text import printed, readable_names
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, HornSolution, KInductive, Summaries
from surefoot.logic import Term, dag_size
from surefoot.logic.smtlib import print_term
from surefoot.program.program import Variable
from surefoot.report.c_expressions import c_expression
from surefoot.report.c_pools import c_about_pools
from surefoot.report.c_universals import c_universal
from surefoot.report.document import Document, location_entry
from surefoot.systems.control.system import Invariants
from surefoot.systems.translation import Translation

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem

LARGEST_TOLD = 300
"""Formulas with more terms are no text for people; as C, where nothing is shared, they may be endless."""


def proof_entry(verdict: Safe) -> Document:
    """What ``verdict`` rests on."""
    inductive, runs = verdict.inductive, verdict.runs
    return _solution(verdict) | {
        "kind": "certificate",
        "summary": verdict.summary,
        "certificate": _certificate(verdict.certificate, verdict.translation, verdict.procedures),
        "inductive_invariants": None if inductive is None else _all_stated(inductive, verdict.translation),
        "concrete_runs": None if runs is None else _runs(runs),
    }


def _solution(verdict: Safe) -> Document:
    """The relations that satisfy Horn clauses, if that is what was proved."""
    from surefoot.systems.horn.linear_system import LinearHornSystem

    if not isinstance(verdict.certificate, HornSolution) and not isinstance(verdict.translation, LinearHornSystem):
        return {}
    from surefoot.report.clauses import solution_entry  # few checks are about clauses

    return {"solution": solution_entry(verdict)}


def stated_formula(formula: Term, names: Mapping[Term, Variable]) -> Document:
    """An invariant for people and for tools."""
    size = dag_size(formula)
    is_readable = size <= LARGEST_TOLD
    text = c_expression(formula, names) if is_readable else f"a formula of {size} terms, see --json or --certificate"
    return {"text": text, "formula": print_term(formula)}


def _stated_at(formula: Term, translation: Translation, name: str) -> Document:
    stated = stated_formula(formula, translation.variables(name))
    about_pools = c_about_pools(formula, translation, name)
    return stated if about_pools is None else {**stated, "text": about_pools}


def _runs(runs: RunStatistics) -> Document:
    return {"runs": runs.runs, "finished": runs.finished, "steps": runs.steps, "cpu_seconds": runs.seconds}


def _certificate(
    certificate: Certificate, translation: Translation | None, procedures: "ProcedureSystem | None"
) -> Document:
    match certificate:
        case CompleteUnrolling(bound, pruned, solver):
            return {"kind": "CompleteUnrolling", "bound": bound, "pruned": list(pruned), "solver": solver}
        case KInductive(k, _, solver, lemmas):
            return {
                "kind": "KInductive",
                "k": k,
                "loop_wise": certificate.loop_wise,
                "simple_paths": certificate.simple_paths,
                "invariants": _all_stated(certificate, translation),
                "lemmas": _stated(lemmas, translation),
                "solver": solver,
            }
        case HornSolution(_, solver):
            return {"kind": "HornSolution", "solver": solver}
        case Summaries(_, solver):
            return {"kind": "Summaries", "summaries": _summaries(certificate, procedures), "solver": solver}


def _summaries(certificate: Summaries, procedures: "ProcedureSystem | None") -> list[Document]:
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


def _all_stated(certificate: KInductive, translation: Translation | None) -> list[Document]:
    """The invariants and universals, by location."""
    if translation is None:
        return []
    found = []
    for name in translation.system.names:
        found += _stated({name: certificate.invariants.get(name, ())}, translation)
        found += [
            {
                **_place(translation, name),
                "text": c_about_pools(each, translation, name) or c_universal(each, translation, name),
                "formula": printed(each, readable_names(translation.system, name)),
            }
            for each in certificate.universals.get(name, ())
        ]
    return found


def _place(translation: Translation, name: str) -> Document:
    """Where a location is."""
    return {
        "function": translation.function(name),
        "location": location_entry(translation.system.location(name).span),
        "name": name,
    }


def _stated(formulas: Invariants, translation: Translation | None) -> list[Document]:
    if translation is None:
        return []
    return [
        {**_place(translation, name), **_stated_at(term, translation, name)}
        for name, terms in formulas.items()
        for term in terms
    ]
