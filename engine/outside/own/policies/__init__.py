"""Who plays a game file: its functions that decide, files with others, what they prepare, and whether they keep to the
rules."""
