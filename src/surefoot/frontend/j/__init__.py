"""The frontend of J, the language of {P}S{Q} (Noureddine, Zaraket, IEEE TSE 2016): from a file to a
`Program`.

Read in this order: `source` and `parser` make `syntax`; `checker` makes `resolved`; `program`,
`functions`, `expressions` and `quantifiers` lower that to a `Program` within `bounds`; `recursion`
replaces recursive functions by loops with a stack.
"""
