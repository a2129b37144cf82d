"""Control flow: terminators, reachable code, non-local jumps, infinite loops, interrupt handlers."""
