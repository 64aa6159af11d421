# SPDX-License-Identifier: Apache-2.0
"""Generates the table of core commands of the mock OpenXR runtime from openxr.h.

usage: generate.py OPENXR_H OUTPUT_FOLDER SOURCE...

If a source defines a command with COMMAND(name, ...), the table has that function. The other commands return nothing
except a result: for these the script generates a function that checks the handle and the input structures, and
succeeds.
"""

import pathlib
import re
import sys

import jinja2

from openxr_header import core_commands

HERE = pathlib.Path(__file__).resolve().parent
# Parameters that the specification allows to be null; openxr.h does not show it.
OPTIONAL = {"releaseInfo"}


def main(header, output, *sources):
    written = set()
    for source in sources:
        text = pathlib.Path(source).read_text(encoding="utf-8")
        written |= set(re.findall(r"^COMMAND\((\w+)", text, re.M))
    commands = list(core_commands(pathlib.Path(header).read_text(encoding="utf-8")))
    unknown = written - {command["name"] for command in commands}
    if unknown:
        sys.exit(f"no core command: {', '.join(sorted(unknown))}")
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), trim_blocks=True,
                                   lstrip_blocks=True, keep_trailing_newline=True)
    text = templates.get_template("commands.gen.cc.j2").render(
        commands=commands, written=written, optional=OPTIONAL)
    folder = pathlib.Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "commands.gen.cc").write_text(text, encoding="utf-8")


main(*sys.argv[1:])
