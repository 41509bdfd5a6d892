"""How figures are drawn, and those that several kinds have."""
