"""A production game: what does it yield?"""
