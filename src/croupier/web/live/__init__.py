"""The WebSocket of a table: connections, frames, what each client is sent, and alerts."""
