"""What is printed on the Oracle's board, as data: layout files, and the tables that the kernel reads. May import
`table`."""
