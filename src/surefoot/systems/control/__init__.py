"""Control systems: locations, guarded edges and state variables; the input of most engines.

Read `system` (definition), `runs` (concrete runs), `unfolding` (runs as formulas), then
`components` and `loop_summaries` (loops), `quantified` (quantified invariants),
`transport` (other processes) and `text`.
"""
