"""Who may come in, and with what. A web page of somebody else can send requests to this server, too: from another site,
from another port of this machine, or under another name for this machine. Each door keeps out one of these, and what
comes through all of them was sent by our own page.

One keeps out nobody: `language` says in which language the rest of a request is answered, also a refusal.

Every door is plain ASGI around the app; `around` says in which order they stand.
"""
