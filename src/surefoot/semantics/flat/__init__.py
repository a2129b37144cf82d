"""A second, naive meaning of programs: memory is one flat array of bytes, and nothing is known of a pointer but its bits.

It shares no code with the executor and the memory model next door: only programs, logic and solvers are below it. What it says
about small programs is an independent opinion on what the others say.
"""
