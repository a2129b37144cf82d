"""Linking of LLVM modules: translation units with each other (`link`), and with models of the C
library.

Read `link`, then `library_state`, `format_calls`, `comparison_effects` and `model_copies` for the
library, `constructors` for functions that run before and after the main function, and
`handler_copies` for interrupts. `own_names` renames functions that share only the name of a library
function (with `rewriting`), `allocator_arguments` adds allocators that arguments point to, and
`isolation` keeps the functions on a reported path.
"""
