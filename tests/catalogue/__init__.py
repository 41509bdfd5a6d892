"""Every sentence that a page can write, with one, two, many, zero, missing, huge and tiny values."""
