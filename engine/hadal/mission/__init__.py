"""Mission files: what they contain, how they are read and checked, and the book that the kernel plays from. May import
`table`."""
