"""Decks: reads and checks a deck's files, and compiles its rules into tables for the kernel.

May import `table`, `engine.content` and the rest of the shared engine.
"""
