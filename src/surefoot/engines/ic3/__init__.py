"""Property-directed reachability (IC3, PDR) on control systems: an inductive invariant for each
location, or a run to an error.

Read `search` (the main loop), `frames`, `consecution`, `obligations`, `blocking`,
`generalisation`, `propagation`; then `domain` and `lifting` (literals of cubes), `paths`
(counterexamples), `proofs`.
"""
