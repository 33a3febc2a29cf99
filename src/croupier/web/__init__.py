"""HTTP and WebSocket: routes, the socket, sessions, problems. It contains no rule and judges nothing."""
