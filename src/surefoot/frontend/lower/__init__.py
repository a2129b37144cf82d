"""Lowering of a linked LLVM module to a `Program`.

Statements are over C variables, with checks of undefined behaviour.

Reading order: `program` (the whole module), `function` and `function_builder` (one function),
`instructions` (one instruction); `type_sorts`, `constants`, `arithmetic`, `intrinsic_operations` and
`vectors` (LLVM values as terms); `entry` (the start function) with `pointer_arguments` and
`argument_vector`; then the packages by subject: `memory` (accesses and lifetimes), `control` (blocks
and jumps), `calls` (calls and the environment) and `library` (C library functions with statements
of their own).
"""

from surefoot.frontend.lower.program import lower_program

__all__ = ["lower_program"]
