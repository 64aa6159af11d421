// SPDX-License-Identifier: Apache-2.0
// Part of every DLL of these tests: writes a line when the DLL is loaded.

#include <windows.h>

#include <string>

#include "tests/windows/trace.h"

namespace {

HINSTANCE own_module = nullptr;

}  // namespace

void loadstone::TraceComponent(std::string_view what) {
  char path[MAX_PATH];
  const DWORD length = GetModuleFileNameA(own_module, path, sizeof(path));
  const std::string name(path, length);
  Trace(std::string(what) + " " + name.substr(name.rfind('\\') + 1));
}

extern "C" BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID) {
  if (reason == DLL_PROCESS_ATTACH) {
    own_module = module;
    loadstone::TraceComponent("loaded");
  }
  return TRUE;
}
