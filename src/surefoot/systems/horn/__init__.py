"""Horn clauses as programs and as control systems, and the way back.

Read `rules` (clauses as guarded assignments, and control systems as clauses), `linear` and
`linear_program` (one relation in a body), `recursive` and `recursive_program` (several), `program`
(selects between them), then `transition_encodings` (transition systems).
"""
