# SPDX-License-Identifier: Apache-2.0
"""Folders that serve as the root of another machine, and commands that run in them."""

import os
import re
import shutil
import subprocess
import sys

from conftest import BUILD

# The folder of libraries in what make_system makes.
LIBRARIES = "usr/lib/x86_64-linux-gnu"

# A chrooted process cannot make user namespaces, so pivot_root replaces the root. The host's programs and libraries are
# not accessible afterwards, except those that are already loaded.
ENTER = """
import ctypes, os, sys
BIND, REC, DETACH, PIVOT_ROOT = 4096, 16384, 2, {"x86_64": 155, "aarch64": 41}[os.uname().machine]
libc = ctypes.CDLL(None, use_errno=True)
def check(status):
    if status != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
def mount(source, target, kind, flags):
    check(libc.mount(os.fsencode(source), os.fsencode(target), kind, ctypes.c_ulong(flags), None))
root = sys.argv[1]
mount(root, root, None, BIND | REC)
mount("/dev", root + "/dev", None, BIND | REC)
mount("proc", root + "/proc", b"proc", 0)
os.makedirs(root + "/.host", exist_ok=True)
check(libc.syscall(PIVOT_ROOT, os.fsencode(root), os.fsencode(root + "/.host")))
os.chdir("/")
check(libc.umount2(b"/.host", DETACH))
os.execv(sys.argv[2], sys.argv[2:])
"""


def run_in(root, *words):
    """Runs a command, given by its absolute path, with the folder `root` as its root; returns the finished process. If
    the user is not root, creates a user namespace in which the user is root."""
    as_root = [] if os.geteuid() == 0 else ["-Ur"]
    return subprocess.run(["unshare", *as_root, "-mpf", sys.executable, "-c", ENTER, str(root), *map(str, words)],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}, check=False)


def needed(binary):
    """The libraries that a binary of this host needs, including the dynamic linker."""
    return re.findall(r"(/\S+) \(0x", subprocess.run(["ldd", binary], stdout=subprocess.PIPE, text=True, check=True).stdout)


def make_system(root, *binaries):
    """Makes a small system in the folder `root`: this host's C library, and what these binaries need. Returns the folder
    of libraries."""
    for path in {path for binary in (*binaries, BUILD / "libexec" / "loadstone" / "probe") for path in needed(binary)}:
        target = root / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    folder = root / LIBRARIES
    folder.mkdir(parents=True, exist_ok=True)
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text('PRETTY_NAME="A small system"\n')
    return folder


def state_of(root):
    """The paths, sizes and times of everything below `root`, to see whether something wrote to it."""
    return sorted((str(path), path.lstat().st_size, path.lstat().st_mtime_ns, path.lstat().st_ctime_ns)
                  for path in (root, *root.rglob("*")))
