"""A game file while its author works on it: what each save changes, and what that moves."""
