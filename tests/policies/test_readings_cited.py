# SPDX-License-Identifier: Apache-2.0
"""Each reading of the catalogue is cited where code depends on it, and each cited reading exists."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
ROOMS = ("suites", "oracle", "reference_loader/readings")
# LLP_LOADER_5.r1 in texts and comments, reading::LLP_LOADER_5_r1 in code.
CITED = re.compile(r"\b((?:LLP|LDP|LS)_[A-Z0-9_]+?_\d+)(?:\.|(?<=\d)_)(r\d+)\b")


def catalogue():
    """{name in citations: (policy, reading)}"""
    return {f'{policy["id"]}.{reading["id"]}': (policy, reading)
            for path in CATALOGUE.glob("*.json") if path.name != "schema.json"
            for policy in json.loads(path.read_text(encoding="utf-8"))["policies"]
            for reading in policy["readings"]}


def citations(texts):
    """{name: the first place in `texts`, {place: text}, that cites it}"""
    found = {}
    for place, text in texts.items():
        for policy, reading in CITED.findall(text):
            found.setdefault(f"{policy}.{reading}", place)
    return found


def sources():
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for room in ROOMS for path in sorted((ROOT / room).rglob("*"))
            if path.suffix in (".cc", ".h", ".toml")}


def problems(readings, cited):
    """A line for each citation of a reading that does not exist, each reading that is not cited, and each unused
    exception."""
    lines = [f"{place}: cites {name}, which is not in the catalogue"
             for name, place in cited.items() if name not in readings]
    for name, (policy, reading) in readings.items():
        excused = "uncited" in reading or not policy["observable"]
        if name not in cited and not excused:
            lines.append(f"{name}: neither cited nor said why not (uncited)")
        if name in cited and "uncited" in reading:
            lines.append(f"{name}: cited by {cited[name]}, and yet said why not (uncited)")
    return lines


def test_every_reading_is_cited_or_says_why_not():
    assert not problems(catalogue(), citations(sources()))


@pytest.mark.parametrize("text", ["// As LLP_LOADER_5.r3.", "<< reading::LLP_LOADER_5_r3;",
                                  'reading = "LLP_LOADER_5.r3"', "(LLP_LOADER_5.r3, LLP_LAYER_4.)"])
def test_a_citation_is_found_in_each_form(text):
    assert citations({"a.cc": "nothing", "b.cc": text}) == {"LLP_LOADER_5.r3": "b.cc"}


def test_faults_are_reported():
    seen = {"observable": True}, {}
    excused = {"observable": True}, {"uncited": "No loader is run there."}
    unseen = {"observable": False}, {}
    readings = {"LS_A_1.r1": seen, "LS_A_1.r2": seen, "LS_A_2.r1": excused, "LS_A_2.r2": excused,
                "LS_A_3.r1": unseen}
    assert problems(readings, {"LS_A_1.r1": "a.cc", "LS_A_2.r1": "b.cc", "LS_A_9.r1": "c.cc"}) == [
        "c.cc: cites LS_A_9.r1, which is not in the catalogue",
        "LS_A_1.r2: neither cited nor said why not (uncited)",
        "LS_A_2.r1: cited by b.cc, and yet said why not (uncited)"]
