"""The seam: what the laboratory may ask of any game, and the plain data that passes between them. May import
engine.kernel, engine.configs and engine.errors; knows no game but by its address."""
