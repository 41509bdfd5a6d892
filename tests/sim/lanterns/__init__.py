"""The game of a package: Lanterns, which was written from CONTRIBUTING.md."""
