"""Passes: transformations of a program into one with the same runs, one a file, and the passes of
each view.

Read `views` first: it lists the passes of the control system, the procedures and the unrolling, in
the order in which they are applied. Passes keep source positions, so that checks keep their sites.
Two passes are about a path of a report: `followed_path` restricts a program to the runs along it,
`path_programs` abstracts these runs to one function, with `reported_path` (the steps of the path)
and `path_memory`.
"""
