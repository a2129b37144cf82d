"""LLVM values as terms.

Reading order: `type_sorts`, `constants`, `arithmetic`, then `floating`, `bit_counting` and
`vectors`.
"""
