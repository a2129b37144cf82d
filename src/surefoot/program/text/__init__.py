"""Text form of programs, and drawings of their control flow.

Read `words` and `operators`, `printer` with `term_printer`, `parser` with `statement_parser` and
`term_parser`, then `cfg` (drawings).
"""

from surefoot.program.text.cfg import cfg_dot, cfg_text
from surefoot.program.text.parser import parse_program
from surefoot.program.text.printer import print_program, print_statement

__all__ = ["cfg_dot", "cfg_text", "parse_program", "print_program", "print_statement"]
