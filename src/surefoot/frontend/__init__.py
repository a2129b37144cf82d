"""Frontend: from C files and J programs to a `Program`.

Read `loading` first: its stages use `acsl`, `compiler` (clang, with `clang_flags`), `llvm`,
`linking`, `library` and `lower` in this order. `environment` has the assumptions about registers,
interrupts and arguments, `compilations` the translation units that several checks share. `native`
compiles executables for replay, `analyser` runs the Clang Static Analyzer. `j` is the frontend of
J.
"""
