# SPDX-License-Identifier: Apache-2.0
"""What the measurements of the loaders (mutation.py) and of the mocks (mock_mutation.py) share: which mutants there are
and which are taken, the results of an earlier run, reasons for survivors, and the summary."""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import random
import shlex

import mutants

# Outcomes of mutants that no case caught.
NO_CASE = ("survived", "tested")
# Outcomes of mutants that say nothing about the cases: what does not compile, and what the harness could not judge.
NOT_COUNTED = ("stillborn", "error")


class Unusable(Exception):
    """The cases cannot run at all; the message gives the reason."""


def sources(build, rooms, left_out):
    """{source: the compiler's arguments that affect the syntax tree} of the sources in the folders `rooms`, except
    those whose folder and file name contain a word of `left_out`."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for entry in entries:
        path = pathlib.Path(entry["file"])
        name = f"{path.parent.name}/{path.name}"
        if path.parent in rooms and not any(word in name for word in left_out):
            words = shlex.split(entry["command"])
            found[path] = [word for word in words if word.startswith(("-I", "-D", "-std"))] + [
                part for word, after in zip(words, words[1:]) if word == "-isystem"
                for part in (word, after)]
    return found


def choose(files, count, seed):
    """Selects `count` mutants, the same number from each list of `files` while it has any left; the same ones for the
    same seed."""
    chance = random.Random(seed)
    heaps = [list(each) for each in files]
    for heap in heaps:
        chance.shuffle(heap)
    chosen = []
    while any(heaps) and len(chosen) < count:
        for heap in heaps:
            if heap and len(chosen) < count:
                chosen.append(heap.pop())
    return chosen


def survivors(files, apis, path):
    """The mutants in the lists `files` that survived according to the --json file `path`; prints those of `apis` that
    no longer exist."""
    wanted = {each["key"]: each for each in json.loads(path.read_text(encoding="utf-8"))
              if each["outcome"] == "survived" and each["api"] in apis}
    found = [mutant for heap in files for mutant in heap if mutant.key in wanted]
    for key in sorted(wanted.keys() - {mutant.key for mutant in found}):
        print(f"gone: {key} {wanted[key]['file']} in: {wanted[key]['context']}", flush=True)
    return found


def read_reasons(path):
    """{key of a mutant: why no case catches it} of a list of explained mutants."""
    return {each["key"]: each["reason"] for each in json.loads(path.read_text(encoding="utf-8"))}


def earlier(path, reasons):
    """{mutant: (outcome, case)} for the mutants of an earlier run that need no further cases."""
    if path is None:
        return {}
    known = {field.name for field in dataclasses.fields(mutants.Mutant)}
    settled = {}
    for each in json.loads(path.read_text(encoding="utf-8")):
        mutant = mutants.Mutant(**{name: each[name] for name in known})
        if each["outcome"] in ("caught", "stillborn"):
            settled[mutant] = each["outcome"], each["case"]
        elif each["key"] in reasons:  # running the unit tests again takes no time worth saving
            settled[mutant] = "survived", None
    return settled


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def add_options(parser, count):
    """The options that all measurements have; `count` is the default number of mutants."""
    parser.add_argument("--build", type=pathlib.Path, default=mutants.ROOT / "build")
    parser.add_argument("--mutants", type=positive, default=count, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=positive, default=2)
    parser.add_argument("--again", type=pathlib.Path, help="a file that --json wrote")
    parser.add_argument("--survivors", type=pathlib.Path, help="the same, for its survivors alone")
    parser.add_argument("--json", type=pathlib.Path)


def measure(chosen, settle, options, reasons):
    """Settles each mutant: `settle(mutant, known)` returns its outcome and what caught it; `known` is that of an
    earlier run, or None. Prints each outcome, writes all so far to --json, and returns them as dictionaries."""
    settled = earlier(options.again, reasons)
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for mutant, (outcome, case) in zip(chosen, pool.map(
                lambda each: settle(each, settled.get(each)), chosen)):
            outcomes.append(dataclasses.asdict(mutant) | {
                "key": mutant.key, "outcome": outcome, "case": case,
                "reason": reasons.get(mutant.key) if outcome in NO_CASE else None})
            print(f"{outcome}: {mutant.name}{f' by {case}' if case else ''}", flush=True)
            if options.json:
                unfinished = options.json.with_suffix(".new")
                unfinished.write_text(json.dumps(outcomes, indent=1) + "\n", encoding="utf-8")
                unfinished.replace(options.json)
    return outcomes


def summarise(title, outcomes):
    """Prints the number of mutants per outcome, and those that survived the cases without a reason."""
    count = collections.Counter(each["outcome"] for each in outcomes)
    alive = max(1, len(outcomes) - sum(count[outcome] for outcome in NOT_COUNTED))
    noticed = count["caught"] + count["tested"]
    unexplained = [each for each in outcomes if each["outcome"] in NO_CASE and each["reason"] is None]
    print(f"{title}: of {alive} mutants cases caught {count['caught']} ({100 * count['caught'] / alive:.1f} %)"
          f" and unit tests {count['tested']} more ({100 * noticed / alive:.1f} % in all);"
          f" {count['survived']} survived, {count['stillborn']} did not build, of {count['error']} the harness could"
          f" not tell; {len(unexplained)} that no case caught have no reason")
    for each in unexplained:
        print(f"  {each['key']} {each['file']}:{each['line']}: {each['before']!r} ->"
              f" {each['after']!r} in: {each['context']}")
