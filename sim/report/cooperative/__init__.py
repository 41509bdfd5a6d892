"""A cooperative game: how hard is it?"""
