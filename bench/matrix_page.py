#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how a browser opens and scrolls the page of a large matrix, next to an empty page and to a long one.

The page is that of `loadstone matrix` for reports made by program; the browser is a headless Chromium, which is driven
through --remote-debugging-pipe. Prints milliseconds, and ratios to the other pages in the same browser."""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import matrices  # noqa: E402  (the module stands beside the tests)

POLICIES = 300
FRAMES = 120
SCROLL = """new Promise(done => {
  const gaps = [];
  let before = performance.now();
  function step(now) {
    gaps.push(now - before);
    before = now;
    window.scrollBy(0, (document.documentElement.scrollHeight - innerHeight) / %d);
    gaps.length > %d ? done(gaps.slice(1)) : requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
})""" % (FRAMES, FRAMES)
OPENED = """(() => {
  const [opened] = performance.getEntriesByType('navigation');
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  return { loaded: opened.loadEventEnd, painted: painted ? painted.startTime : 0 };
})()"""


class Browser:
    """A headless Chromium with one page. Messages are JSON, each followed by a zero byte."""

    def __init__(self, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def take_pipes():
            # The browser reads commands from descriptor 3 and writes answers to 4.
            high = os.dup2(to_browser, 100), os.dup2(from_browser, 101)  # either may be 3 or 4
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(  # pylint: disable=subprocess-popen-preexec-fn,consider-using-with
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}",
             "--window-size=1280,900", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.unread = b""
        self.last = 0
        self.session = None
        page = next(each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")

    def close(self):
        self.process.kill()
        self.process.wait()

    def read(self):
        while b"\0" not in self.unread:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("the browser ended")
            self.unread += part
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        return self.last

    def call(self, method, **parameters):
        """Sends a command and returns its result."""
        number = self.send(method, **parameters)
        while True:
            answer = self.read()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, page):
        """Opens a file, and returns when its load event has fired."""
        self.send("Page.navigate", url=page.as_uri())
        while self.read().get("method") != "Page.loadEventFired":
            pass

    def value_of(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"]["value"]


def make_matrix(tool, folder, subjects, cases):
    """Writes the page of a matrix with so many columns and cases, and returns it. Some cases go wrong, in other places in
    each column."""
    reports = []
    for subject in range(subjects):
        made = []
        for number in range(cases):
            verdict = {0: "fail", 1: "warn", 2: "skip"}.get((number * 7 + subject * 13) % 97, "pass")
            reason = "" if verdict == "pass" else f"the reason {(number + subject) % 50}"
            made.append(matrices.case(f"LS_VK_RULE_{number % POLICIES}/case_{number}", verdict, reason))
        reports.append(matrices.write(folder, f"{subject}.json", matrices.report(f"1.3.{subject}", made)))
    page = folder / "matrix.html"
    subprocess.run([tool, "matrix", *reports, "--html", page], stdout=subprocess.DEVNULL, check=True)
    return page


def measure(browser, page, repeat):
    """{what: milliseconds}: medians of several openings; of the frames of one scroll through the page, the median and the
    longest."""
    opened = []
    for _ in range(repeat):
        browser.open(page)
        opened.append(browser.value_of(OPENED))
    gaps = browser.value_of(SCROLL)
    return {**{name: statistics.median(each[name] for each in opened) for name in ("loaded", "painted")},
            "frame": statistics.median(gaps), "longest frame": max(gaps)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build" / "bin" / "loadstone")
    parser.add_argument("--subjects", type=int, default=30, help="columns (default: %(default)s)")
    parser.add_argument("--cases", type=int, default=4400, help="cases of each (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=5, help="openings of each page (default: %(default)s)")
    words = parser.parse_args()
    if shutil.which("chromium") is None:
        sys.exit("matrix_page.py: there is no chromium; ci/setup.sh installs it")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = {"matrix": make_matrix(words.tool, folder, words.subjects, words.cases)}
        for other, height in {"empty page": 0, "page of 20,000 pixels": 20000}.items():
            pages[other] = folder / f"{height}.html"
            pages[other].write_text(f"<!DOCTYPE html><title>x</title><p style='height:{height}px'>text</p>",
                                    encoding="utf-8")
        with contextlib.closing(Browser(folder / "profile")) as browser:
            figures = {title: measure(browser, page, words.repeat) for title, page in pages.items()}
        size = pages["matrix"].stat().st_size
    print(f"page: {size / 1e6:.1f} MB, {words.cases} cases, {words.subjects} subjects")
    for title, each in figures.items():
        print(f"{title}: " + ", ".join(f"{what} {value:.1f} ms" for what, value in each.items()))
    matrix, empty, tall = figures.values()
    print(f"opening: {matrix['loaded'] / empty['loaded']:.1f} times an empty page; "
          f"a frame of scrolling: {matrix['frame'] / tall['frame']:.2f} times that of a page without content")


if __name__ == "__main__":
    main()
