"""LLVM IR text as clang prints it, read into plain data."""
