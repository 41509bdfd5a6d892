"""What a page claims, as data: every claim of its sentences, how sure it is, and the verdict on top of the page."""
