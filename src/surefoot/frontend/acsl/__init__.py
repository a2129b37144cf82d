"""Contracts in C: a part of ACSL (ANSI/ISO C Specification Language, reference manual 1.x) is
translated to C code.

Clang compiles the code in place of the comments, so all later stages see ordinary checks and
assumptions. Read in this order: `syntax`, `tokens` and `parser` for single annotations; `annotated`
and `attachment` for their functions, loops and statements; `type_queries` for the C types of their
terms; `instrument`, `statements` and `emission` for the generated code; `contract_code` and
`contracts` for the whole program.
"""
