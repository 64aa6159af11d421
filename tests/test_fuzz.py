# SPDX-License-Identifier: Apache-2.0
"""loadstone fuzz on the command line: a correct loader gives no finding, a broken one does."""

import dataclasses
import json
import re
import signal
import subprocess
import sys

import pytest
from conftest import BUILD, EVERYTHING, REFERENCE, ROOT, TOOL, in_sample

sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

DEFECTS = variants.read(variants.DEFECTS)
PLANTED = variants.read(variants.PLANTED_FAULTS)
READINGS = variants.read(variants.READINGS)
MEMORY_ERRORS = variants.read(variants.PLANTED_MEMORY_ERRORS)
SPEC = "1.4.330"  # a version in which every policy holds
# Defects; the policy that a finding names: that of the cause, not of the symptom; and the number of inputs.
FOUND = [("disable_variable_ignored", "LLP_LOADER_7", 5000), ("any_major_version", "LLP_LOADER_4", 5000),
         ("every_explicit_layer_enabled", "LS_VK_ACTIVATION_3", 5000),
         ("elevated_uses_xdg_home", "LLP_LOADER_13", 10000),  # one input in 16 is elevated
         ("name_of_255_characters_refused", "LS_VK_MANIFEST_1", 5000),
         ("devices_of_drivers_without_groups_in_no_group", "LDP_LOADER_8", 10000)]

OPENXR = BUILD / "lib" / "libopenxr_loader.so.1"


def fuzz(tool, out, loader, *words):
    return tool("fuzz", "--loader", loader, "--spec", SPEC, "--seed", "1", "--out", out, *words)


def test_reference_loader_gives_no_finding(tool, tmp_path):
    out = tmp_path / "findings"
    result = fuzz(tool, out, REFERENCE, "--inputs", "10000", "--create", "40")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "10000 inputs" in result.stdout
    assert not out.exists()


@pytest.mark.parametrize("name, policy, inputs", [each for each in FOUND if in_sample(each[0])])
def test_defect_is_found_and_reproduced(tool, tmp_path, name, policy, inputs):
    variant = build_variant.build(DEFECTS[name], BUILD, tmp_path)
    out = tmp_path / "findings"
    result = fuzz(tool, out, variant, "--inputs", inputs, "--create", "60")
    assert result.returncode == 1, result.stdout + result.stderr
    findings = [path for path in out.iterdir() if path.name.startswith(policy + "-")]
    assert findings, result.stdout
    finding = findings[0]
    assert "- level: must" in (finding / "README.md").read_text(encoding="utf-8")
    files = json.loads((finding / "world.json").read_text(encoding="utf-8"))["files"]
    assert files or policy == "LDP_LOADER_8"  # whose machine has drivers that variables name, and no files
    again = tool("repro", finding, "--loader", variant, "--spec", SPEC)
    assert again.returncode == 1 and f"fail {policy} (must)" in again.stdout, again.stdout
    good = tool("repro", finding, "--loader", REFERENCE, "--spec", SPEC)
    assert good.returncode == 0 and "verdict: pass" in good.stdout, good.stdout
    report = tool("repro", finding, "--loader", variant, "--spec", SPEC, "--markdown")
    assert report.returncode == 1 and f"fail ({policy}), must" in report.stdout.splitlines()[0], report.stdout
    assert "\n## Policy\n" in report.stdout and ('"file_format_version"' in report.stdout or not files)
    assert f"loadstone repro {finding} --loader {variant} --spec {SPEC}" in report.stdout
    none = tool("repro", finding, "--loader", REFERENCE, "--spec", SPEC, "--markdown")
    assert none.returncode == 0 and ": pass" in none.stdout.splitlines()[0], none.stdout


def test_openxr_reference_loader_gives_no_finding(tool, tmp_path):
    out = tmp_path / "findings"
    result = tool("fuzz", "--api", "openxr", "--loader", OPENXR, "--seed", "1", "--inputs",
                  "2500" if EVERYTHING else "1000", "--create", "40", "--out", out)
    assert result.returncode == 0, result.stdout + result.stderr
    assert not out.exists()


def test_openxr_fault_is_found_and_reproduced(tool, tmp_path):
    broken = PLANTED["openxr_layer_path_adds"]
    variant = build_variant.build(broken, BUILD, tmp_path)
    out = tmp_path / "findings"
    result = tool("fuzz", "--api", "openxr", "--loader", variant, "--seed", "1", "--inputs", "2500",
                  "--create", "40", "--out", out)
    assert result.returncode == 1, result.stdout + result.stderr
    findings = [path for path in out.iterdir() if path.name.startswith(broken.policy + "-")]
    assert findings, result.stdout
    again = tool("repro", findings[0], "--loader", variant)
    assert again.returncode == 1 and f"fail {broken.policy}" in again.stdout, again.stdout
    good = tool("repro", findings[0], "--loader", OPENXR)
    assert good.returncode == 0 and "verdict: pass" in good.stdout, good.stdout


def test_what_no_document_demands_is_a_warning(tool, tmp_path):
    variant = build_variant.build(PLANTED["scratch_file_left"], BUILD, tmp_path)
    words = ("--inputs", "2500", "--create", "0", "-j", "1")
    result = fuzz(tool, tmp_path / "out", variant, *words)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "warn LS_VK_ROBUSTNESS_3 (robustness): files left" in result.stdout
    assert "1 finding, 0 fail, 1 warn" in result.stdout
    assert fuzz(tool, tmp_path / "out", variant, "--strict", *words).returncode == 1


def test_a_loader_that_ends_its_process_fails(tool, tmp_path):
    variant = build_variant.build(PLANTED["missing_null_check_of_the_name"], BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "5000", "--create", "0", "-j", "1")
    assert "warn LS_VK_DISCOVERY_6 (robustness): SIG" in result.stdout
    assert result.returncode == 1


# Errors that do not terminate a process by themselves, and their messages.
@pytest.mark.parametrize("name, told", [
    ("name_one_byte_short", "a write past the end of an allocation"),
    ("name_without_its_end", "a read past the end of an allocation"),
    ("empty_element_ended_before_its_start", "a write before the start of an allocation"),
    ("openxr_name_one_byte_short", "a write past the end of an allocation"),
    ("error_text_used_after_free", "a use of freed memory")])
def test_memory_error_is_found_and_reproduced(tool, tmp_path, name, told):
    broken = MEMORY_ERRORS[name]
    variant = build_variant.build(broken, BUILD, tmp_path)
    words = ("fuzz", "--api", broken.api, "--loader", variant, "--seed", "1", "--create", "0", "-j", "1", "--out",
             tmp_path / "out", "--inputs")
    result = tool(*words, "2000")
    assert f"warn {broken.policy} (robustness): {told} in " in result.stdout, result.stdout
    assert result.returncode == 1
    again = tool("repro", next((tmp_path / "out").glob("L*")), "--loader", variant)
    assert told in again.stdout and variant.name + "+0x" in again.stdout, again.stdout
    assert again.returncode == 1
    unguarded = tool(*words, "200", "--no-guard")
    assert broken.policy not in unguarded.stdout


def test_findings_are_printed_as_they_come(tmp_path, faulty):
    """The run has no limit that it could reach: only an interruption ends it."""
    words = ("fuzz", "--loader", faulty, "--seed", "1", "-j", "1", "--seconds", "100000", "--out", tmp_path / "out")
    with subprocess.Popen([TOOL, *words], stdout=subprocess.PIPE, text=True) as process:
        lines = iter(process.stdout.readline, "")
        first = next(line for line in lines if re.match(r"(fail|warn) L\w+ \(\w+\): ", line))
        process.send_signal(signal.SIGINT)
        rest = [line for line in lines if line == first]
    assert rest == [first]  # once more at the end, with what was expected and observed


def test_causes_that_differ_in_the_folder_only_are_one_line(tool, tmp_path):
    """A loader that searches neither folder of its user violates two policies for one reason."""
    names = ("explicit_config_home_not_searched", "explicit_data_home_not_searched")
    both = dataclasses.replace(DEFECTS[names[0]], edits=tuple(edit for name in names for edit in DEFECTS[name].edits))
    variant = build_variant.build(both, BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "20000", "--create", "0", "-j", "1")
    policies = {DEFECTS[name].policy for name in names}
    missing = [path.name for path in (tmp_path / "out").glob("*not_enumerated*")]
    assert {name.split("-")[0] for name in missing} == policies and len(policies) == 2, result.stdout
    console, end = result.stdout.split("\n\n", 2)[1:]
    lines = [line for line in console.splitlines() if "not enumerated" in line]
    assert len(lines) == 1, result.stdout
    assert end.count("  the same in another folder: ") == 1
    assert re.search(r"\n  machine: .* files? in /.*; an application lists the layers\n", end), end
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert f"## {lines[0]}" in report.replace("\\", "") and "    reproduce: loadstone repro " in report


CACHED_PATH = """
    if (std::string(name) == "VK_LAYER_PATH") {
      static std::string cached;
      static int calls = 0;
      if (calls++ % 16 == 0) cached = value;
      return cached;
    }"""


def test_what_shows_only_among_others_is_counted_not_listed(tool, tmp_path):
    """A loader that reads VK_LAYER_PATH again only now and then is right about the machine of an earlier input."""
    ends = PLANTED["ends_when_the_layer_path_changes"]
    edit = dataclasses.replace(ends.edits[0], replace=ends.edits[0].find + CACHED_PATH)
    variant = build_variant.build(dataclasses.replace(ends, edits=(edit,)), BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "2000", "--create", "0", "-j", "1")
    assert "seen only" in result.stdout, result.stdout
    number = int(re.search(r"\n(\d+) more causes? w\w+ seen only among other inputs, not alone: see .*report.md\n",
                           result.stdout)[1])
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert f"## Seen only among other inputs, not alone: {number}\n" in report
    assert len(re.findall(r"^- L.*; machine: ", report, re.M)) >= number


def test_memory_error_that_ends_the_process_anyway_keeps_its_policy(tool, tmp_path):
    variant = build_variant.build(MEMORY_ERRORS["failed_manifest_freed_twice"], BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "2000", "--create", "0", "-j", "1")
    assert "warn LS_VK_DISCOVERY_6 (robustness): SIGABRT" in result.stdout, result.stdout
    assert "after memory freed twice, at byte 0 of 80" in result.stdout
    assert "__libc_start" not in result.stdout  # a stack trace ends where the subject was called
    assert result.returncode == 1


def test_waived_finding_fails_nothing(tool, tmp_path):
    variant = build_variant.build(PLANTED["missing_null_check_of_the_name"], BUILD, tmp_path)
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([
        {"case": "LS_VK_DISCOVERY_6-SIG*", "reason": "known", "expires": "2999-12-31"},
        {"case": "LLP_LOADER_3-*", "reason": "mended", "expires": "2999-12-31"}]), encoding="utf-8")
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "5000", "--create", "0", "-j", "1",
                  "--waivers", waivers)
    assert result.returncode == 0, result.stdout
    assert "waived LS_VK_DISCOVERY_6-SIG" in result.stdout and "0 findings" in result.stdout
    assert "LLP_LOADER_3-* covers no failing case" in result.stderr


@pytest.mark.parametrize("name, told", [each for each in (
    ("child_left", "a child process is left by enumerating"),
    ("environment_changed", "the environment is changed by enumerating"),
    ("folder_changed", "the working folder is changed by enumerating"),
    ("locale_changed", "the locale is changed by enumerating"),
    ("mask_changed", "the mask of new files is changed by enumerating"),
    ("signal_handled", "a signal is handled otherwise by enumerating"),
    ("thread_left", "threads left by enumerating")) if in_sample(each[0], 2)])
def test_a_process_that_is_not_as_it_was_is_a_warning(tool, tmp_path, name, told):
    variant = build_variant.build(PLANTED["process_" + name], BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "1500", "--create", "0", "-j", "1")
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"warn LS_VK_ROBUSTNESS_3 (robustness): {told}" in result.stdout, result.stdout


def test_what_shows_after_other_inputs_alone_is_kept_with_them(tool, tmp_path):
    variant = build_variant.build(PLANTED["ends_when_the_layer_path_changes"], BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "2000", "--create", "0", "-j", "1")
    assert result.returncode == 1, result.stdout + result.stderr
    before = next((tmp_path / "out").glob("*/before"))
    assert len(list(before.iterdir())) == 1
    again = tool("repro", before.parent, "--loader", variant)
    assert again.returncode == 1 and "the process received 1 other input before" in again.stdout, again.stdout
    (before / "000000.json").unlink()
    alone = tool("repro", before.parent, "--loader", variant)
    assert alone.returncode == 0, alone.stdout


def test_a_hang_is_reported_with_its_processor_time(tool, tmp_path):
    variant = build_variant.build(PLANTED["empty_element_hangs"], BUILD, tmp_path)
    result = fuzz(tool, tmp_path / "out", variant, "--inputs", "300", "--create", "0", "-j", "1",
                  "--timeout", "0.2")
    assert "no end of vkEnumerateInstanceLayerProperties" in result.stdout
    assert "it used all the processor time that it was given" in result.stdout
    assert result.returncode == 1


@pytest.mark.parametrize("name, inputs", [
    ("name_found_inside_instance_layers", 20000),
    *([("openxr_beginning_of_a_name_enables", 5000)] if EVERYTHING else [])])  # inputs for OpenXR take longer
def test_names_that_are_parts_of_others_are_compared_whole(tool, tmp_path, name, inputs):
    broken = PLANTED[name]
    variant = build_variant.build(broken, BUILD, tmp_path)
    printed = []
    # Which inputs a seed gives depends on the headers of the build: on Debian 13 the first seed misses the fault.
    for seed in range(1, 5):
        result = tool("fuzz", "--api", broken.api, "--loader", variant, "--seed", seed, "--inputs",
                      inputs, "--create", "60", "--out", tmp_path / f"out_{seed}")
        printed.append(result.stdout)
        if f"fail {broken.policy} (must)" in result.stdout:
            break
    else:
        pytest.fail("\n".join(printed))
    assert result.returncode == 1


def test_what_another_loader_does_differently_is_told(tool, tmp_path):
    """Two conforming loaders may differ; neither is accused."""
    other = build_variant.build(READINGS["numbers_taken_for_text"], BUILD, tmp_path)
    out = tmp_path / "findings"
    words = ("fuzz", "--loader", REFERENCE, "--spec", SPEC, "--seed", "1", "--out", out, "--inputs", "8000",
             "--create", "40", "--against", other)
    result = tool(*words)
    assert result.returncode == 0 and "0 fail, 0 warn" in result.stdout, result.stdout + result.stderr
    assert "differs: the list of layers has fewer than with the other loader; there: " in result.stdout
    finding = sorted(out.glob("differs-the_list_of_layers_has_fewer*"))[0]
    assert "- the other: [VK_LAYER" in (finding / "README.md").read_text(encoding="utf-8")
    again = tool("repro", finding, "--loader", REFERENCE, "--against", other, "--spec", SPEC)
    assert again.returncode == 0 and "verdict: differs" in again.stdout, again.stdout
    same = tool("repro", finding, "--loader", REFERENCE, "--against", REFERENCE, "--spec", SPEC)
    assert "verdict: pass" in same.stdout, same.stdout
    assert tool(*words, "--strict").returncode == 1


@pytest.mark.parametrize("api, loader", [("vulkan", REFERENCE), ("openxr", OPENXR)])
def test_a_loader_does_nothing_differently_from_itself(tool, tmp_path, api, loader):
    result = tool("fuzz", "--api", api, "--loader", loader, "--against", loader, "--inputs",
                  "2000" if EVERYTHING else "500", "--create", "50", "--out", tmp_path / "findings")
    assert result.returncode == 0 and "\n0 findings" in result.stdout, result.stdout


@pytest.mark.parametrize("against, says", [("/nowhere/libvulkan.so.1", "No such file"), ("/tmp", "not a regular file"),
                                           (OPENXR, "is not a loader for Vulkan")])
def test_what_cannot_be_compared_is_refused(tool, tmp_path, against, says):
    result = fuzz(tool, tmp_path / "out", REFERENCE, "--inputs", "10", "--against", against)
    assert result.returncode == 2 and says in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_every_policy_of_a_finding_is_in_the_catalogue():
    """Sources name policies by generated constants, which exist only for those in the catalogue."""
    sources = [path for room in ("oracle", "fuzz/outside") for path in (ROOT / room).rglob("*.[ch]*")
               if not path.stem.endswith("_test")]
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    assert sum(len(re.findall(r"policy::L[A-Z]+_\w+\.text", text)) for text in texts.values()) > 50
    literal = re.compile(r'"(LLP|LDP|LS)_[A-Z_]+_\d+"')
    assert not [name for name, text in texts.items() if literal.search(text)]


def test_corpus_is_kept_and_used_again(tool, tmp_path):
    corpus = tmp_path / "corpus"
    words = ("--inputs", "500", "--create", "40", "-j", "1", "--corpus", corpus)
    assert fuzz(tool, tmp_path / "out", REFERENCE, *words).returncode == 0
    first = {path.name for path in corpus.iterdir()}
    assert first
    assert fuzz(tool, tmp_path / "out", REFERENCE, *words).returncode == 0
    assert first < {path.name for path in corpus.iterdir()}
    (corpus / "bad.json").write_text("{", encoding="utf-8")
    result = fuzz(tool, tmp_path / "out", REFERENCE, *words)
    assert result.returncode == 2 and "bad.json" in result.stderr


def test_same_seed_gives_the_same_findings(tool, tmp_path):
    variant = build_variant.build(DEFECTS["any_major_version"], BUILD, tmp_path)
    worlds = []
    # With a short limit the fuzzer looks more often whether an input hangs, as it does on a slow machine.
    for name, limit in (("one", "10"), ("other", "0.5")):
        fuzz(tool, tmp_path / name, variant, "--inputs", "5000", "--create", "60", "-j", "1", "--timeout", limit)
        worlds.append({path.parent.name: path.read_text(encoding="utf-8")
                       for path in (tmp_path / name).glob("*/world.json")})
    assert worlds[0] and worlds[0] == worlds[1]


def test_a_library_that_cannot_be_loaded_is_no_finding(tool, tmp_path):
    part = tmp_path / "part.so"
    part.write_bytes(REFERENCE.read_bytes()[:20000])
    result = fuzz(tool, tmp_path / "out", part, "--inputs", "10", "-j", "1")
    assert result.returncode == 2 and "did not survive calibration" in result.stderr
    assert not (tmp_path / "out").exists()


INSTRUMENTED = """
#include <stdint.h>
#include <string.h>
typedef void (*function)(void);
static int version(uint32_t* out) { *out = 1 << 22 | 3 << 12; return 0; }
static int layers(uint32_t* count, void* all) { *count = all && *count == 77; return 0; }
static int extensions(const char* layer, uint32_t* count, void* all) { *count = 0; return 0; }
static int create(void* info, void* callbacks, void* instance) { return -9; }
function vkGetInstanceProcAddr(void* instance, const char* name) {
  if (!strcmp(name, "vkEnumerateInstanceVersion")) return (function)version;
  if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return (function)layers;
  if (!strcmp(name, "vkEnumerateInstanceExtensionProperties")) return (function)extensions;
  return strcmp(name, "vkCreateInstance") ? 0 : (function)create;
}
"""


@pytest.mark.parametrize("option", ["fuzzer-no-link", "coverage"])
def test_an_instrumented_loader_steers_the_fuzzer(tool, tmp_path, option):
    source = tmp_path / "loader.c"
    source.write_text(INSTRUMENTED, encoding="utf-8")
    flag = "-fsanitize-coverage=trace-pc-guard,trace-cmp" if option == "coverage" \
        else f"-fsanitize={option}"
    subprocess.run(["clang", "-w", "-shared", "-fPIC", flag, source, "-o", tmp_path / "loader.so"],
                   check=True)
    result = fuzz(tool, tmp_path / "out", tmp_path / "loader.so", "--inputs", "200", "-j", "1")
    assert "edges of the instrumented subject were covered" in result.stdout, result.stderr


@pytest.mark.parametrize("words", [
    ["--loader", "/nowhere/libvulkan.so.1", "--inputs", "1"],
    ["--loader", REFERENCE, "--seconds", "-1"],
    ["--loader", REFERENCE, "--seconds", "soon"],
    ["--loader", REFERENCE, "--seconds", "nan"],
    ["--loader", REFERENCE, "--inputs", "1", "--timeout", "nan"],
    ["--loader", REFERENCE, "--inputs", "1", "--out", ""],
    ["--loader", REFERENCE, "--inputs", "1", "--out", "/proc/nowhere/findings"],
    ["--loader", REFERENCE, "--inputs", "1", "--corpus", "/proc/nowhere/corpus"],
    ["--loader", REFERENCE, "--inputs", "0"],
    ["--loader", REFERENCE, "--create", "101"],
    ["--loader", REFERENCE, "--api", "opengl"],
    ["--loader", REFERENCE, "--seed", "-5x"],
    ["--loader", REFERENCE, "--spec", "new", "--inputs", "1"],
    ["--loader", REFERENCE, "--inputs", "1", "-j", "0"],
    ["--inputs", "1"],
])
def test_bad_usage_is_one_line(tool, words):
    result = tool("fuzz", *words)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_out_that_is_a_file_is_refused_before_the_run(tool, tmp_path):
    out = tmp_path / "file"
    out.write_text("x", encoding="utf-8")
    result = fuzz(tool, out, REFERENCE, "--seconds", "3600")
    assert result.returncode == 2 and "file" in result.stderr


@pytest.mark.parametrize("text", [None, "", "[]", "{}", "{" * 100000, '{"files": 1}'])
def test_bad_finding_is_refused(tool, tmp_path, text):
    if text is not None:
        (tmp_path / "world.json").write_text(text, encoding="utf-8")
    result = tool("repro", tmp_path, "--loader", REFERENCE)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
