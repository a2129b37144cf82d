"""Claims of engines and their evidence, as data and as text; independent of engines and of the
judge.

Read `claims` (goals, and claims about them), `certificates` (evidence of safety), `tracked` (the
certificate of engine ``track``), `encodings` (the systems that certificates are about), then the
text form: `certificate_text`, with `ring_text`, `horn_text`, `ranking_text` and `tracked_text`.
"""
