"""Terms and values as C: expressions, names, pointers, summarised heap objects, quantified
formulas, source text.
"""
