"""Loaders that read the documents in another way that is accepted are accused of nothing."""

import sys

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT / "reference_loader" / "readings"))
import judge  # noqa: E402  (the module stands beside the patches)

ALL = judge.all_readings()


@pytest.mark.parametrize("reading", ALL, ids=[each.name for each in ALL])
def test_reading_is_accused_of_nothing(reading):
    assert not judge.accusations(reading, BUILD, 2000, "--policy", reading.policy)
