"""Compiling: several kernels side by side, how long it takes, where code is kept, and whether a new Numba does it
right."""
