"""A game file as a kernel: what its values can be (`types`), its text as functions of numbers (`writing`), what these
run on (`kit`), and how machine code is made, checked and played."""
