"""Rules that nobody plays any more: what their rows say, so that the runs of them can be read."""
