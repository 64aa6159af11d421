# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a browser."""

import re
import shutil
import subprocess

import pytest
from conftest import TOOL

WORDS = ("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--spec", "1.3.239")


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory, faulty):
    page = tmp_path_factory.mktemp("html") / "report.html"
    subprocess.run([TOOL, "run", "--loader", faulty, *WORDS, "--html", page],
                   stdout=subprocess.DEVNULL, check=False)
    return page


def chromium(folder, *words):
    """The output of headless Chromium, without network."""
    browser = shutil.which("chromium")
    assert browser is not None, "ci/setup.sh installs chromium, without which the page cannot be looked at"
    return subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--proxy-server=127.0.0.1:9", f"--user-data-dir={folder}", *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=240).stdout


def shown(page, folder, address=""):
    """The page after its script has run: the number of visible causes, and its text."""
    dom = chromium(folder, "--dump-dom", f"{page.as_uri()}{address}").decode()
    return int(re.search(r'<body data-shown="(\d+)"', dom).group(1)), dom


def test_page_shows_each_cause_with_its_evidence(page, tmp_path):
    count, dom = shown(page, tmp_path)
    assert count == 3 == len(re.findall(r'<section class="cause"', dom))
    for text in ("if a component is listed twice", "VK_LAYER_LS_meta.json", "component_layers",
                 "vkCreateInstance", "application", "did not return", "it was killed by SIGSEGV", "paragraph 15"):
        assert text in dom, text


@pytest.mark.parametrize("address, count", [("#warn", 1), ("#fail", 2), ("#two_meta_layers", 1), ("#nothing", 0)])
def test_address_filters_causes(address, count, page, tmp_path):
    assert shown(page, tmp_path, address)[0] == count


def test_a_case_has_a_permanent_link(page, tmp_path):
    cases = re.findall(r'<section class="cause"[^>]* id="([^"]+)"', page.read_text(encoding="utf-8"))
    assert len(cases) == 3 == len(set(cases))
    count, dom = shown(page, tmp_path, "#" + cases[1])
    assert count == 3 and f'href="#{cases[1]}"' in dom


def test_page_can_be_painted(page, tmp_path):
    picture = tmp_path / "page.png"
    chromium(tmp_path / "profile", f"--screenshot={picture}", "--window-size=1200,1600", page.as_uri())
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")) == (1200, 1600)
    # A picture of a single color is only a few kilobytes.
    assert len(content) > 30000
