"""Games in any language: a program that speaks JSON lines on standard input and output, as a `Game`.

A program is code, so it is started only if the call names its command (`--game 'cmd:./mygame'`). What it must answer is
in docs/reference/game-protocol.md.
"""
