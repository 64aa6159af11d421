#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs libFuzzer targets for a while, one after the other, and writes one summary.

The next run continues from what a run leaves in --out: corpus/TARGET/ (merged: only inputs that
reach code that no other input reaches) and findings/TARGET/, an input for each cause. seeds/ and
dictionaries/ are made anew. A cause is the broken invariant or the sanitizer's own summary; a cause
that an earlier run found is not new.

Exit status: 0 no new finding, 1 a new finding, 2 the targets cannot be run.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import inputs

HERE = pathlib.Path(__file__).resolve().parent
# A target stops after this number of findings.
MAX_FINDINGS = 20
# In seconds; longer than the limit of a single input, so that libFuzzer reports a hang before this script ends it.
PATIENCE = 120


class Unusable(Exception):
    """The targets cannot be run; the message says why."""


def all_targets():
    """The targets of targets.txt, each with its dictionary."""
    lines = (HERE / "targets.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def make_seeds(out):
    """Writes the seeds and dictionaries of the targets below `out`: seeds/TARGET and dictionaries/NAME.dict."""
    try:
        inputs.write_dictionaries(out / "dictionaries")
        inputs.write_corpora(out / "seeds")
    except OSError as error:
        raise Unusable(f"cannot write in {out}: {error.strerror}; name another --out") from error


class Target:
    """One target with its corpus and findings below `out`."""

    def __init__(self, name, dictionary, binaries, out):
        self.name = name
        self.binary = binaries / f"fuzz_{name}"
        if not os.access(self.binary, os.X_OK):
            raise Unusable(f"there is no target {self.binary}; ci/fuzz-build.sh builds it")
        self.options = [f"-dict={out / 'dictionaries' / dictionary}.dict", "-timeout=25",
                        "-max_len=8192", "-print_final_stats=1"]
        places = [out / "seeds" / name, HERE / "regressions" / name]
        self.seeds = [str(place) for place in places if place.is_dir()]
        self.corpus = out / "corpus" / name
        self.findings = out / "findings" / name
        self.merged = self.corpus.with_name(name + ".merged")
        try:
            self.corpus.parent.mkdir(parents=True, exist_ok=True)
            # If a run was interrupted between two steps of a merge, the corpus has this name.
            if self.merged.is_dir() and not self.corpus.exists():
                self.merged.rename(self.corpus)
            self.corpus.mkdir(exist_ok=True)
            self.findings.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(f"cannot write in {out}: {error.strerror}; name another --out") from error

    def run(self, *words, seconds=0):
        """The output and the exit status of one run of the binary."""
        result = subprocess.run([self.binary, *self.options, *map(str, words)],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, errors="replace",
                                timeout=seconds + PATIENCE, check=False)
        return result.stdout, result.returncode

    def coverage(self, report):
        """The number of code edges that the corpus and the seeds reach. An input on which the target now
        fails is a finding and is removed from the corpus."""
        for _ in range(MAX_FINDINGS):
            output, status = self.run("-runs=0", f"-artifact_prefix={self.scratch}/", self.corpus,
                                      *self.seeds)
            if status == 0:
                found = re.findall(r"cov: (\d+)", output)
                return int(found[-1]) if found else 0
            failing = {path.read_bytes() for path in self.scratch.iterdir()}
            self.keep_finding(output, report)
            gone = [path for path in self.corpus.iterdir() if path.read_bytes() in failing]
            for path in gone:
                path.unlink()
            if not gone:
                break
        return 0

    def fuzz(self, seconds, runs):
        """Fuzzes for `seconds`; returns the results."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        report = {"target": self.name, "executions": 0, "seconds": 0.0,
                  "new_findings": [], "known_findings": []}
        report["coverage_before"] = self.coverage(report)
        limits = ["-runs=" + str(runs)] if runs else []
        for _ in range(MAX_FINDINGS):
            left = max(1, int(seconds - report["seconds"]))
            start = time.monotonic()
            output, status = self.run(*limits, f"-max_total_time={left}",
                                      f"-artifact_prefix={self.scratch}/", self.corpus,
                                      *self.seeds, seconds=left)
            report["seconds"] += time.monotonic() - start
            report["executions"] += executions(output)
            if status == 0:
                break
            self.keep_finding(output, report)
            if runs or report["seconds"] >= seconds:
                break
        self.merge()
        report["coverage_after"] = self.coverage(report)
        shutil.rmtree(self.scratch)
        return report

    @property
    def scratch(self):
        """The folder to which libFuzzer writes findings."""
        return self.findings / "scratch"

    def keep_finding(self, output, report):
        """Moves libFuzzer's finding to the name of its cause."""
        cause = cause_of(output)
        name = re.sub(r"[^a-z0-9]+", "_", cause.lower()).strip("_")[:80]
        known = (self.findings / name).exists()
        kind = "known_findings" if known else "new_findings"
        if cause not in report["new_findings"] + report["known_findings"]:
            report[kind].append(cause)
        for artifact in self.scratch.iterdir():
            if not (self.findings / name).exists():
                artifact.replace(self.findings / name)
                (self.findings / (name + ".log")).write_text(output[-20000:], encoding="utf-8")
            else:
                artifact.unlink()

    def merge(self):
        """Keeps the inputs of the corpus that reach code of their own; keeps all of them if that fails."""
        shutil.rmtree(self.merged, ignore_errors=True)
        self.merged.mkdir()
        output, status = self.run("-merge=1", f"-artifact_prefix={self.scratch}/", self.merged,
                                  self.corpus, *self.seeds, seconds=600)
        if status != 0:
            print(f"fuzz/nightly.py: {self.name} cannot merge its corpus, which stays as it is:\n"
                  f"{output[-500:]}", file=sys.stderr)
            shutil.rmtree(self.merged)
            return
        shutil.rmtree(self.corpus)
        self.merged.rename(self.corpus)


def executions(output):
    found = re.search(r"stat::number_of_executed_units: (\d+)", output)
    return int(found.group(1)) if found else 0


def cause_of(output):
    """The cause in one line, which is the same for each input with this cause."""
    invariant = re.search(r"^invariant broken: (.*)$", output, re.MULTILINE)
    if invariant:
        # Names and paths of the input are not part of the cause.
        words = [word for word in invariant.group(1).split() if re.fullmatch(r"[a-z_,']+", word)]
        return "invariant broken: " + " ".join(words)
    summary = re.search(r"^SUMMARY: (.*)$", output, re.MULTILINE)
    # Without addresses and line numbers, which change.
    return re.sub(r"0x[0-9a-f]+|\(.*?\)|(:\d+)+", "", summary.group(1)).strip() if summary \
        else "unknown"


def table(reports):
    """The summary in Markdown."""
    lines = ["| target | coverage | new | executions | per second | new findings | known |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for report in reports:
        speed = report["executions"] / report["seconds"] if report["seconds"] else 0
        gained = report["coverage_after"] - report["coverage_before"]
        cells = [report["target"], report["coverage_after"], f"+{max(0, gained)}",
                 report["executions"], round(speed), len(report["new_findings"]),
                 len(report["known_findings"])]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    for report in reports:
        lines += [f"\n{report['target']}: {cause}" for cause in report["new_findings"]]
    return "\n".join(lines) + "\n"


def positive(text):
    """A positive number of seconds or runs, for argparse."""
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise argparse.ArgumentTypeError(f"takes a whole number from 1 to 999999999, not {text!r}")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=positive, default=28800, help="for all targets together")
    parser.add_argument("--runs", type=positive, default=0, help="of each target, at most")
    parser.add_argument("--target", action="append", help="only these; by default all")
    parser.add_argument("--out", type=pathlib.Path,
                        default=os.environ.get("LOADSTONE_FUZZ_OUT",
                                               HERE.parent / "build-fuzz" / "nightly"))
    options = parser.parse_args()
    known = all_targets()
    chosen = options.target or list(known)
    reports = []
    try:
        unknown = [name for name in chosen if name not in known]
        if unknown:
            raise Unusable(f"targets.txt does not know {', '.join(unknown)}")
        make_seeds(options.out)
        targets = [Target(name, known[name], options.binaries, options.out) for name in chosen]
        for target in targets:
            reports.append(target.fuzz(max(1, options.seconds // len(targets)), options.runs))
            (options.out / "summary.json").write_text(json.dumps(reports, indent=2) + "\n",
                                                      encoding="utf-8")
            (options.out / "summary.md").write_text(table(reports), encoding="utf-8")
    except (Unusable, subprocess.TimeoutExpired) as error:
        print(f"fuzz/nightly.py: {error}", file=sys.stderr)
        return 2
    print(table(reports), end="")
    return 1 if any(report["new_findings"] for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
