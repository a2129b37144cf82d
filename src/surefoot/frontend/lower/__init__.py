"""From a linked LLVM module to a `Program`: C variables, statements over terms, checks of undefined behaviour."""

from surefoot.frontend.lower.program import lower_program

__all__ = ["lower_program"]
