"""Frontend: from C files and J programs to a `Program`.

Read `loading` first: its stages use `acsl`, `compiler` (clang, with `clang_flags`), `llvm`,
`linking`, `library` and `lower` in this order. `native` compiles executables for replay. `j` is the
frontend of J.
"""
