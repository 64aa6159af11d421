# SPDX-License-Identifier: Apache-2.0
"""The page about released subjects: what is expected of each, by policy, from subjects/expected.tsv."""

RELEASES = ("bullseye", "bookworm", "trixie", "testing")
INTRODUCTION = """# Released subjects

The verdicts that [`judge_subjects.py`](../subjects/README.md) expects of the loaders, layers, drivers and runtimes of
Debian's releases. A cell has the number of cases that fail (a must), warn (a should, or robustness), or end with an
error. An empty cell means that there is no such case. A release without a column has no such verdict about the subject,
or does not have the subject. The [findings](findings/README.md) show without Loadstone what the subjects do.
"""


def _column(release):
    """The key by which columns are sorted: the architecture, empty for x86-64, and the age of the release."""
    name, _, architecture = release.partition("-")
    return architecture, RELEASES.index(name) if name in RELEASES else len(RELEASES), name


def page(rows, place_of):
    """Returns the page of `rows`, {(RELEASE/SUBJECT, verdict, policy): cases}, as Markdown. `place_of` is the link to
    each policy, relative to docs/."""
    subjects = {}
    for (subject, verdict, policy), cases in rows.items():
        release, _, name = subject.partition("/")
        cells = subjects.setdefault(name, {}).setdefault(policy, {})
        cells.setdefault(release, []).append(f"{verdict} {cases}")
    text = INTRODUCTION
    for name, policies in sorted(subjects.items()):
        releases = sorted({release for cells in policies.values() for release in cells}, key=_column)
        text += f"\n## {name}\n\n| policy | {' | '.join(releases)} |\n| --- |{' --- |' * len(releases)}\n"
        for policy, cells in sorted(policies.items()):
            link = f"[{policy}]({place_of[policy]})" if policy in place_of else policy
            text += f"| {link} | {' | '.join(', '.join(sorted(cells.get(each, []))) for each in releases)} |\n"
    return text
