"""UFO (Albarghouthi, Gurfinkel, Chechik, TACAS 2012): abstract reachability graphs labelled by
interpolants, by an abstract post, or by both.

Read `engine`, `search` (UFOMAIN), `exploration` (EXPANDARG), `graph`, `refinement`, the routes to
labels (`by_obligations`, `stepwise`), the posts (`post`, `affine_post`, `interval_post`) with their
`queries`, `paths`, `weak_order`. `configuration` names the choices of the paper.
"""
