"""Helpers for the tests of The Oracle."""
