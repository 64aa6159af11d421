# SPDX-License-Identifier: Apache-2.0
"""What a component's world contains of the host, and the verdict for a component that only starts on the host."""

import json
import os

import pytest
from checked_components import Variant, make_component

# Drivers whose negotiation succeeds if the condition is true, and that have no other functions.
DRIVER = """
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
int vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {{
  if (*version > 7) *version = 7;
  return ({condition}) ? 0 : -3;
}}
void* vk_icdGetInstanceProcAddr(void* instance, const char* name) {{ return 0; }}
"""
NEGOTIATES = "LDP_DRIVER_3/agrees_with_the_newest_loader"


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Judges a driver whose negotiation succeeds if `condition` is true; returns cases by ID, and the process."""
    def run(condition, *words, **environment):
        manifest = make_component(tmp_path / "driver", "driver",
                                  Variant(source=DRIVER.format(condition=condition)))
        path = tmp_path / "report.json"
        result = tool("check-driver", manifest, "--json", path, *words, env={**os.environ, **environment})
        assert result.returncode in (0, 1, 3), result.stderr
        cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
        return {case["id"]: case for case in cases}, result
    return run


def exists(path):
    return f'access("{path}", R_OK) == 0'


@pytest.mark.parametrize("path", ["/etc/ld.so.cache", "/usr/share", "/usr/share/doc", "/usr/bin/env", "/etc/os-release"])
def test_worlds_show_the_system(path, check):
    cases, _ = check(exists(path), "--case", NEGOTIATES)
    assert cases[NEGOTIATES]["verdict"] == "pass"


@pytest.mark.parametrize("path", ["/usr/share/vulkan/icd.d", "/usr/share/openxr", "/etc/vulkan", "/root", "/var/lib"])
def test_worlds_show_no_manifests_and_nothing_else(path, check):
    cases, _ = check("!(" + exists(path) + ")", "--case", NEGOTIATES)
    assert cases[NEGOTIATES]["verdict"] == "pass"


def test_folders_of_ld_library_path_are_shown_in_their_order(check):
    value = "/usr/share/doc:/usr/lib"
    condition = f'getenv("LD_LIBRARY_PATH") && __builtin_strcmp(getenv("LD_LIBRARY_PATH"), "{value}") == 0'
    cases, _ = check(condition, "--case", NEGOTIATES, LD_LIBRARY_PATH=f"/nowhere:relative:{value}")
    assert cases[NEGOTIATES]["verdict"] == "pass"


def test_driver_that_starts_only_on_the_host_is_an_error(check):
    condition = 'getenv("LOADSTONE_TEST_OF_THE_HOST")'
    cases, result = check(condition, LOADSTONE_TEST_OF_THE_HOST="1")
    assert result.returncode == 3
    assert not [case for case in cases.values() if case["verdict"] in ("fail", "warn")]
    assert cases[NEGOTIATES]["verdict"] == "error"
    assert "starts on this host" in cases[NEGOTIATES]["reason"] and "VkResult -3" in cases[NEGOTIATES]["reason"]


@pytest.mark.parametrize("condition", ["0", "(abort(), 0)"])
def test_driver_that_starts_nowhere_is_accused(condition, check):
    cases, result = check(condition)
    assert result.returncode == 1
    assert cases[NEGOTIATES]["verdict"] == "fail"


@pytest.mark.parametrize("words, verdict", [((), "error"), (("--with-devices",), "pass")])
def test_devices_and_what_describes_them_are_shown_when_they_are_wanted(check, words, verdict):
    cases, _ = check(exists("/sys/class"), *words)
    assert cases[NEGOTIATES]["verdict"] == verdict
    assert ("--with-devices" in cases[NEGOTIATES]["reproduce"]) == bool(words)


def test_devices_are_not_for_loaders(tool):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--loader", "/x.so", "--with-devices")
    assert result.returncode == 2 and "--with-devices" in result.stderr
