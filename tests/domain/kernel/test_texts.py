"""Sentences with gaps: what a number does to the words around it."""

import pytest

from domain.kernel.texts import Count

AZ = (1, 5, 50, 512, 1000, 1999, 1_000_000)
A = (0, 2, 10, 11, 15, 100, 10_000)


@pytest.mark.parametrize(("number", "article"), [*((n, "az") for n in AZ), *((n, "a") for n in A)])
def test_the_hungarian_article_goes_by_how_the_number_sounds(number: int, article: str) -> None:
    assert f"{Count(number):az}" == article
    assert f"{Count(number):Az}" == article.capitalize()
