"""Sources of candidates without quantifiers, one file each; their order is in
`surefoot.invariants.generation`.
"""
