"""The installed policies, one module each. The docstring of a module says what its policy does.

May import `minds` and everything that `minds` may import.
"""
