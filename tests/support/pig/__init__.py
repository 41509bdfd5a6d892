"""Helpers for the tests of Pig."""
