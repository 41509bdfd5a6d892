"""The Shipwreck Arcana: a cooperative deduction game for two to five players."""
