"""The room of comparisons: two contents, policies or runs on the same luck, and a page to send."""
