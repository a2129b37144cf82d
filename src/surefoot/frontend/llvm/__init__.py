"""LLVM IR, read from the text that clang prints into plain data.

`module` defines the data. `reader` reads a module with the readers of `functions`, `instructions`,
`operands`, `types`, `attributes` and `debug_info`. `guards` turns branches of sanitizers into guard
instructions.
"""
