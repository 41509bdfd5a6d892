"""A competitive game: who wins?"""
