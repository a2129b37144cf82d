"""Lowering of a linked LLVM module to a `Program`.

Statements are over C variables, with checks of undefined behaviour.

Reading order: `program` (the whole module), `function` and `function_builder` (one function),
`instructions` (one instruction), then the packages by subject: `values` (sorts and terms), `memory`
(accesses and lifetimes), `control` (blocks and jumps), `calls` (calls and the environment),
`library` (C library functions with statements of their own) and `entry` (the start function).
"""

from surefoot.frontend.lower.program import lower_program

__all__ = ["lower_program"]
