"""From a finished run to a page that a designer can act on."""
