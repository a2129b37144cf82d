"""The report document as text: `report` is the whole, `runs`, `proofs` and `tables` its parts,
`terminal` the output; `gcc` and `competition` are short forms.
"""
