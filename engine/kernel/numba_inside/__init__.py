"""All that leans on how Numba is built inside: its private modules, classes and names, and those of llvmlite. No other
part of fatecast does, which a test says.

- `whole_program`: kernels are compiled as one program each. Numba's own way takes four times as long.
- `front_end`: Numba's front end, with less to do, for the same reason.
- `settings_files`: Numba takes no settings from a file of the current folder. It is a module of its own because it
  must be there before Numba is loaded, and for versions of Numba with which the other two do not work.

`compile_way` says what happens with a version of Numba that these were not tried with.
"""
