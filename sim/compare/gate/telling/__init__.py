"""What the gate says: in words, on the terminal, for a pull request, as data."""
