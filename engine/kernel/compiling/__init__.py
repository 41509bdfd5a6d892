"""Compiling: several kernels side by side, and how long it takes."""
