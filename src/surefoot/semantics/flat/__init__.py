"""Flat memory: an independent, naive semantics in which memory is one array of bytes.

A pointer is nothing but its bits. The package shares no code with the executor and the symbolic
memory: it imports only programs, logic and solvers. Its results on small programs corroborate
theirs. Read `question`, `unrolling`, `effects`, `memory`, `objects`.
"""
