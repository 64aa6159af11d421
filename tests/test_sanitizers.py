# SPDX-License-Identifier: Apache-2.0
"""The reference Vulkan loader with sanitizers: each allocation fails once, and eight threads run concurrently.

A sample: tests/sanitizers.py without arguments instruments the whole loader, and ci/sanitize.sh everything.
"""

import os
import subprocess
import sys

import pytest
from conftest import BUILD, EVERYTHING, ROOT


def sanitizers(*words, build=BUILD):
    return subprocess.run([sys.executable, ROOT / "tests" / "sanitizers.py", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          env={**os.environ, "LOADSTONE_BUILD": str(build)})


@pytest.mark.parametrize("sanitizer", ["address", "thread"] if EVERYTHING else ["address"])
def test_sanitizer_has_no_complaint(sanitizer):
    result = sanitizers("sample", sanitizer)
    assert result.returncode == 0, result.stdout
    assert "PASSED" in result.stdout


def test_bad_input_is_one_line(tmp_path):
    for result in (sanitizers("memory"), sanitizers("address", build=tmp_path)):
        assert result.returncode == 1 and len(result.stdout.splitlines()) == 1
