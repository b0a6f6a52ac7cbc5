"""Importers: what a corpus can be filled from."""
