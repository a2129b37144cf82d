"""Checkers of evidence: one for each kind of certificate, and the replay of alarms.

A checker accepts or rejects; the judge makes the verdict, after `corroborate` compared an accepted
proof with other semantics of the program.

Read `finding` first, then `complete_unrolling`, `k_inductive` (with `quantified`, `ring_lemmas` and
`ring_arithmetic`), `horn_solutions`, `summaries`, `tracked` (a package), `replay` (with
`outside_memory`), and for termination `ranking`, `lasso` and `recurrence`. `vacuity` finds proofs
about no runs, `lifted_states` checks the states that are reported in addition to a verdict,
`certificates_from_files` checks certificates of ``surefoot certify``.
"""
