"""Linking of LLVM modules: translation units with each other (`link`), and with models of the C
library.

Read `link`, then `library_state`, `format_calls` and `model_copies` for the library, and
`handler_copies` for interrupts.
"""
