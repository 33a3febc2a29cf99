"""Settings that all randomised tests share."""

import os

from hypothesis import settings

# No deadline: a busy machine is no fault of the rules. A failing case prints how to see it again. CI tries the same
# cases each time, so that a change is judged by what it changed; at home every run looks elsewhere.
settings.register_profile("croupier", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("croupier")
