"""Engine `track`: procedure summaries over tracked variables.

Reading order: `engine`, `search`, `call_effects`, `pointer_targets`, `segments`, `relevance`,
`ranges`, `domain`, `tabulation`, `paths`, `refinement`, `backward`, `guide`.
"""
