"""Benchmarks: `make bench`. They measure and print; nothing here passes or fails a build."""
