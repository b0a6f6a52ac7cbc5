"""The web page: the self-check that is open to all, and the referee's desk behind a login."""
