"""A result as one page that can be sent to others and checked: it holds all that is needed to play it again.

The page is made from its own data block, and from nothing else. Whoever checks it makes the page anew from that block:
then no number, word or sign of the page can say anything else than the games in the block do.
"""
