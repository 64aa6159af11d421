# SPDX-License-Identifier: Apache-2.0
"""Each ID of a policy or reading in the sources is in the catalogue.

The sources are what Loadstone prints: findings of the fuzzers, messages of mocks and loaders, and pages. A user can
look up each printed ID with `loadstone explain`.
"""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
ROOMS = ("ci", "docs", "fuzz", "harness", "mock_common", "mock_layers", "mock_runtime", "oracle",
         "reference_loader", "suites", "tool")
SUFFIXES = {".cc", ".h", ".in", ".j2", ".json", ".md", ".py", ".sh", ".toml"}
# May be named although it is no longer in force.
REMOVED = {"LDP_DRIVER_6"}
# A policy, optionally with a reading: LLP_LOADER_5.r3, or LLP_LOADER_5_r3 in C++.
NAMED = re.compile(
    r"(?<![A-Za-z0-9_])((?:LLP_(?:LAYER|LOADER)|LDP_(?:DRIVER|LOADER)|LS_(?:VK|XR|ANDROID|FUCHSIA)(?:_[A-Z]+)*)"
    r"_[1-9][0-9]*)(?:[._](r[1-9][0-9]*))?(?![A-Za-z0-9])")


def catalogue():
    """Every ID of a policy, and of each reading in the form LLP_LOADER_5.r3."""
    policies = [policy for path in CATALOGUE.glob("*.json") if path.name != "schema.json"
                for policy in json.loads(path.read_text(encoding="utf-8"))["policies"]]
    return {policy["id"] for policy in policies} | {
        f'{policy["id"]}.{reading["id"]}' for policy in policies for reading in policy["readings"]}


def named(text):
    """The IDs in a text."""
    return {identifier if reading is None else f"{identifier}.{reading}"
            for identifier, reading in
            ((match[1], match[2]) for match in NAMED.finditer(text))}


def sources():
    """Files whose texts may be printed. Excludes tests, which use IDs that do not exist."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*"))
            if path.suffix in SUFFIXES and not path.stem.endswith("_test")]


@pytest.mark.parametrize("room", ROOMS)
def test_every_id_in_the_sources_is_in_the_catalogue(room):
    known = catalogue() | REMOVED
    strangers = {f"{path.relative_to(ROOT)}: {identifier}" for path in sources()
                 if path.is_relative_to(ROOT / room)
                 for identifier in named(path.read_text(encoding="utf-8")) - known}
    assert not strangers


def test_the_fuzzers_name_policies():
    """The search finds IDs: those in the oracle, which findings print."""
    text = "".join(path.read_text(encoding="utf-8") for path in sources()
                   if path.is_relative_to(ROOT / "oracle"))
    assert {"LDP_LOADER_1", "LDP_LOADER_5", "LDP_LOADER_13"} <= named(text)


@pytest.mark.parametrize("text,found", [
    ('"LDP_LOADER_99"', {"LDP_LOADER_99"}), ("policy::LS_VK_CHAIN_777.text", {"LS_VK_CHAIN_777"}),
    ("LS_XR_LAYER_DISCOVERY_5.r9.", {"LS_XR_LAYER_DISCOVERY_5.r9"}),
    ("reading::LLP_LOADER_5_r77;", {"LLP_LOADER_5.r77"}), ("VK_LAYER_LS_one_1", set()),
    ("LS_VK_FILTER", set()), ("loadstone explain LLP_LOADER_3", {"LLP_LOADER_3"})])
def test_an_id_is_seen(text, found):
    assert named(text) == found
