"""Sources of candidates without quantifiers, one file each; their order is in
`surefoot.invariants.generation`.

Read `templates` first, then any other.
"""
