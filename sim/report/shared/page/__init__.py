"""The tables of a page as a person reads them, and the templates that all kinds share."""
