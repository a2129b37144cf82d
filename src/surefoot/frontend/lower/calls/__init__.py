"""Calls, intrinsics, variable arguments, and the effects of functions without a body.

Reading order: `calls`, `intrinsics`, `variable_arguments`, `split_structs`, then
`unknown_functions`, `environment_effects` and `callback_arguments` for functions outside of the
program.
"""
