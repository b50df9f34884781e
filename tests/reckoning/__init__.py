"""A second, slow reckoning of the map rules, written from the ledger alone."""
