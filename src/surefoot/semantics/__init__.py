"""The meanings of programs: symbolic, flat and concrete.

The three share the meaning of operators on values (`logic.semantics`). Static analyses of programs
that two of them need, such as liveness and loops, are in `symbolic`. Read `symbolic/executor` (what
a statement means), `memory/memory`, `interpreter/machine`, `flat/effects`. Inputs of concrete runs:
`sampling` (choices of a run), `mutation`, `comparisons` with `input_to_state` (inputs that make
compared values equal), `input_lengths`, and `input_values` (representative values of each input).
"""
