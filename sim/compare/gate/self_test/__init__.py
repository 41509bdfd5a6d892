"""The self-test of the gate: its error rates, measured on games that were really played.

`pools` are the games, changed in known ways; `counting` says what a gate counts of them; `drawn_runs` draws gate runs
and lets the gate's own code judge them; `measure` puts this together, `output` tells it.
"""
