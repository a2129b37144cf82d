"""LLVM values as terms: sorts, constants, arithmetic, floating point, vectors."""
