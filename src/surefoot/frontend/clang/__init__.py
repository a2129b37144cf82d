"""Clang: its flags (`flags`), compilation to LLVM IR (`compiler`), executables for replay
(`native`).
"""
