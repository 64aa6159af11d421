# SPDX-License-Identifier: Apache-2.0
"""Generates the interceptors of the mock API layer for each of OpenXR's core commands.

usage: generate.py OPENXR_H FOLDER_OF_OPENXR_HEADER_PY OUTPUT_FOLDER
"""

import pathlib
import sys

import jinja2

HERE = pathlib.Path(__file__).resolve().parent


def main(header, parser, output):
    sys.path.insert(0, parser)
    from openxr_header import core_commands  # noqa: PLC0415  (where it lies is an argument)
    commands = list(core_commands(pathlib.Path(header).read_text(encoding="utf-8")))
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), trim_blocks=True,
                                   lstrip_blocks=True, keep_trailing_newline=True)
    folder = pathlib.Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    text = templates.get_template("interceptors.gen.cc.j2").render(commands=commands)
    (folder / "interceptors.gen.cc").write_text(text, encoding="utf-8")


main(*sys.argv[1:])
