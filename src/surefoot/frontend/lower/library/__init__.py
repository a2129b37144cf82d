"""Library functions lowered by name, without or beside their models in C.

Reading order: `known_functions` (the table from names to handlers) and the handlers by subject,
then `formats`, `model_choice`, `reads`, `opened_files` and `locales`.
"""
