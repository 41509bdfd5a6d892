"""aimless: does any job that is possible."""
