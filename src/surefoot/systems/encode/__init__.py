"""Encoding of programs as control systems: loop heads become locations, loop-free code becomes
edges.

Read `encoding` (the interface), `program_system` (the result), `refinement` (the loop of
attempts), `cut_points` and `graph` (cut points, and execution between them), `shapes`, `slots` and
`value_forms` (states at a cut point) and `representatives` (symbolic states of
a shape). `matching`, `concrete_states` and `concrete_pools` relate concrete runs to the system;
`interpreter_acceleration` and `known_iterations` accelerate runs and unrollings.
"""
