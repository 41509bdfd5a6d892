"""Every text that a person reads is in the catalogues, and nothing else is."""
