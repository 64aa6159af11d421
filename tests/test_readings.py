"""Loaders that read the documents in another way that is accepted are accused of nothing."""

import sys

import pytest
from conftest import BUILD, ROOT, in_sample

sys.path[:0] = [str(ROOT / "reference_loader"), str(ROOT / "reference_loader" / "readings")]
import judge  # noqa: E402  (the modules stand in these folders)
import variants  # noqa: E402

INPUTS = 2000  # of the fuzzer

ALL = variants.read(variants.READINGS)


@pytest.mark.parametrize("name", ALL)
def test_reading_is_accused_of_nothing(name):
    inputs = INPUTS if in_sample(name) else 0
    assert not judge.accusations(ALL[name], BUILD, inputs, "--policy", ALL[name].policy)
