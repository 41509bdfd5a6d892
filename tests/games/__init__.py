"""Game files of many shapes, as people write them."""
