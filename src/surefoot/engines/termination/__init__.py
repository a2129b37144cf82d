"""Termination: proofs by lexicographic ranking functions, and runs that never end.

Read `engine` (the order of the searches), `lassos` (concrete runs), `transitions` and `candidates`
(what ranks are made of), `ranks` (the search), `proof` (ranks as a safety problem),
`recursion` (ranks under summaries), `unfolded_runs`, `recurrent_sets` and `solver_lassos` (runs
without end by solvers).
"""
