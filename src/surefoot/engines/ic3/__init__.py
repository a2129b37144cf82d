"""Property-directed reachability (IC3, PDR) on control systems: an inductive invariant for each
location, or a run to an error.

Read `search` (the main loop), `frames`, `consecution`, `obligations`, `blocking`,
`generalisation`, `propagation`; then `domain`, `justified` and `lifting` (literals of cubes),
`paths` and `lifted_runs` (counterexamples), `proofs`.
"""

from surefoot.engines.ic3.search import property_directed

__all__ = ["property_directed"]
