"""Control systems and their runs as text, and back: SMT-LIB declarations and definitions, and a few
commands more.

```
(declare-fun main::i () (_ BitVec 32))            a symbol
(define-fun ?0 () Bool ...)                       a name for what several terms share
(parameter |&g|)
(fact (|&g|) term)                                what is known of the parameters in the list, which it is about
(location "main:12" (span "loop.c" 12 5)
  (variable main::i local "main::i" 0 whole)      symbol, kind of referent, owner, position, aspect
  (input |n of main|)
  (domain term))
(edge "main:12" "main:12"
  (guard term)
  (assign main::i term))
(edge "main:12" (error assertion "i <= n" (span "loop.c" 14 9) "main" violation)
  (guard term))
(edge "main:12" (exit)
  (guard term))
(run (parameter |&g| value)
  (step 0 (input |n of main| value)))             the number of an edge, from 0
```

Symbols of a system that was read are declared ones, called as the text calls them: printed again,
it gives the same text.
"""

from surefoot.systems.control.text.parser import parse_system
from surefoot.systems.control.text.printer import print_system
from surefoot.systems.control.text.runs import parse_run, print_run

__all__ = ["parse_run", "parse_system", "print_run", "print_system"]
