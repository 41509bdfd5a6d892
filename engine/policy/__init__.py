"""Everything about policies that is the same for every game: hooks, parameters, names, files from outside, the kernel
of a policy, mixed tables, the test that every policy must pass. A game declares its hooks (`hooks.HookSet`) and its
policies (`registry.PolicySet`) and hands them in. May import engine.content, engine.game, engine.kernel and
engine.configs; knows no game."""
