"""Functions without inlining: one copy of a function's blocks for all its calls, and a variable that says which call waits for it."""
