# SPDX-License-Identifier: Apache-2.0
"""For any invalid input, the tool prints one clear line and exits with status 2."""

import os
import resource
import struct
import subprocess

import pytest
from conftest import DISTRIBUTION, REFERENCE, TOOL


def elf(machine=62, kind=3, bits=2):
    """The first bytes of an ELF file for this machine (62 is x86-64), its type and class."""
    head = b"\x7fELF" + bytes([bits, 1, 1, 0]) + bytes(8)
    return head + struct.pack("<HHIQQQIHHHHHH", kind, machine, 1, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0)


def assert_one_line(result, *words):
    assert result.returncode == 2, result
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("loadstone: "), result.stderr
    for word in words:
        assert word in lines[0]


LOADERS = {
    "missing": (None, "No such file"),
    "empty": (b"", "not an ELF file"),
    "text": (b"not a library\n" * 100, "not an ELF file"),
    "of Windows": (b"MZ" + bytes(200), "--platform windows"),
    "of macOS": (b"\xcf\xfa\xed\xfe" + bytes(200), "macOS"),
    "truncated": (elf()[:20], "not a shared library"),
    "program": (elf(kind=2), "not a shared library"),
    "object": (elf(kind=1), "not a shared library"),
    "of another machine": (elf(machine=243), "another architecture"),
    "of 32 bits": (elf(machine=40, bits=1), "another architecture"),
    "only a header": (elf(), "is not a loader for Vulkan"),
    "cut off": (DISTRIBUTION.read_bytes()[:4096], "did not survive calibration"),
}


@pytest.mark.parametrize("name", LOADERS)
def test_loader_that_is(name, tool, tmp_path):
    content, words = LOADERS[name]
    path = tmp_path / "libvulkan.so.1"
    if content is not None:
        path.write_bytes(content)
    assert_one_line(tool("run", "--loader", path), str(path), words)


def test_loader_that_is_a_folder(tool, tmp_path):
    assert_one_line(tool("run", "--loader", tmp_path), "not a regular file")


def test_loader_without_entry_points(tool):
    library = "/lib/x86_64-linux-gnu/libm.so.6"
    assert_one_line(tool("run", "--loader", library), "is not a loader for Vulkan", "vkGetInstanceProcAddr")


WORDS = {
    "no verb": ((), "required"),
    "unknown verb": (("walk",), "no verb 'walk'"),
    "misspelt verb": (("runn", "--loader", REFERENCE), "did you mean run?"),
    "no loader": (("run",), "--loader"),
    "misspelt option": (("run", "--loder", REFERENCE), "did you mean --loader?"),
    "misspelt option of a layer": (("check-layer", "m.json", "--polcy=LLP_LAYER_1"), "--policy"),
    "options of GoogleTest": (("run", "--loader", REFERENCE, "--", "--gtest_filter=*"), "--gtest_filter"),
    "unknown option": (("run", "--loader", REFERENCE, "--colour"), "--colour"),
    "unknown policy": (("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_99"), "LLP_LOADER_99"),
    "misspelt policy": (("run", "--loader", REFERENCE, "--policy", "LLP_LODER_3"), "LLP_LOADER_3"),
    "policies that match nothing": (("run", "--loader", REFERENCE, "--policy", "LLP_DRIVER_*"), "LLP_DRIVER_*"),
    "policy of another API": (("run", "--loader", REFERENCE, "--policy", "LS_XR_LOADER_8"), "LS_XR_LOADER_8"),
    "policy and case that exclude each other": (("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_6",
                                                 "--case", "LLP_LOADER_3/*"), "LLP_LOADER_6"),
    "unknown case": (("run", "--loader", REFERENCE, "--case", "LLP_LOADER_3/nothing"), "nothing"),
    "version that is none": (("run", "--loader", REFERENCE, "--spec", "latest"), "latest"),
    "version of the future": (("run", "--loader", REFERENCE, "--spec", "9.9.9"), "1.4.360"),
    "version of the future for a layer": (("check-layer", "/nowhere.json", "--spec", "9.9.9"), "nowhere"),
    "version of the future to fuzz": (("fuzz", "--loader", REFERENCE, "--spec", "9.9.9"), "1.4.360"),
    "version before the first": (("run", "--loader", REFERENCE, "--spec", "0.9"), "0.9"),
    "no jobs": (("run", "--loader", REFERENCE, "-j", "0"), "-j"),
    "jobs that are no number": (("run", "--loader", REFERENCE, "-j", "many"), "many"),
    "negative timeout": (("run", "--loader", REFERENCE, "--timeout", "-1"), "-1"),
    "relative search folder": (("run", "--loader", REFERENCE, "--search-folder", "etc"), "etc"),
    "api": (("run", "--loader", REFERENCE, "--api", "metal"), "metal"),
    "platform": (("run", "--loader", REFERENCE, "--platform", "plan9"), "plan9"),
    "platform of macOS": (("run", "--loader", REFERENCE, "--platform", "macos"), "build/lib/libvulkan_macos.so"),
    "platform of Android": (("run", "--loader", REFERENCE, "--platform", "android"), "build/lib/libvulkan_android.so"),
    "platform of Fuchsia": (("run", "--loader", REFERENCE, "--platform", "fuchsia"), "build/lib/libvulkan_fuchsia.so"),
    "report in no folder": (("run", "--loader", REFERENCE, "--json", "/nowhere/r.json"), "/nowhere"),
    "report that is a folder": (("run", "--loader", REFERENCE, "--junit", "/tmp"), "/tmp"),
    "two reports in one file": (("run", "--loader", REFERENCE, "--json", "/tmp/r", "--junit", "/tmp/r"),
                                "/tmp/r"),
    "waivers that are missing": (("run", "--loader", REFERENCE, "--waivers", "/nowhere/w"), "/nowhere"),
    "stray word": (("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_6", "bananas"), "bananas"),
    "second case without its option": (("run", "--loader", REFERENCE, "--case", "LLP_LOADER_3/*",
                                        "LLP_LOADER_6/*"), "LLP_LOADER_6"),
    "nothing to list": (("list", "everything"), "everything"),
    "misspelt policy to explain": (("explain", "LLP_LODER_9"), "LLP_LOADER_9"),
    "unknown policy to explain": (("explain", "LLP_LOADER_99"), "LLP_LOADER_99"),
    "unknown case to reproduce": (("repro", "LLP_LOADER_3/nothing", "--loader", REFERENCE), "nothing"),
    "bug report and debugger": (("repro", "LLP_LOADER_3/application_names_a_layer_twice", "--loader", REFERENCE,
                                 "--markdown", "--gdb"), "--markdown"),
    "waivers of a fuzzer that are missing": (("fuzz", "--loader", REFERENCE, "--waivers", "/nowhere/w"), "/nowhere"),
    "folder to keep that exists": (("repro", "LLP_LOADER_3/application_names_a_layer_twice", "--loader",
                                    REFERENCE, "--keep", "/tmp"), "/tmp"),
}


@pytest.mark.parametrize("name", WORDS)
def test_words(name, tool):
    words, said = WORDS[name]
    assert_one_line(tool(*words), said)


WAIVERS = {
    "empty": "",
    "no JSON": "{",
    "no list": "{}",
    "without a reason": '[{"case": "*", "expires": "2999-01-01"}]',
    "without an expiry date": '[{"case": "*", "reason": "known"}]',
    "with an impossible date": '[{"case": "*", "reason": "known", "expires": "2999-02-30"}]',
    "for a case and a policy": '[{"case": "*", "policy": "*", "reason": "r", "expires": "2999-01-01"}]',
}


@pytest.mark.parametrize("name", WAIVERS)
def test_waivers_that_are(name, tool, tmp_path):
    path = tmp_path / "waivers.json"
    path.write_text(WAIVERS[name], encoding="utf-8")
    assert_one_line(tool("run", "--loader", REFERENCE, "--waivers", path), str(path))


def test_report_path_is_tried_before_the_run(tool, tmp_path):
    """The line is printed before calibration and before any case, and an older report is not deleted."""
    old = tmp_path / "old.json"
    old.write_text("old", encoding="utf-8")
    result = tool("run", "--loader", DISTRIBUTION, "--json", old, "--junit", "/nowhere/r.xml")
    assert_one_line(result, "/nowhere/r.xml")
    assert result.stdout == "" and old.read_text(encoding="utf-8") == "old"


# Things that the operating system refuses.

def test_limit_on_memory_that_is_in_force(tool):
    low = 800 << 20  # bytes; a world needs more
    result = tool("run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_6",
                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (low, low)))
    assert_one_line(result, "cannot set a resource limit", "ulimit")
    assert "must not be traced" not in result.stderr, "a remedy for something else"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can take devices away")
def test_no_devices():
    result = subprocess.run(
        ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev && exec "$@"', "sh", TOOL, "run", "--loader",
         DISTRIBUTION, "--policy", "LLP_LOADER_13"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert_one_line(result, "there is no /dev/null", "mount --rbind /dev")


def test_root_of_a_namespace_without_other_ids_is_an_ordinary_user():
    result = subprocess.run(
        ["unshare", "--user", "--map-root-user", TOOL, "run", "--loader", DISTRIBUTION,
         "--policy", "LLP_LOADER_13", "--strict"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert " 0 failed" in result.stdout and " 0 errors" in result.stdout


def test_a_chrooted_process_is_told_what_to_do_instead(tmp_path):
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    result = subprocess.run(
        ["unshare", *as_root, "--mount", "sh", "-c", 'mount --rbind / "$1" && exec chroot "$@"', "sh", tmp_path, TOOL,
         "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_13"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert_one_line(result, "cannot make a user namespace", "chrooted", "change the root")
