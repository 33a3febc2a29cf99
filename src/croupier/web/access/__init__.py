"""Who may come in: sessions and invitations, names, allowed origins, and how much anybody may send."""
