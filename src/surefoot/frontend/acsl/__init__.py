"""Contracts in C: ACSL annotations become C code that clang compiles, before anything else looks at the program."""
