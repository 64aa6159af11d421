#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Judges and fuzzes one loader, compares with the night before, and files issues.

usage: nightly.py --api vulkan|openxr --loader PATH --state DIR [--seconds N] [--post gh|glab] [--loadstone PATH]
                  [--options "WORDS FOR loadstone run"]

DIR keeps what the next night needs: report.json, and the corpus and the findings of the fuzzer. Each night also writes
report.html, matrix.html, matrix.json and summary.txt there. The exit status is 0 if nothing is worse than the night
before, and the fuzzer found nothing new; 1 if not; 2 or 3 as that of `loadstone run`.
"""

import argparse
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

FILE_ISSUES = Path(__file__).resolve().parent / "file_issues.py"
CONFORMS, VIOLATES, CANNOT_RUN, UNJUDGED = range(4)


class Night:
    """The steps of one night; each writes a part of summary.txt."""

    def __init__(self, options):
        self.options = options
        self.state = Path(options.state)
        self.state.mkdir(parents=True, exist_ok=True)
        self.summary = []

    def path(self, name):
        return str(self.state / name)

    def call(self, heading, *words, accept=(CONFORMS, VIOLATES)):
        """Runs a command, whose output is a part of the summary. Ends the night with another exit status."""
        result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, check=False)
        self.summary += [f"## {heading}", "", result.stdout.strip(), ""]
        if result.returncode not in accept:
            self.end(result.returncode if result.returncode in (CANNOT_RUN, UNJUDGED) else UNJUDGED)
        return result.returncode

    def end(self, status):
        text = "\n".join(self.summary)
        (self.state / "summary.txt").write_text(text, encoding="utf-8")
        print(text)
        sys.exit(status)

    def subject(self):
        return ["--api", self.options.api, "--loader", self.options.loader]

    def judge(self):
        tool, new = self.options.loadstone, self.path("new.json")
        self.call("Verdicts", tool, "run", *self.subject(), "--json", new, "--html", self.path("report.html"),
                  *shlex.split(self.options.options))
        last = self.state / "report.json"
        worse = last.exists() and self.call("Since the night before", tool, "diff", str(last), new) == VIOLATES
        self.call("Matrix", tool, "matrix", new, "--html", self.path("matrix.html"), "--json", self.path("matrix.json"))
        Path(new).replace(last)
        return worse

    def findings(self):
        folder = self.state / "findings"
        names = {path.name for path in folder.iterdir() if path.is_dir()} if folder.exists() else set()
        return names - {"unconfirmed"}

    def fuzz(self):
        if self.options.seconds == 0:
            return False
        before = self.findings()
        self.call("Fuzzing", self.options.loadstone, "fuzz", *self.subject(), "--seconds", str(self.options.seconds),
                  "--corpus", self.path("corpus"), "--out", self.path("findings"))
        new = sorted(self.findings() - before)
        self.summary += ["## New findings of the fuzzer", "", *(new or ["none"]), ""]
        return bool(new)

    def issues(self):
        post = ["--post", self.options.post] if self.options.post else []
        self.call("Issues", sys.executable, str(FILE_ISSUES), self.path("report.json"), *post,
                  "--loadstone", self.options.loadstone, accept=(CONFORMS,))

    def run(self):
        worse = self.judge()
        found = self.fuzz()
        self.issues()
        self.end(VIOLATES if worse or found else CONFORMS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--api", choices=["vulkan", "openxr"], default="vulkan")
    parser.add_argument("--loader", required=True, metavar="PATH")
    parser.add_argument("--state", required=True, metavar="DIR", help="what one night keeps for the next")
    parser.add_argument("--seconds", type=int, default=3600, metavar="N",
                        help="how long to fuzz (default: 3600); 0: not at all")
    parser.add_argument("--post", choices=["gh", "glab"], help="files issues; without it, they are only printed")
    parser.add_argument("--loadstone", default="loadstone", metavar="PATH",
                        help="the tool; default: the one in PATH. That of a build is build/bin/loadstone")
    parser.add_argument("--options", default="", help="further words for loadstone run, such as --baseline FILE")
    options = parser.parse_args()
    if options.seconds < 0:
        parser.error("--seconds takes 0 or more")
    if not shutil.which(options.loadstone):
        print(f"nightly.py: there is no program {options.loadstone!r}: --loadstone names the tool", file=sys.stderr)
        sys.exit(CANNOT_RUN)
    try:
        Night(options).run()
    except OSError as error:
        print(f"nightly.py: {error}", file=sys.stderr)
        sys.exit(CANNOT_RUN)


if __name__ == "__main__":
    main()
