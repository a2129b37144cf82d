"""The start function: arguments of the entry function, its pointers and the argument vector."""
