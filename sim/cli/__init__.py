"""The command line: one file for each family of verbs, named after them.

A verb reads its flags, calls one of the packages below and prints what it returns. It may import everything in `sim`;
nothing imports it.
"""
