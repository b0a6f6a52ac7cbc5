"""The game as a ledger (账本): events in, state out. Reads no post, knows no judge."""
