"""The part of a report that tells of a proof."""

from typing import TYPE_CHECKING

from surefoot.certify.corroborate.concrete_runs import RunStatistics
from surefoot.certify.verdicts import Safe
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, HornSolution, KInductive, Summaries
from surefoot.report.document import Document
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.transitions.model_translation import clauses_of

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


def proof_entry(verdict: Safe) -> Document:
    """What ``verdict`` rests on."""
    inductive, runs = verdict.inductive, verdict.runs
    return _solution(verdict) | {
        "kind": "certificate",
        "summary": verdict.summary,
        "certificate": _certificate(verdict.certificate, verdict.translation, verdict.procedures),
        "inductive_invariants": None if inductive is None else _invariants(inductive, verdict.translation),
        "concrete_runs": None if runs is None else _runs(runs),
    }


def _solution(verdict: Safe) -> Document:
    """The relations that satisfy Horn clauses, if that is what was proved."""
    if not isinstance(verdict.certificate, HornSolution) and clauses_of(verdict.translation) is None:
        return {}
    from surefoot.report.clauses import solution_entry  # few checks are about clauses

    return {"solution": solution_entry(verdict)}


def _runs(runs: RunStatistics) -> Document:
    return {"runs": runs.runs, "finished": runs.finished, "steps": runs.steps, "cpu_seconds": runs.seconds}


def _certificate(
    certificate: Certificate, translation: Encoding | None, procedures: "ProcedureSystem | None"
) -> Document:
    match certificate:
        case CompleteUnrolling(bound, pruned, solver):
            return {"kind": "CompleteUnrolling", "bound": bound, "pruned": list(pruned), "solver": solver}
        case KInductive(k, _, solver, lemmas):
            from surefoot.report.formulas import stated_formulas  # most proofs follow runs to their ends

            return {
                "kind": "KInductive",
                "k": k,
                "loop_wise": certificate.loop_wise,
                "simple_paths": certificate.simple_paths,
                "invariants": _invariants(certificate, translation),
                "lemmas": stated_formulas(lemmas, translation),
                "solver": solver,
            }
        case HornSolution(_, solver):
            return {"kind": "HornSolution", "solver": solver}
        case Summaries(_, solver):
            from surefoot.report.formulas import stated_summaries  # few programs are recursive

            return {"kind": "Summaries", "summaries": stated_summaries(certificate, procedures), "solver": solver}


def _invariants(certificate: KInductive, translation: Encoding | None) -> list[Document]:
    from surefoot.report.formulas import stated_invariants  # most proofs follow runs to their ends

    return stated_invariants(certificate, translation)
