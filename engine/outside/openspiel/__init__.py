"""The games of OpenSpiel (Lanctot and others: "OpenSpiel: a framework for reinforcement learning in games", 2019), each
as a `Game`. The package `open_spiel` is an extra: `pip install "fatecast[openspiel]"`."""
