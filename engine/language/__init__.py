"""In which language a text for a person is written: templates with named places, and catalogues that translate them.

Code marks its texts in English: `said("{who} wins {share}.", who=…, share=…)`. The catalogue of the current language
(`fatecast/locale`, and `locale` beside a game for its words) has a template for each; without one, English is written.
A catalogue is data: it fills places by their names and can do nothing else.
"""
