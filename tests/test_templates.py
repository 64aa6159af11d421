# SPDX-License-Identifier: Apache-2.0
"""Templates that users copy into their own CI: the files are well-formed, and their commands run here."""

import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
import yaml
from conftest import BUILD, ROOT, TOOL
from matrices import case, report, write

CI = ROOT / "ci"
ACTION = CI / "github" / "action.yml"
WORKFLOW = CI / "github" / "workflow.yml"
NIGHTLY = CI / "github" / "nightly.yml"
SITE = CI / "github" / "site.yml"
WINDOWS = CI / "github" / "windows.yml"
GITLAB = CI / "gitlab.yml"
GITLAB_SITE = CI / "gitlab-site.yml"
SERVICE = CI / "systemd" / "loadstone-fuzz.service"
UNITS = sorted((CI / "systemd").iterdir())
FAILING = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
FLAGS = ("seccomp", "apparmor", "systempaths")

# Several of these tests build in the same folder.
pytestmark = pytest.mark.xdist_group("templates")


def load(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def shell(script, folder, **environment):
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          env={**os.environ, "LOADSTONE_BUILD": str(BUILD), **environment})


def test_yaml_is_clean():
    subprocess.run(["yamllint", "--strict", "-c", CI / ".yamllint.yml", ACTION, WORKFLOW, NIGHTLY, SITE, WINDOWS,
                    GITLAB, GITLAB_SITE], check=True)


def action_environment(folder, **inputs):
    """The environment of the action's step, which GitHub creates from the inputs."""
    action = load(ACTION)
    assert set(inputs) <= set(action["inputs"])
    values = {name: inputs.get(name, spec.get("default")) for name, spec in action["inputs"].items()}
    (step,) = action["runs"]["steps"]
    environment = {}
    for name, text in step["env"].items():
        environment[name] = re.sub(r"\$\{\{ inputs\.([a-z]+) \}\}", lambda match: values[match[1]], text)
        assert "$" not in environment[name]
    return step["run"], {**environment, "GITHUB_ACTION_PATH": str(ACTION.parent), "HOME": str(folder)}


def test_github_action_judges_a_loader(tmp_path, faulty):
    script, environment = action_environment(
        tmp_path, loader=str(faulty), options=f"--case {FAILING} --jobs 1")
    result = shell(script, tmp_path, **environment)
    assert result.returncode == 1, result.stderr
    assert "::error" in result.stdout and FAILING in result.stdout
    reports = tmp_path / "loadstone-reports"
    assert {path.name for path in reports.iterdir()} == {"report.json", "report.xml", "report.html", "report.sarif"}
    assert json.loads((reports / "report.json").read_text(encoding="utf-8"))["summary"]["fail"] == 1


def test_github_action_passes_a_loader(tmp_path, faulty):
    script, environment = action_environment(
        tmp_path, loader=str(faulty), options="--policy LLP_LOADER_8", reports="other folder")
    result = shell(script, tmp_path, **environment)
    assert result.returncode == 0, result.stdout + result.stderr
    assert (tmp_path / "other folder" / "report.html").exists()


def test_github_workflow_uses_the_action_as_it_is():
    steps = load(WORKFLOW)["jobs"]["conformance"]["steps"]
    (ours,) = [step for step in steps if "loadstone" in step.get("uses", "")]
    path = re.fullmatch(r"OWNER/loadstone/(.+)@main", ours["uses"])[1]
    assert ROOT / path / "action.yml" == ACTION
    inputs = load(ACTION)["inputs"]
    assert set(ours["with"]) <= set(inputs)
    assert {name for name, spec in inputs.items() if spec.get("required")} <= set(ours["with"])
    reports = ours["with"]["reports"]
    kept = [step["with"] for step in steps if step.get("if") == "always()"]
    assert [options.get("path") or options["sarif_file"] for options in kept] == [
        reports, f"{reports}/report.sarif"]


def test_gitlab_job_judges_a_loader(tmp_path, faulty):
    template = load(GITLAB)
    job = template["loadstone"]
    script = "\n".join(job["script"])
    variables = {**template["variables"], "LOADSTONE_LOADER": str(faulty)}
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    variables["LOADSTONE_OPTIONS"] = f"--case {FAILING}"
    result = shell(script, tmp_path, **variables, PATH=path)
    assert result.returncode == 1 and "1 failed" in result.stdout, result.stdout + result.stderr
    (tmp_path / "reports" / "report.json").rename(tmp_path / "loadstone-baseline.json")
    variables["LOADSTONE_OPTIONS"] += " --baseline loadstone-baseline.json"
    result = shell(script, tmp_path, **variables, PATH=path)
    assert result.returncode == 0 and "1 waived" in result.stdout, result.stdout + result.stderr
    for kept in [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]:
        assert (tmp_path / kept).exists()


def test_containers_have_the_same_flags():
    for path in (WORKFLOW, NIGHTLY, SITE, GITLAB, GITLAB_SITE, CI / "Dockerfile"):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"\b([a-z]+)[=:]unconfined", text)
        assert tuple(found) == FLAGS, path
    for page in ("running.md",):
        assert tuple(re.findall(r"\b([a-z]+)=unconfined", (ROOT / "docs" / page).read_text(encoding="utf-8"))) == FLAGS


def test_image_is_made_by_scripts_of_the_tree():
    """The image uses the package of test_package.py."""
    text = (CI / "Dockerfile").read_text(encoding="utf-8")
    (script,) = re.findall(r"/src/(\S+)", text)
    assert os.access(ROOT / script, os.X_OK)
    assert "cpack --config" in (ROOT / script).read_text(encoding="utf-8")
    built, copied = re.search(r"LOADSTONE_BUILD=(\S+)", text)[1], re.search(r"--from=build (\S+)/", text)[1]
    assert built == copied


def in_other_folder(command):
    """A command of a template that makes the site, run in a folder that is no checkout."""
    command = command.replace("docs/site/build.py", str(ROOT / "docs/site/build.py"))
    return command.replace("build/bin/loadstone", str(TOOL))


def report_of_a_subject(folder):
    """Leaves a report where the script that judges the subjects leaves it."""
    assert '"subjects" / ' in (ROOT / "subjects/judge_subjects.py").read_text(encoding="utf-8")
    reports = folder / "build" / "subjects"
    reports.mkdir(parents=True)
    write(reports, "trixie-libvulkan1.json", report("1.4.309", [case("LLP_LOADER_3/a", "fail")]))


def assert_scripts_exist(*commands):
    for script in [script for command in commands for script in command.split(" && ")]:
        assert os.access(ROOT / script, os.X_OK), script


def test_site_is_published_with_the_matrix_of_the_subjects(tmp_path):
    """The step that makes the site, of a report in the folder in which the step before it leaves them."""
    steps = load(SITE)["jobs"]["site"]["steps"]
    build, judge, make = (step["run"] for step in steps if "run" in step)
    assert_scripts_exist(build, judge)
    assert make in [step["run"] for step in steps if step.get("if") == "${{ !cancelled() }}" and "run" in step]
    report_of_a_subject(tmp_path)
    result = shell(in_other_folder(make), tmp_path)
    assert result.returncode == 0, result.stderr
    (published,) = [step["with"]["path"] for step in steps if "upload-pages-artifact" in step.get("uses", "")]
    assert "1.4.309" in (tmp_path / published / "matrix.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("status", [0, 1])
def test_gitlab_publishes_the_site_whatever_the_verdicts_are(status, tmp_path):
    """The job that judges ends with the status of the verdicts, after it made the site, which the other job publishes:
    GitLab's name for it is `pages`, and that of its folder `public`."""
    jobs = load(GITLAB_SITE)
    judging, pages = jobs["loadstone-site"], jobs["pages"]
    build, judge, *rest = judging["script"]
    verdicts = judge.split(" || ")[0]
    assert_scripts_exist(build, verdicts)
    assert pages["needs"] == ["loadstone-site"] and pages["rules"][0]["when"] == "always"
    assert pages["artifacts"]["paths"] == ["public"] == judging["artifacts"]["paths"]
    assert judging["artifacts"]["when"] == "always"
    report_of_a_subject(tmp_path)
    publish = "\n".join(pages["script"])
    assert shell(publish, tmp_path).returncode == 1
    stand_in = judge.replace(verdicts, f"(exit {status})")
    result = shell(in_other_folder("\n".join([stand_in, *rest])), tmp_path)
    assert result.returncode == status, result.stderr
    assert shell(publish, tmp_path).returncode == 0
    assert "1.4.309" in (tmp_path / "public" / "matrix.html").read_text(encoding="utf-8")


def section(path, name):
    """{key: value} of a section of a systemd unit."""
    text = path.read_text(encoding="utf-8").split(f"[{name}]\n")[1].split("\n[")[0]
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and line[0] != "#")


def test_systemd_accepts_the_units(tmp_path):
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/usr/bin/loadstone", str(TOOL))
        text = text.replace("/usr/share/loadstone/ci/", f"{CI}/")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    result = subprocess.run(["systemd-analyze", "verify", "--man=no", *(tmp_path / unit.name for unit in UNITS)],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    ours = [line for line in result.stdout.splitlines() if "loadstone" in line]
    assert not ours, ours
    assert result.returncode == 0, result.stdout


def test_nightly_command_fuzzes(tmp_path):
    text = SERVICE.read_text(encoding="utf-8")
    (example,) = re.findall(r"^#   LOADER=.*\n#   API=.*\n#   NIGHT=.*", text, re.M)
    values = dict(line[4:].split("=") for line in example.splitlines())
    values["NIGHT"] = "1"
    words = shlex.split(section(SERVICE, "Service")["ExecStart"])
    words = [re.sub(r"\$\{(\w+)\}", lambda match: values[match[1]], word) for word in words]
    assert pathlib.Path(words[0]).name == "loadstone"
    result = subprocess.run([TOOL, *words[1:]], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    assert (tmp_path / "corpus").is_dir()


def templates_of_the_night():
    """{name: the words after nightly.py} of the templates for every night."""
    (github,) = [step["run"] for step in load(NIGHTLY)["jobs"]["night"]["steps"] if "nightly.py" in step.get("run", "")]
    gitlab = "\n".join(load(GITLAB)["loadstone-night"]["script"])
    systemd = section(CI / "systemd" / "loadstone-nightly.service", "Service")["ExecStart"]
    return {"github": github, "gitlab": gitlab, "systemd": systemd}


@pytest.mark.parametrize("name", ["github", "gitlab", "systemd"])
def test_template_of_the_night_judges_and_compares(name, tmp_path, faulty):
    """The command of the template, for a case and a second of fuzzing, and without posting; twice, as in two nights."""
    values = {"LOADSTONE_API": "vulkan", "API": "vulkan", "LOADSTONE_LOADER": str(faulty), "LOADER": str(faulty),
              "LOADSTONE_SECONDS": "0", "NIGHT": "0", "LOADSTONE_OPTIONS": f"--case {FAILING}", "LOADSTONE_POST": ""}
    command = templates_of_the_night()[name]
    command = re.sub(r"\S*/nightly\.py", str(CI / "nightly.py"), command).replace(" --post gh", "")
    command = command.replace("--seconds 3600", "--seconds 0").replace("build/loader/libvulkan.so.1", str(faulty))
    command = command.replace("loadstone/build/bin/loadstone", str(TOOL))
    if name != "gitlab":
        command += f" --options '--case {FAILING}'"
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    for _ in range(2):
        result = shell(command, tmp_path, **values, PATH=path)
        assert result.returncode == 0, result.stdout + result.stderr
    assert "## Since the night before" in result.stdout and "LLP_LOADER_3: " in result.stdout
    assert list(tmp_path.rglob("report.json")) and list(tmp_path.rglob("matrix.html"))


@pytest.mark.parametrize("script", sorted(CI.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_clean(script):
    subprocess.run(["shellcheck", script], check=True)
