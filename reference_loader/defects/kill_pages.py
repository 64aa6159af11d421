# SPDX-License-Identifier: Apache-2.0
"""The kill table as pages for readers, in Markdown. They are part of the site (docs/site)."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import on_windows  # noqa: E402  (stands in this folder)
import table  # noqa: E402

PLATFORM_TITLES = {"linux": "Linux", "windows": "Windows", "windows-i386": "Windows, 32 bits", "macos": "macOS",
                   "fuchsia": "Fuchsia", "android": "Android"}
API_TITLES = {"vulkan": "Vulkan", "openxr": "OpenXR"}

KILL_TABLE = """# What each case is seen failing on

Every case fails on at least one of the broken variants of the reference loaders; this table names for each the one with the
fewest other failures. To see one fail:

    reference_loader/variants.py build override_before_implicit /tmp
    build/bin/loadstone repro LLP_LOADER_11/after_all_implicit_layers --loader /tmp/libvulkan.so.1
"""
SECTION = """
## {title}

| case | defect |
| --- | --- |
"""

SIDE_EFFECTS = """# What else fails with each defect

A defect of the reference loaders breaks one policy; cases of other policies may need what it breaks and fail with it. This
table has one of these cases for each such policy.

| defect | breaks | fails as well |
| --- | --- | --- |
"""

ON_WINDOWS = """# Defects of the loaders for Linux, on Windows

Each change of the reference loaders for Linux that the loaders for Windows can have as well is made to them, and cases of the
policy that it breaks are run in worlds for Windows, under Wine. This table has for each a case that fails there, or why there
is none. What breaks rules of Windows alone is in the [kill table](kill_table.md).

| defect | breaks | fails on Windows |
| --- | --- | --- |
"""


def kill_table(rows, defects):
    """A table with a defect for each case, by API and platform. `rows` is the result of table.read(), `defects` {name:
    Variant}."""
    proofs = table.proofs(rows, defects)
    text = KILL_TABLE
    for api, api_title in API_TITLES.items():
        for platform, title in PLATFORM_TITLES.items():
            lines = [f"| {case} | {name} |\n" for case, name in sorted(proofs.items())
                     if (defects[name].api, defects[name].platform) == (api, platform)]
            if lines:
                text += SECTION.format(title=f"{api_title} on {title}") + "".join(lines)
    return text


def side_effects(rows, defects):
    """A table with, for each defect, the cases of other policies that fail with it."""
    return SIDE_EFFECTS + "".join(
        f"| {row.defect} | {row.policy} | {', '.join(row.also) or '-'} |\n"
        for row in sorted(rows.values(), key=lambda row: row.defect) if defects[row.defect].platform == row.platform)


def defects_on_windows(rows, defects):
    """A table with, for each defect of Linux, the case that fails on Windows, or the reason why there is none."""
    shown = {name: " ".join(row.cases) or row.why for name, row in table.on_windows(rows, defects).items()}
    shown |= on_windows.written_reasons()
    return ON_WINDOWS + "".join(f"| {name} | {defects[name].policy} | {shown[name]} |\n" for name in sorted(shown))
