"""Games from outside: files of one's own, programs in any language, games of other libraries. Each is a `Game` like our
own; `grid`, `ids`, `changes` and `as_game` are what they have in common."""
