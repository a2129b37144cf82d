"""Library functions lowered by name, without or beside their models in C.

Reading order: `known_functions` (the table from names to handlers), `handlers` (their interface),
then the handlers by subject: `results`, `stdio`, `memory`, `termination`, `contracts`.
`model_calls` decides whether a model in C is needed, and calls parts of models beside a handler;
`formats` and `opened_files` analyse arguments.
"""
