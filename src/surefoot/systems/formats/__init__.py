"""Model files: a reader and a writer for each format, and `registry`, which selects one by its
name.
"""
