"""A game of one's own as it is told: in lines, and in tables that its author draws."""
