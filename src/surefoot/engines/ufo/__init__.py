"""UFO (Albarghouthi, Gurfinkel, Chechik, TACAS 2012): an abstract reachability graph whose labels come from interpolants of all its paths at once, from an abstract post, or both."""
