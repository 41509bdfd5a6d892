"""Calls: of functions of the file and of Python, of classes, and of the table."""
