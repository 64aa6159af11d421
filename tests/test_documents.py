# SPDX-License-Identifier: Apache-2.0
"""The links, verbs and options in the documents exist."""

import functools
import re
import subprocess

import pytest
from conftest import ROOT, TOOL

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("ci/*.md"),
                *ROOT.glob("integration/*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@functools.cache
def help_of(verb):
    result = subprocess.run([TOOL, verb, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            check=False)
    return result.stdout if result.returncode == 0 else None


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if re.match(r"https?:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (page.parent / path).resolve() if path else page
        assert place.exists(), target
        if anchor:
            assert anchor in anchors(place), target


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_commands_are_those_of_the_tool(page):
    text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
    for verb, rest in re.findall(r"(?:^|[`/ ])loadstone ([a-z][a-z-]+)([^`\n|>]*)", text, re.M):
        if not re.search(rf"[`/]loadstone {verb}|^loadstone {verb}|  loadstone {verb}", text, re.M):
            continue
        known = help_of(verb)
        assert known is not None, f"loadstone {verb}"
        for option in re.findall(r"(?<!\S)--[a-z-]+", rest):
            assert re.search(rf"{option}\b", known), f"loadstone {verb} {option}"
