"""What comparisons and trials say to a person: sentences, and tables on the terminal."""
