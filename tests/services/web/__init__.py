import pytest

pytest.register_assert_rewrite("tests.services.web.drawn", "tests.services.web.scoring_panels")
