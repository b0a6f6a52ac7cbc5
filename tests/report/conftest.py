"""The one review that most tests of the reports look at."""

import pytest
from handmade import walk

from postcheck.review import Review


@pytest.fixture(scope="session")
def review() -> Review:
    return walk()
