"""Transformations of LLVM modules before lowering: linking, library models, calls by literal format."""
