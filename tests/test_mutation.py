# SPDX-License-Identifier: Apache-2.0
"""The table of functions in bench/mutation names existing cases."""

import fnmatch
import re

from conftest import ROOT

FUNCTIONS = ROOT / "bench" / "mutation" / "functions.md"


def test_table_of_functions_names_cases(tool):
    known = tool("list", "cases").stdout.split()
    named = re.findall(r"`((?:LLP|LS)_[A-Z0-9_]+)(/[a-z0-9_*]+)?`",
                       FUNCTIONS.read_text(encoding="utf-8"))
    assert len(named) > 20
    gone = [policy + case for policy, case in named
            if not fnmatch.filter(known, policy + (case or "/*"))]
    assert not gone
