"""The text of a game file turned into the text of a kernel. Each function is read again and again, until nothing new is
learnt about what its values can be; the text of the last reading is the kernel."""
