"""Lanterns before the Storm: keepers light the lanterns of a coast, and the wind blows them out again.

Each turn, a keeper fetches oil, lights a lantern or guards those that burn. Then a card of the weather comes: its
wind blows out lanterns, and a keeper picks up the oil that it washes ashore. They win as soon as all lanterns burn. If
some are dark when the deck is empty, the storm has come."""
