"""A game file as a kernel: what its values can be (`types`), its text turned into functions of numbers (`writing`), what
these run on (`kit`), and how the machine code is made, checked and played."""
