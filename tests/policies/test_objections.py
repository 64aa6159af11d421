# SPDX-License-Identifier: Apache-2.0
"""What a maintainer of the subject would object to a policy's accusation, and what is said to that."""

import json
from pathlib import Path

CATALOGUE = Path(__file__).resolve().parents[2] / "policies"
POLICIES = [policy for path in sorted(CATALOGUE.glob("vulkan_*.json"))
            for policy in json.loads(path.read_text())["policies"]]


def test_every_observable_policy_has_an_objection():
    assert POLICIES
    without = [policy["id"] for policy in POLICIES
               if policy["observable"] and not policy.get("objections")]
    assert without == []
