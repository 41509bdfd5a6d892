"""The Shipwreck Arcana, a cooperative deduction game for two to five players.

`game` is the interface to the laboratory, `for_policies` that to the authors of policies. Inside, each part may import
only what stands to its right: `game`, `parts`, `policies` → `minds`, `words` → `cells` → `rules` → `deck`, `weights` →
`table`. All may import the shared engine.
"""

INDICES_ARE_TESTED = True
"""See `engine.kernel.compiled.TESTED`."""
