"""Text for every kind of output, on the ground floor: escapes, JSON, wrapping, formats of numbers.

Imports nothing else of `sim`.
"""
