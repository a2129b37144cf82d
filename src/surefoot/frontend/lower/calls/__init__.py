"""Calls, intrinsics, variable arguments, and functions without a body."""
