"""A folder that knows its game: what `fatecast.toml` says, and whose code this user has named there."""
