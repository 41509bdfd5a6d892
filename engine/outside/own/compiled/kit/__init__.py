"""What a compiled game file runs on: one record, its memory for lists, keyed luck, the table. Whatever goes wrong only
stops the kernel: plain Python plays that game again, and says what it was."""
