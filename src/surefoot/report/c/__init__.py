"""Terms and values as C: expressions over program variables, pointers, heap objects, source text."""
