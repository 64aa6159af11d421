#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Opens or updates one issue for each cause in a report of `loadstone run` or of a check-* verb.

usage: file_issues.py REPORT.json [--post gh|glab] [--label LABEL] [--warnings] [--most N] [--loadstone PATH]

Prints what it would do; with --post it does it, by GitHub's `gh` or GitLab's `glab`, in the repository of the current
folder. An issue is found again by a mark in its text, which depends on the subject, the violated policy, and the fault
or the reason, so that neither a new case nor a new version opens a second issue. The text is that of `loadstone repro
--markdown` for the first case of the cause, run on this machine. The exit status is 0, or 2 with one line if the report
or the program that posts cannot be used.
"""

import argparse
import dataclasses
import hashlib
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

MOST_CASES = 20  # that an issue lists
LONGEST_TITLE = 120
LONGEST_BODY = 60000  # of the 65,536 characters that GitHub takes
CLOSED = "closed"


class IssueError(Exception):
    """Nothing more can be done; the text is one line."""


@dataclasses.dataclass(frozen=True)
class Cause:
    """The cases of a report that fail for the same reason."""
    policy: str
    says: str
    key: str
    cases: tuple
    reproduce: str  # the command for the first case

    @property
    def mark(self):
        return f"<!-- loadstone cause {self.key} -->"

    @property
    def title(self):
        text = " ".join(f"{self.policy}: {self.says}".split())
        return text if len(text) <= LONGEST_TITLE else text[:LONGEST_TITLE - 3] + "..."


@dataclasses.dataclass(frozen=True)
class Issue:
    number: int
    state: str
    body: str


def read_report(path):
    """The report, and its cases with a finding. Raises IssueError for another file."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
        subject = report["subject"]
        return subject, [case for case in report["cases"] if case["verdict"] in ("fail", "warn")]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise IssueError(f"{path} is no report of 'loadstone run --json': {error!r}") from error


def subject_key(subject):
    """What stays the same from version to version."""
    name = Path(subject["path"]).name.split(".so")[0]
    return [subject.get(member, "") for member in ("api", "kind", "platform")] + [name]


def causes_of(subject, cases):
    """The causes, those with a must first, in the order of the report."""
    groups = {}
    for case in cases:
        policy = case.get("violates") or case["policies"][0]
        says = case.get("fault") or case["reason"]
        groups.setdefault((case["verdict"], policy, says), []).append(case)
    result = []
    for (_, policy, says), own in sorted(groups.items(), key=lambda item: item[0][0] != "fail"):
        text = json.dumps([*subject_key(subject), policy, says])
        result.append(Cause(policy, says, hashlib.sha256(text.encode()).hexdigest()[:16],
                            tuple(case["id"] for case in own), own[0]["reproduce"]))
    return result


def body_of(cause, loadstone):
    """The text of the issue."""
    command = [loadstone, *shlex.split(cause.reproduce)[1:], "--markdown"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    text = result.stdout or f"`{' '.join(command)}` printed nothing: {result.stderr.strip()}"
    listed = "\n".join(f"- {case}" for case in cause.cases[:MOST_CASES])
    more = len(cause.cases) - MOST_CASES
    if more > 0:
        listed += f"\n- and {more} more"
    if len(text) > LONGEST_BODY:
        text = text[:LONGEST_BODY] + "\n\n(shortened)\n"
    return f"{cause.mark}\n\n{text}\n\n## Cases\n\n{listed}\n"


class Tracker:
    """The issues with a label, through a program for them."""

    def __init__(self, program, label):
        self.program, self.label = program, label
        if shutil.which(program) is None:
            raise IssueError(f"there is no program '{program}': install it, or leave out --post")

    def call(self, *words, text=None):
        result = subprocess.run([self.program, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, check=False)
        if result.returncode != 0:
            raise IssueError(f"{self.program} {words[0]} {words[1]}: {' '.join(result.stderr.split()) or 'failed'}")
        return result.stdout

    def read(self, text, fields):
        try:
            return [Issue(one[fields[0]], str(one["state"]).lower(), one[fields[1]] or "") for one in json.loads(text)]
        except (ValueError, KeyError, TypeError) as error:
            raise IssueError(f"{self.program} issue list printed something else than issues: {error!r}") from error


class GitHub(Tracker):
    def issues(self):
        return self.read(self.call("issue", "list", "--label", self.label, "--state", "all", "--limit", "1000",
                                   "--json", "number,state,body"), ("number", "body"))

    def create(self, title, body):
        self.call("issue", "create", "--title", title, "--label", self.label, "--body-file", "-", text=body)

    def update(self, issue, body):
        self.call("issue", "edit", str(issue.number), "--body-file", "-", text=body)

    def reopen(self, issue):
        self.call("issue", "reopen", str(issue.number))


class GitLab(Tracker):
    def issues(self):
        found, page = [], 1
        while True:
            some = self.read(self.call("issue", "list", "--label", self.label, "--all", "--output", "json",
                                       "--per-page", "100", "--page", str(page)), ("iid", "description"))
            found += some
            page += 1
            if len(some) < 100:
                return found

    def create(self, title, body):
        self.call("issue", "create", "--title", title, "--label", self.label, "--description", body, "--yes")

    def update(self, issue, body):
        self.call("issue", "update", str(issue.number), "--description", body)

    def reopen(self, issue):
        self.call("issue", "reopen", str(issue.number))


TRACKERS = {"gh": GitHub, "glab": GitLab}


def cases_listed(body):
    return body.split("\n## Cases\n")[-1]


def file_issue(tracker, known, cause, body):
    """Opens, updates or reopens the issue of a cause; returns what was done, in words."""
    issue = next((one for one in known if cause.mark in one.body), None)
    if issue is None:
        tracker.create(cause.title, body)
        return "opened"
    if issue.state == CLOSED:
        tracker.reopen(issue)
    elif cases_listed(issue.body).strip() == cases_listed(body).strip():
        return f"issue {issue.number} is up to date"
    tracker.update(issue, body)
    return f"{'reopened' if issue.state == CLOSED else 'updated'} issue {issue.number}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", metavar="REPORT.json")
    parser.add_argument("--post", choices=sorted(TRACKERS),
                        help="the program that posts; without it, nothing is posted")
    parser.add_argument("--label", default="loadstone", help="the label of the issues (default: loadstone)")
    parser.add_argument("--warnings", action="store_true", help="also for causes that violate no must")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="the most causes in one run (default: 20)")
    parser.add_argument("--loadstone", default="loadstone", metavar="PATH", help="the tool (default: that in PATH)")
    options = parser.parse_args()
    try:
        if shutil.which(options.loadstone) is None:
            raise IssueError(f"there is no program '{options.loadstone}': give the tool's path with --loadstone")
        subject, cases = read_report(options.report)
        causes = causes_of(subject, [case for case in cases if options.warnings or case["verdict"] == "fail"])
        tracker = TRACKERS[options.post](options.post, options.label) if options.post else None
        known = tracker.issues() if tracker else []
        for cause in causes[:options.most]:
            done = "would be opened or updated"
            if tracker:
                done = file_issue(tracker, known, cause, body_of(cause, options.loadstone))
            print(f"{cause.title}: {done} ({len(cause.cases)} case{'s' if len(cause.cases) > 1 else ''})")
        if len(causes) > options.most:
            print(f"{len(causes) - options.most} more causes are left for later runs")
    except IssueError as error:
        print(f"file_issues.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
