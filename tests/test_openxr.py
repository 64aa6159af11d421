"""OpenXR loaders: the in-tree one obeys, the distribution's breaks what docs/findings says."""

import pathlib

from conftest import BUILD, verdicts

REFERENCE = BUILD / "lib" / "libopenxr_loader.so.1"
DISTRIBUTION = pathlib.Path("/usr/lib/x86_64-linux-gnu/libopenxr_loader.so.1")
FINDINGS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "findings"
OPENXR = ("--api", "openxr")


def test_reference_loader_passes_everything(run_json):
    report, result = run_json(*OPENXR, loader=REFERENCE)
    assert result.returncode == 0, result.stdout
    assert report["subject"]["api"] == "openxr"
    assert {case["verdict"] for case in report["cases"]} == {"pass"}
    assert len(report["cases"]) > 200


def test_violations_of_the_distribution(run_json):
    report, result = run_json(*OPENXR, loader=DISTRIBUTION)
    assert report["subject"]["version"] == "1.0.20" and result.returncode == 1
    failing = {case["policies"][0] for case in report["cases"] if case["verdict"] == "fail"}
    text = (FINDINGS / "debian-12-libopenxr-loader1.md").read_text(encoding="utf-8")
    written = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("## LS_")}
    assert failing == written
    assert not [case for case in report["cases"] if case["verdict"] == "error"]


def test_order_and_jobs_do_not_matter(run_json):
    one, _ = run_json(*OPENXR, "-j", 1, loader=REFERENCE)
    eight, _ = run_json(*OPENXR, "-j", 8, "--seed", 7, loader=REFERENCE)
    assert verdicts(one) == verdicts(eight)


def test_vulkan_loader_is_no_openxr_loader(tool):
    result = tool("run", *OPENXR, "--loader", BUILD / "lib" / "libvulkan.so.1")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1 and "OpenXR" in result.stderr
