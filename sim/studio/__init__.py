"""The studio: a server on this machine, and pages in the browser that are a face of the verbs."""
