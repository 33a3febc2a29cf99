"""The HTTP operations, and the shapes of their requests and responses."""
