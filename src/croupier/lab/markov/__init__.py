"""Betting systems as Markov chains: how all their sessions end, without sampling."""
