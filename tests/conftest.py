"""How Hypothesis works here: the same examples on every run, more of them on request.

`pytest --hypothesis-profile=thorough` looks ten times as long, and elsewhere each time.
"""

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile(
    "steady", max_examples=100, derandomize=True, deadline=None, suppress_health_check=QUIET
)
settings.register_profile(
    "thorough", max_examples=1000, deadline=None, suppress_health_check=QUIET, print_blob=True
)
settings.load_profile("steady")
