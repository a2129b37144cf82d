"""The flow from a request to a report: `pipeline` loads, decides and reports; `api` is its Python interface."""
