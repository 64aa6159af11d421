"""loadstone fuzz, through the command line: what is right gives no finding, what is broken does."""

import json
import sys

import pytest
from conftest import BUILD, REFERENCE, ROOT

sys.path.insert(0, str(ROOT / "reference_loader" / "defects"))
import defect as defects  # noqa: E402  (the module stands beside the patches)

DEFECTS = {each.name: each for each in defects.all_defects()}
SPEC = "1.4.330"  # an edition in which every policy holds
FOUND = ["disable_variable_ignored", "any_major_version", "every_explicit_layer_enabled",
         "elevated_uses_xdg_home"]


OPENXR = BUILD / "lib" / "libopenxr_loader.so.1"
PLANTED = ROOT / "bench" / "planted_faults"


def fuzz(tool, out, loader, *words):
    return tool("fuzz", "--loader", loader, "--spec", SPEC, "--seed", "1", "--out", out, *words)


def test_reference_loader_gives_no_finding(tool, tmp_path):
    out = tmp_path / "findings"
    result = fuzz(tool, out, REFERENCE, "--inputs", "10000", "--create", "40")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "10000 inputs" in result.stdout
    assert not out.exists()


@pytest.mark.parametrize("name", FOUND)
def test_defect_is_found_and_reproduced(tool, tmp_path, name):
    broken = DEFECTS[name]
    variant = defects.build(broken, BUILD, tmp_path)
    out = tmp_path / "findings"
    result = fuzz(tool, out, variant, "--inputs", "20000", "--create", "60")
    assert result.returncode == 1, result.stdout + result.stderr
    findings = [path for path in out.iterdir() if path.name.startswith(broken.policy + "-")]
    assert findings, result.stdout
    finding = findings[0]
    assert json.loads((finding / "world.json").read_text(encoding="utf-8"))["files"]
    again = tool("repro", finding, "--loader", variant, "--spec", SPEC)
    assert again.returncode == 1 and f"fail {broken.policy}" in again.stdout, again.stdout
    good = tool("repro", finding, "--loader", REFERENCE, "--spec", SPEC)
    assert good.returncode == 0 and "verdict: pass" in good.stdout, good.stdout


def test_openxr_reference_loader_gives_no_finding(tool, tmp_path):
    out = tmp_path / "findings"
    result = tool("fuzz", "--api", "openxr", "--loader", OPENXR, "--seed", "1", "--inputs", "2500",
                  "--create", "40", "--out", out)
    assert result.returncode == 0, result.stdout + result.stderr
    assert not out.exists()


def test_openxr_fault_is_found_and_reproduced(tool, tmp_path):
    broken = defects.read_defect(PLANTED / "openxr_layer_path_adds.patch")
    variant = defects.build(broken, BUILD, tmp_path)
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
    variant = defects.build(DEFECTS["any_major_version"], BUILD, tmp_path)
    worlds = []
    for name in ("one", "other"):
        fuzz(tool, tmp_path / name, variant, "--inputs", "5000", "--create", "60", "-j", "1")
        worlds.append({path.parent.name: path.read_text(encoding="utf-8")
                       for path in (tmp_path / name).glob("*/world.json")})
    assert worlds[0] and worlds[0] == worlds[1]


@pytest.mark.parametrize("words", [
    ["--loader", "/nowhere/libvulkan.so.1", "--inputs", "1"],
    ["--loader", REFERENCE, "--seconds", "-1"],
    ["--loader", REFERENCE, "--seconds", "soon"],
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
