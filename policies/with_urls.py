#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a copy of the catalogue in which each source has the address of its section, if the section has one.

usage: with_urls.py CATALOGUE_DIR OUTPUT_DIR

The addresses come from the records in documents/. The output folder contains the files of the catalogue and no others.
"""

import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import documents  # noqa: E402  (stands beside this file)
import policy_catalogue  # noqa: E402


def add_urls(content, known):
    """Adds `url` to the sources in a file of the catalogue; `known` are the records of the documents."""
    for policy in content["policies"]:
        for source in policy["sources"]:
            document = known.get(source["document"])
            url = document.url(source["edition"], source["section"]) if document else None
            if url and "url" not in source:
                source["url"] = url


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    catalogue, output = map(Path, arguments)
    try:
        known = documents.read(catalogue / documents.FOLDER)
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        for path in sorted(catalogue.glob("*.json")):
            content = policy_catalogue.read_json(path)
            if path.name != policy_catalogue.SCHEMA_FILE:
                add_urls(content, known)
            policy_catalogue.write(output / path.name, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    except (documents.RecordError, policy_catalogue.CatalogueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
