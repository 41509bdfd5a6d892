"""The room of runs: what the folder holds, how far each has come, and its report."""
