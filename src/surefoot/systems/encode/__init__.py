"""Encoding of programs as control systems: loop heads become locations, loop-free code becomes
edges.

Read `encoding` (the interface), `program_system` (the result), `refinement` (the loop of attempts),
`graph` and `stable_shapes` (cut points), `shapes` and `value_forms` (states at a cut point),
`passages` (execution between cut points) and `representatives` (symbolic states of a shape).
`matching`, `concrete_states` and `concrete_pools` relate concrete runs to the system.
"""
