"""Builds broken variants of the reference loader, each from one patch.

A defect is a patch with a header of three kinds of lines before its first hunk:

    Policy: LLP_LOADER_3
    Breaks: keeps the second occurrence of a name that the application lists twice
    Also: LS_VK_CHAIN_1 (why a case of another policy fails as well)

Policy and Breaks are required, Also may stand several times. A variant is built from the objects of
the ordinary build: only what the patch touches is compiled anew.
"""

import dataclasses
import json
import pathlib
import re
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOM = HERE.parent
ROOT = ROOM.parent


# What a build makes of each API, before anything is broken.
LIBRARIES = {"vulkan": "lib/libvulkan.so.1", "openxr": "lib/libopenxr_loader.so.1"}


class DefectError(Exception):
    """A patch that is malformed, does not apply, or does not build; one clear line."""


@dataclasses.dataclass(frozen=True)
class Defect:
    name: str
    path: pathlib.Path
    policy: str
    breaks: str
    also: tuple[str, ...]
    files: tuple[str, ...]  # relative to the repository

    @property
    def api(self):
        return "openxr" if self.policy.startswith("LS_XR_") else "vulkan"


def read_defect(path, says="Breaks"):
    """`says` is the line that tells what the patch does: a reading, which breaks nothing, has
    another (reference_loader/readings)."""
    policy, breaks, also, files = [], [], [], []
    in_header = True
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("--- "):
            in_header = False
        if in_header:
            for key, values in (("Policy", policy), (says, breaks), ("Also", also)):
                if line.startswith(key + ": "):
                    values.append(line.split(": ", 1)[1].strip())
        elif line.startswith("+++ b/"):
            files.append(line.removeprefix("+++ b/").split("\t")[0])
    if len(policy) != 1 or len(breaks) != 1 or not files:
        raise DefectError(f"{path.name}: needs one Policy line, one {says} line and a hunk")
    return Defect(path.stem, path, policy[0], breaks[0],
                  tuple(entry.split(" ", 1)[0] for entry in also), tuple(files))


def all_defects():
    return [read_defect(path) for path in sorted(HERE.glob("*.patch"))]


def _run(words, what, **options):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            check=False, **options)
    if result.returncode != 0:
        raise DefectError(f"{what}: {result.stdout.strip()[-2000:]}")
    return result.stdout


def _patched_tree(defect, overlay):
    """Copies of the files that the patch touches, patched, at their places below `overlay`."""
    for name in defect.files:
        target = overlay / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    _run(["patch", "-p1", "--fuzz=0", "-i", str(defect.path)], f"{defect.name} does not apply",
         cwd=overlay)


def _commands(build, library):
    """The commands that made the library's objects, by source, and the one that links it."""
    target = library.relative_to(build)
    lines = _run(["ninja", "-C", str(build), "-t", "commands", str(target)],
                 "cannot ask ninja").splitlines()
    links = [line for line in lines if re.search(rf"-o {re.escape(str(target))}(\s|$)", line)]
    if len(links) != 1:
        raise DefectError(f"no single command links {target}")
    linked = set(shlex.split(links[0]))
    # Other programs may be built from the same sources, with other options.
    compiles = {entry["file"]: entry for entry in json.loads(
        (build / "compile_commands.json").read_text(encoding="utf-8"))
        if _object_of(entry) in linked}
    return compiles, links[0]


def _object_of(entry):
    words = shlex.split(entry["command"])
    return words[words.index("-o") + 1]


def _includes(source, header):
    return f'"{header}"' in source.read_text(encoding="utf-8", errors="replace")


def _sources_to_compile(change, compiles):
    """Every source of the library that the change touches, itself or through a header."""
    touched = set(change.files)
    room_files = [path for path in ROOM.rglob("*.h")]
    # Headers that include a touched header are touched as well.
    grew = True
    while grew:
        grew = False
        for header in room_files:
            name = str(header.relative_to(ROOT))
            if name not in touched and any(
                    _includes(header, other) for other in touched if other.endswith(".h")):
                touched.add(name)
                grew = True
    sources = {}
    for file, entry in compiles.items():
        path = pathlib.Path(file)
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else None
        if name in touched or any(_includes(path, other) for other in touched
                                  if other.endswith(".h")):
            sources[file] = entry
    if not sources:
        raise DefectError(f"{change.name} touches nothing that is in the library")
    return sources


def build(defect, build_dir, folder):
    """Builds the variant of the API's loader with this defect in `folder`; returns its path."""
    overlay = folder / "source"
    _patched_tree(defect, overlay)
    return build_changed(defect, overlay, build_dir, folder)


def build_changed(change, overlay, build_dir, folder):
    """Builds a variant in `folder` from the changed files that stand at their places in `overlay`;
    returns its path. `change` has a `name`, the `api`, and the `files` relative to the repository."""
    build_dir = pathlib.Path(build_dir).resolve()
    # The library's own file, which carries its version, not the link with the name of its interface.
    library = (build_dir / LIBRARIES[change.api]).resolve()
    compiles, link = _commands(build_dir, library)
    words = shlex.split(link)
    for file, entry in _sources_to_compile(change, compiles).items():
        command = shlex.split(entry["command"])
        place = command.index("-o") + 1
        original = command[place]
        compiled = folder / (pathlib.Path(file).name + ".o")
        command[place] = str(compiled)
        patched = overlay / pathlib.Path(file).relative_to(ROOT) \
            if pathlib.Path(file).is_relative_to(ROOT) else pathlib.Path(file)
        if patched.exists():
            command[command.index(file)] = str(patched)
        # The patched headers come before the others; dependency files would overwrite the build's.
        command = [word for word in command if word not in ("-MD",)]
        for option in ("-MT", "-MF"):
            while option in command:
                at = command.index(option)
                del command[at:at + 2]
        command.insert(1, f"-I{overlay}")
        # What is broken on purpose may well leave a parameter unused; nobody debugs a variant.
        command += ["-w", "-g0"]
        _run(command, f"{change.name} does not compile", cwd=entry["directory"])
        words = [str(compiled) if word == original else word for word in words]
    variant = folder / library.name
    words[words.index("-o") + 1] = str(variant)
    start = next(i for i, word in enumerate(words) if re.search(r"(\+\+|cc|clang|gcc)(-\d+)?$", word))
    words = words[start:]
    if "&&" in words:
        words = words[:words.index("&&")]
    _run(words, f"{change.name} does not link", cwd=build_dir)
    return variant
