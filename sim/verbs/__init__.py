"""The verbs: one file each, named like its function in Python. A file says what can be asked (a frozen request), does
it (`run`) and returns a result: plain data, sentences and Polars frames.

Nothing here prints, parses flags or knows a terminal. The command line and Python are faces, made from the requests.
`request` holds what all verbs are written with. May import everything in `sim` but the faces.
"""
