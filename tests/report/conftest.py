"""The one review that most tests of the reports look at."""

import pytest
from factory import walk

from postcheck.review import Review


@pytest.fixture(scope="session")
def review() -> Review:
    return walk()
