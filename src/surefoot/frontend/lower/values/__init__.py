"""LLVM values as terms.

Reading order: `type_sorts`, `constants`, `arithmetic`, then `intrinsic_operations` and `vectors`.
"""
