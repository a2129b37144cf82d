"""Start function: arguments of the entry function, its pointers and the argument vector.

Reading order: `entry`, `pointer_arguments`, `argument_vector`.
"""
