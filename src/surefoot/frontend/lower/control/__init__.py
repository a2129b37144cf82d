"""Control flow: blocks, terminators, reachability, and jumps that leave functions.

Reading order: `flow_graph`, `reachability`, `terminators`, then `non_local_jumps` and `interrupts`,
which rewrite or extend the lowered blocks.
"""
