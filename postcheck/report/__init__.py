"""What a person or a script gets to see of a check: JSON, terminal, one HTML page."""
