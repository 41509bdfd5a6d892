"""What `ablate`, `tune` and their like found, read again and told in words."""
