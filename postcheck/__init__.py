"""postcheck: checks posts of the forum game 风云 against its rulesets."""

__version__ = "0.1.0"
