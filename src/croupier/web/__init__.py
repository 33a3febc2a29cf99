"""HTTP and WebSocket: routes, the socket, sessions, problems. Knows no rule and judges nothing."""
