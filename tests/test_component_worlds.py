# SPDX-License-Identifier: Apache-2.0
"""What a component's world contains of the host, and the verdict for a component that only starts on the host."""

import json
import os
import pathlib
import tempfile

import pytest
from checked_components import Variant, make_component

# Drivers whose negotiation succeeds if the condition is true, and that have no other functions.
DRIVER = """
#include <dirent.h>
#include <dlfcn.h>
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


@pytest.mark.parametrize("path", ["/sys/class/drm", "/sys/bus/pci/devices", "/sys/dev/char"])
def test_worlds_have_a_machine_without_devices(path, check):
    """A layer that lists a folder of /sys is not accused because a world lacks it."""
    cases, _ = check(f'scandir("{path}", &(struct dirent**){{0}}, 0, 0) == 2', "--case", NEGOTIATES)
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


def test_driver_that_lacks_a_library_everywhere_is_an_error(check):
    """NVIDIA's driver answers -3 on a machine without libEGL.so.1, which it opens by name."""
    cases, result = check('(dlopen("libm.so.6", 1), dlopen("libdl.so.2", 1), dlopen("liblost.so.1", 1))')
    assert result.returncode == 3
    assert not [case for case in cases.values() if case["verdict"] in ("fail", "warn")]
    reason = cases[NEGOTIATES]["reason"]
    assert "opens liblost.so.1 by name" in reason and "VkResult -3" in reason and "nor with all of this host" in reason


@pytest.mark.parametrize("condition", ["0", "(abort(), 0)"])
def test_driver_that_starts_nowhere_is_accused(condition, check):
    cases, result = check(condition)
    assert result.returncode == 1
    assert cases[NEGOTIATES]["verdict"] == "fail"


@pytest.mark.parametrize("words, verdict", [((), "error"), (("--with-devices",), "pass")])
def test_devices_and_what_describes_them_are_shown_when_they_are_wanted(check, words, verdict):
    cases, _ = check(exists("/sys/kernel"), *words)
    assert cases[NEGOTIATES]["verdict"] == verdict
    assert ("--with-devices" in cases[NEGOTIATES]["reproduce"]) == bool(words)
    assert ("which --with-devices shows" in cases[NEGOTIATES]["reason"]) != bool(words)


def test_devices_are_not_for_loaders(tool):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--loader", "/x.so", "--with-devices")
    assert result.returncode == 2 and "--with-devices" in result.stderr


def shows(what):
    return ("--case", NEGOTIATES, "--show", what)


@pytest.fixture(name="open_folder")
def fixture_open_folder():
    """A folder that every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name)


@pytest.mark.parametrize("shown, path", [("settings", "settings/file"), ("settings/file", "settings/file"),
                                         ("link", "link/file")])
def test_files_and_folders_are_shown_when_they_are_wanted(shown, path, check, open_folder):
    (open_folder / "settings").mkdir()
    (open_folder / "settings" / "file").write_text("x", encoding="utf-8")
    (open_folder / "link").symlink_to(open_folder / "settings")
    cases, _ = check(exists(open_folder / path), *shows(open_folder / shown))
    assert cases[NEGOTIATES]["verdict"] == "pass"
    assert f"--show {open_folder / shown}" in " ".join(cases[NEGOTIATES]["reproduce"].split())


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_is_shown_cannot_be_written(kind, check, open_folder):
    shown = open_folder / "shown"
    if kind == "folder":
        shown.mkdir()
    else:
        shown.write_text("x", encoding="utf-8")
    shown.chmod(0o777)
    cases, _ = check(f'access("{shown}", F_OK) == 0 && access("{shown}", W_OK) != 0', *shows(shown))
    assert cases[NEGOTIATES]["verdict"] == "pass"


@pytest.mark.skipif(os.geteuid() != 0, reason="worlds of an ordinary user are its own")
def test_what_another_user_cannot_reach_is_refused_in_one_line(tool, tmp_path, open_folder):
    closed = open_folder / "closed"
    (closed / "folder").mkdir(parents=True)
    closed.chmod(0o700)
    manifest = make_component(tmp_path / "driver", "driver", Variant())
    result = tool("check-driver", manifest, "--show", closed / "folder")
    assert result.returncode == 2 and f"cannot enter {closed};" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_variables_are_set_when_they_are_wanted(check):
    condition = 'getenv("MINE") && __builtin_strcmp(getenv("MINE"), "a=b c") == 0'
    cases, result = check(condition, "--case", NEGOTIATES, "--env", "MINE=a=b c")
    assert cases[NEGOTIATES]["verdict"] == "pass"
    assert "MINE=a=b c" in result.stdout
    assert "--env 'MINE=a=b c'" in cases[NEGOTIATES]["reproduce"]


@pytest.mark.parametrize("words, why", [
    (("--env", "MINE"), "NAME=VALUE"), (("--env", "=x"), "NAME=VALUE"), (("--env", "LD_PRELOAD=x"), "dynamic linker"),
    (("--show", "/nowhere"), "no such file"), (("--show", ""), "no such file"), (("--show", "/"), "has its own"),
    (("--show", "/tmp/../tmp"), "has its own"),
])
def test_wrong_additions_are_refused_in_one_line(words, why, tool, tmp_path):
    manifest = make_component(tmp_path / "driver", "driver", Variant())
    result = tool("check-driver", manifest, *words)
    assert result.returncode == 2
    assert why in result.stderr and len(result.stderr.splitlines()) == 1
