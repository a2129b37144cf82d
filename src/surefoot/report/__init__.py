"""Reports: the document (`document`), its construction, and its views as text and waveform.

Read `document` for the types, `building` for the construction in the child process, `evidence`,
`checks`, `proofs`, `formulas` and `horn` for its parts, `completion` for the end of the child
process, `rules` and `findings` for what all formats list. `trace` computes the steps of a run, `c`
prints terms and values as C, `text` prints the document, `sarif`, `html`, `markdown` and
`junit` write it for other tools and browsers.
"""
