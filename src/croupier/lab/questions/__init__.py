"""Questions of the lab as plain values, answered in a process of its own: what the page asks, and how much it may."""
