"""The dossier: what a publisher reads in two minutes, and sends on."""
