"""Texts of one game file: which of them have the same rules, and what differs between two."""
