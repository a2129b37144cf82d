"""Frontend: from C files and J programs to a `Program`.

Read `loading` first: its stages use `acsl`, `clang`, `llvm`, `linking`, `library` and `lower` in
this order. `j` is the frontend of J.
"""
