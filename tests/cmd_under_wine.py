# SPDX-License-Identifier: Apache-2.0
"""A machine under Wine on which scripts for cmd run, with a compiler."""

import os
import socketserver
import subprocess
import threading

from conftest import ROOT

WINE = "/usr/lib/wine/wine64"
SYSTEM = "/usr/lib/x86_64-linux-gnu/wine/x86_64-windows"


class CmdUnderWine:
    """A Wine prefix; programs of MinGW-w64 that a script starts as CC run on the Linux below."""

    def __init__(self, folder):
        self.prefix = folder / "prefix"
        self.drive_c = self.prefix / "drive_c"
        (self.drive_c / "windows").mkdir(parents=True)
        (self.drive_c / "temp").mkdir()
        (self.prefix / "dosdevices").mkdir()
        (self.prefix / "dosdevices" / "c:").symlink_to("../drive_c")
        (self.prefix / "dosdevices" / "z:").symlink_to("/")
        (self.drive_c / "windows" / "system32").symlink_to(SYSTEM)
        self.server = socketserver.TCPServer(("127.0.0.1", 0), self._compiler())
        self.compiler = folder / "compiler.exe"
        subprocess.run(["x86_64-w64-mingw32-gcc", "-Wall", "-Wextra", "-Werror", "-o", self.compiler,
                        ROOT / "tests" / "compiler_under_wine.c", "-lws2_32"], check=True)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        subprocess.run(["/usr/lib/wine/wineserver64", "-k"], env=self._environment(), check=False)

    def _compiler(self):
        def on_linux(word):
            for option in ("-I", ""):
                for drive, root in (("C:", str(self.drive_c)), ("Z:", "")):
                    if word.startswith(option + drive + "\\"):
                        return option + root + word[len(option + drive):].replace("\\", "/")
            return word

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                folder, *words = map(on_linux, self.rfile.read().decode().split("\0")[:-1])
                plus = any(word.endswith(".cc") for word in words)
                done = subprocess.run(["x86_64-w64-mingw32-" + ("g++" if plus else "gcc"), *words, "-idirafter", "/usr/include"],
                                      cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
                self.wfile.write((b"0" if done.returncode == 0 else b"1") + done.stdout)

        return Handler

    def _environment(self, **changes):
        return {"PATH": os.environ["PATH"], "WINEPREFIX": str(self.prefix), "WINEARCH": "win64", "WINEDEBUG": "-all",
                "LC_ALL": "C.UTF-8", "WINE_D3D_CONFIG": "renderer=no3d", "WINEPATH": "C:\\windows\\system32",
                "WINEDLLOVERRIDES": "wineboot.exe,services.exe,explorer.exe,winedbg.exe,mscoree,mshtml=",
                "CC": self._windows(self.compiler), "COMPILER_PORT": str(self.server.server_address[1]), **changes}

    @staticmethod
    def _windows(path):
        return "Z:" + str(path).replace("/", "\\") if str(path).startswith("/") else str(path)

    def _wine(self, *words, **changes):
        done = subprocess.run([WINE, *words], env=self._environment(**changes), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        done.stdout = done.stdout.decode(errors="replace").replace("\r", "")
        done.stderr = done.stderr.decode(errors="replace").replace("\r", "")
        return done

    def run(self, script, *words, **changes):
        """Runs a script with paths as words; `changes` are variables."""
        command = " ".join(self._windows(each) for each in (script, *words))
        # Wine 8.0 cannot start a process now and then. Its cmd then says so of the compiler, which is there.
        not_started = f"Can't recognize '\"{self._windows(self.compiler)}\""
        for _ in range(5):
            done = self._wine("C:\\windows\\system32\\cmd.exe", "/c", "set TEMP=C:\\temp&" + command, **changes)
            if not_started not in done.stderr:
                break
        return done

    def reg(self, *words):
        return self._wine("C:\\windows\\system32\\reg.exe", *words).stdout

    def machine(self):
        """The files of drive C, and the values that name manifests."""
        files = sorted(str(path) for path in self.drive_c.rglob("*") if "windows" not in path.parts)
        return files, self.reg("query", "HKLM\\SOFTWARE\\Khronos", "/s").count("REG_")
