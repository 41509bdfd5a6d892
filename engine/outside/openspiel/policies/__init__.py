"""One policy a module; see `engine.outside.openspiel.policy_set`."""
