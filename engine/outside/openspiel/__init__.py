"""The games of OpenSpiel (Lanctot and others: "OpenSpiel: a framework for reinforcement learning in games", 2019), each
as a `Game`. Not everybody has the package: `pip install open_spiel`."""
