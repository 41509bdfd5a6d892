"""Games from outside: those of other libraries, and programs in any language. Each is a `Game` like our own."""
