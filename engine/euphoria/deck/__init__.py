"""The content of the box as data: artifacts, recruits and lasers, read from files. May import `table`."""
