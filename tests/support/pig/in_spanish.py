"""Pig in plain Python with Spanish names: ñ and accents in a parameter, an axis, a column and a memory."""

SPANISH = (
    (
        '    parameters = {"goal": Parameter(100, 10, 200, "points that win")}\n',
        '    parameters = {"daño_máximo": Parameter(100, 10, 200, "puntos que ganan"), "ñandú": 3}\n'
        '    axes = {"tamaño": (6, 8)}\n',
    ),
    ("table.rules.goal", "table.rules.daño_máximo"),
    ('columns = {"rolls": "rolls of the die"}', 'columns = {"jugadores_ñ": "tiradas del dado"}'),
    ('table.count("rolls")', 'table.count("jugadores_ñ", table.rules.ñandú)'),
    ('table.luck.die("roll", 6, turn, roll)', 'table.luck.die("roll", table.rules.tamaño, turn, roll)'),
    ("def hold(view, at=20):", 'def hold(view, umbral_ñ=20, memory={"último": 0}):'),
    ('return view["turn"] < at', 'memory["último"] = view["turn"]\n    return memory["último"] < umbral_ñ'),
)
"""The plain Pig with Spanish names."""
