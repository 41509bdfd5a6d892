"""The room of games: find some in a run, and see one turn by turn."""
