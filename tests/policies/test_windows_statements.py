# SPDX-License-Identifier: Apache-2.0
"""Each statement of the documents about Windows is judged, or has a reason why not."""

import copy
import importlib.util
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(os.environ.get("LOADSTONE_BUILD", ROOT / "build")) / "bin" / "loadstone"
SPEC = importlib.util.spec_from_file_location("windows_page", ROOT / "policies" / "windows_page.py")
windows_page = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(windows_page)


@pytest.fixture(name="listed", scope="module")
def fixture_listed():
    return windows_page.listed(TOOL)


def test_the_page_has_every_statement(listed):
    page = windows_page.page(windows_page.statements(), *listed)
    for number, row in enumerate(windows_page.statements(), 1):
        assert f"\n| {number} | {row['says']} |" in page


def test_every_policy_of_windows_alone_is_in_a_statement(listed):
    """Except for policies about drivers, about which Windows Layer Discovery and OpenXR say nothing."""
    named = {name for row in windows_page.statements() for name in row.get("policies", ())}
    own = {name for name, policy in listed[0].items() if policy["platforms"] == ["windows"]}
    assert not {name for name in own - named if not name.startswith("LS_VK_DRIVER_")}


@pytest.mark.parametrize("change, said", [
    ({"policies": ["LS_VK_DISCOVERY_999"]}, "statement 1: no policy LS_VK_DISCOVERY_999 is in the catalogue"),
    ({"policies": ["LS_VK_DISCOVERY_5"]}, "statement 1: LS_VK_DISCOVERY_5 does not hold on Windows"),
    ({"policies": ["LS_VK_LAYER_18"]}, "statement 1: LS_VK_LAYER_18: no case of a loader or an installer judges it"),
    ({"why": "so"}, "statement 1: either policies or why"),
])
def test_a_wrong_row_is_refused(change, said, listed):
    rows = copy.deepcopy(windows_page.statements())
    rows[0] |= change
    with pytest.raises(windows_page.PageError) as error:
        windows_page.page(rows, *listed)
    assert str(error.value) == said
