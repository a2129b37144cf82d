"""Invariant generation: sources of candidates, Houdini, and reduction to what a proof needs.

Read in this order: `source` (protocol and context), `generation` (the ordered stages), `houdini`,
`reduction`, then the sources: `sources` (formulas), `quantified` (arrays and summarised heap
objects). `sampling` computes the sample states that refute candidates. Engines with other
candidates use `ring` (polynomial equations), `horn` (relations of Horn clauses), `intervals`
(ranges), and `integer_view` with `integer_words` and `integer_candidates`. `justification` extracts
literals from a model, `loop_invariants` is what ``--show-invariants`` prints, `limits` has all
tunable numbers.
"""
