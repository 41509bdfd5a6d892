"""Texts of one game file: which of them have the same rules, what differs between two, what a run and a baseline keep
of one, and how that is read without running it."""
