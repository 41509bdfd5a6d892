"""Forks and search for the games that kernels play. A kernel is straight code, so a fork is played from the start: with
the answers that were given, up to the decision at which it goes another way."""
