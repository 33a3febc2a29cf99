"""Settings that all randomised tests share."""

from hypothesis import settings

# No deadline: a busy machine is no fault of the rules. A failing case prints how to see it again.
settings.register_profile("croupier", deadline=None, print_blob=True)
settings.load_profile("croupier")
