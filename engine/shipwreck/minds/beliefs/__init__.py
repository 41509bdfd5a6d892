"""Public beliefs: how likely each value of a hidden fate is, given the reasons a player had for a play.

`speaker` models the play, `choices` what follows it, `group` what the group does with its belief. May import `rules`,
`deck`, `weights`, `table` and the shared engine.
"""
