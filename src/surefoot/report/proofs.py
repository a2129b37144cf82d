"""Proofs as a part of the report document: certificates, solutions and corroborating runs."""

from typing import TYPE_CHECKING

from surefoot.certify.corroborate.concrete_runs import RunStatistics
from surefoot.certify.verdicts import Safe
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, HornSolution, KInductive, Ranking, Summaries
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.report.document import CertificateEntry, ConcreteRunsEntry, LocatedFormulaEntry, SafeEvidence
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.transitions.model_translation import clauses_of

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


def proof_evidence(verdict: Safe) -> SafeEvidence:
    """Return the evidence of ``verdict``."""
    inductive, runs = verdict.inductive, verdict.runs
    evidence: SafeEvidence = {
        "kind": "certificate",
        "summary": verdict.summary,
        "certificate": _certificate(verdict.certificate, verdict.encoding, verdict.procedures),
        "inductive_invariants": None if inductive is None else _invariants(inductive, verdict.encoding),
        "concrete_runs": None if runs is None else _runs(runs),
    }
    if isinstance(verdict.certificate, HornSolution) or clauses_of(verdict.encoding) is not None:
        from surefoot.report.horn import solution_entry  # few inputs are Horn clauses

        evidence["solution"] = solution_entry(verdict)
    return evidence


def _runs(runs: RunStatistics) -> ConcreteRunsEntry:
    return {"runs": runs.runs, "finished": runs.finished, "steps": runs.steps, "cpu_seconds": runs.seconds}


def _certificate(
    certificate: Certificate, encoding: Encoding | None, procedures: "ProcedureSystem | None"
) -> CertificateEntry:
    match certificate:
        case CompleteUnrolling(bound, pruned, solver):
            return {"kind": "CompleteUnrolling", "bound": bound, "pruned": list(pruned), "solver": solver}
        case KInductive(k, _, solver, lemmas):
            from surefoot.report.formulas import located_formulas  # most proofs are complete unrollings

            return {
                "kind": "KInductive",
                "k": k,
                "loop_wise": certificate.loop_wise,
                "simple_paths": certificate.simple_paths,
                "invariants": _invariants(certificate, encoding),
                "lemmas": located_formulas(lemmas, encoding),
                "solver": solver,
            }
        case Ranking(ranks, overflow, proof):
            from surefoot.report.formulas import located_formulas, located_ranks

            return {
                "kind": "Ranking",
                "overflow": overflow.value,
                "k": proof.k,
                "ranks": located_ranks(ranks, encoding),
                "invariants": _invariants(proof, encoding),
                "lemmas": located_formulas(proof.lemmas, encoding),
                "solver": proof.solver,
            }
        case HornSolution(_, solver):
            return {"kind": "HornSolution", "solver": solver}
        case Summaries(_, solver):
            from surefoot.report.formulas import summary_formulas  # few programs are recursive

            return {"kind": "Summaries", "summaries": summary_formulas(certificate, procedures), "solver": solver}
        case TrackedSummaries(keys, _, contexts):
            from surefoot.logic.smtlib import print_term  # few proofs are found by `track`

            return {
                "kind": "TrackedSummaries",
                "tracked": [print_term(key) for key in keys],
                "functions": sorted({context.function for context in contexts}),
                "solver": certificate.solver,
            }


def _invariants(certificate: KInductive, encoding: Encoding | None) -> list[LocatedFormulaEntry]:
    from surefoot.report.formulas import invariant_formulas  # most proofs are complete unrollings

    return invariant_formulas(certificate, encoding)
