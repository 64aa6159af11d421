# SPDX-License-Identifier: Apache-2.0
"""A Windows machine for the tests of the reference loaders: a Wine prefix, its registry, and a folder with an
application, a loader and the libraries that both need.

Under Wine every process has high integrity, so everything here is elevated.
"""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

# The registry trees.
MACHINE, USER = "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER"
WINE = [pathlib.Path("/usr/lib/wine/wine64"), pathlib.Path("/usr/lib/wine/wineserver64")]


def dword(number):
    return f"dword:{number:08x}"


def text(value):
    """Data of the type REG_SZ."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def data(kind, content):
    """Raw data of a type given by its number."""
    return f"hex({kind:x}):" + ",".join(f"{byte:02x}" for byte in content)


def texts(*values):
    """Data of the type REG_MULTI_SZ."""
    return data(7, "".join(value + "\0" for value in [*values, ""]).encode("utf-16-le"))


def registry_file(path, registry):
    """Writes a .reg file. After regedit imports it, the registry's keys of Khronos and of devices have exactly the
    values of `registry`, {key: {name: data}}."""
    lines = ["Windows Registry Editor Version 5.00", ""]
    for root in (MACHINE, USER):
        for key in ("Khronos", "WOW6432Node\\Khronos", "Devices"):
            lines += [f"[-{root}\\SOFTWARE\\{key}]", ""]
    for key, values in registry.items():
        lines += [f"[{key}]", *(f"{text(name)}={content}" for name, content in values.items()), ""]
    path.write_text("\r\n".join(lines), encoding="utf-16")


def lines_of(file):
    """The lines that processes have written into a temporary file."""
    file.seek(0)
    return file.read().decode(errors="replace").splitlines()


class Prefix:
    """A Wine prefix in `folder` without registered components, whose services run until close()."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder.parent),
                            "WINEPREFIX": str(folder), "WINEDEBUG": "-all", "WINEARCH": "win64",
                            # File names are UTF-8.
                            "LC_ALL": "C.UTF-8",
                            # Without menus, without downloads of Mono and Gecko, and without a debugger for crashing
                            # programs.
                            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe,winedbg.exe="}
        self.run("wineboot", "-i")
        # Wine 10 registers its own Vulkan driver.
        registry_file(folder / "drive_c" / "empty.reg", {})
        self.import_registry("C:\\empty.reg")
        # Services run while a process does, and take a second to start: cmd waits for its input.
        self.waiting = subprocess.Popen([WINE[0], "cmd"], stdin=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=self.environment)

    def run(self, *words, overrides=(), **options):
        """Runs a Windows program to its end, and returns the lines that it writes. `overrides`: DLLs in the program's
        folder that replace Wine's."""
        dlls = ";".join([self.environment["WINEDLLOVERRIDES"], *(f"{each}=n" for each in overrides)])
        # Not pipes: processes that Wine starts in addition would keep them open.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            result = subprocess.run(
                [WINE[0], *map(str, words)], stdin=subprocess.DEVNULL, stdout=output,
                stderr=messages, check=False, timeout=300,
                env={**self.environment, "WINEDLLOVERRIDES": dlls}, **options)
            lines, errors = lines_of(output), lines_of(messages)
        assert result.returncode == 0, (words, result.returncode, lines, errors)
        return lines

    def import_registry(self, path):
        """Imports the .reg file of this Windows path. Wine's regedit has ended with 1 and without a word on a busy
        machine, once in many thousands of imports; importing again is the same as importing once."""
        for _ in range(2):
            try:
                self.run("regedit", "/S", path)
                return
            except AssertionError as error:
                print("regedit:", error)
        self.run("regedit", "/S", path)

    def close(self):
        """Ends all processes of the prefix and waits for them."""
        self.waiting.communicate()
        for option in ("-k", "-w"):
            subprocess.run([WINE[1], option], env=self.environment, check=False)


@dataclasses.dataclass
class Machine:
    """A test's folder in the prefix. The registry has no values of other tests."""
    prefix: Prefix
    folder: pathlib.Path
    registry: dict = dataclasses.field(default_factory=dict)

    def path(self, name=""):
        """The Windows path of a file in the folder."""
        root = self.prefix.folder / "drive_c"
        return "C:\\" + str((self.folder / name).relative_to(root)).replace("/", "\\")

    def put(self, file, name=None):
        """Copies a file into the folder."""
        shutil.copy(file, self.folder / (name or file.name))

    def manifest(self, name, content):
        """Writes a manifest, and returns its Windows path."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
        return self.path(name)

    def value(self, root, key, name, content):
        """Adds a value to the registry."""
        self.registry.setdefault(f"{root}\\SOFTWARE\\{key}", {})[name] = content

    def run(self, *words, environment=None, **options):
        """Sets up the registry, runs a program of the folder with additional environment variables, and returns the
        lines that it writes."""
        registry_file(self.folder / "machine.reg", self.registry)
        self.prefix.import_registry(self.path("machine.reg"))
        # A script sets the variables, because Wine does not pass variables VK_... of its own environment to programs.
        script = [f"@set {name}={value}" for name, value in (environment or {}).items()]
        script.append("@" + " ".join(words))
        (self.folder / "run.cmd").write_text("\r\n".join(script) + "\r\n", encoding="ascii")
        return self.prefix.run("cmd", "/c", "run.cmd", cwd=self.folder, **options)
