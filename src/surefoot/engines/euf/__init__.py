"""IC3 over uninterpreted functions with lemma refinement (EUFORIA: Bueno, "Software Model Checking
with Uninterpreted Functions", 2021).

Read `engine`, `loop` (search and refinement), `abstraction`, `projection` (cubes),
`refinement`, `schemata`.
"""
