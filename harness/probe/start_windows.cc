// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <fstream>
#include <iterator>
#include <string>

#include "harness/errors.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/path_here.h"
#include "harness/probe/start.h"
#include "harness/sandbox/windows_text.h"
#include "harness/world/places.h"

// The arguments come from the harness, or are globs of cases in the tool: the C runtime must not
// replace them by names of files.
extern "C" int _CRT_glob = 0;

namespace loadstone {
namespace {

using NtQueryInformationToken = LONG(WINAPI*)(HANDLE token, TOKEN_INFORMATION_CLASS what,
                                              void* answer, ULONG size, ULONG* needed);

NtQueryInformationToken query_information_token = nullptr;

SID* IntegritySid(void* label) {
  return static_cast<SID*>(static_cast<TOKEN_MANDATORY_LABEL*>(label)->Label.Sid);
}

// Whether the process has the rights of an administrator, according to QueryAsInWorld.
bool elevated_in_world = false;

// Answers as for the process of a world: Wine gives every process high integrity, Windows that of
// the user who started the run.
LONG WINAPI QueryAsInWorld(HANDLE token, TOKEN_INFORMATION_CLASS what, void* answer, ULONG size,
                           ULONG* needed) {
  const LONG status = query_information_token(token, what, answer, size, needed);
  if (status < 0) return status;
  if (what == TokenIntegrityLevel) {
    IntegritySid(answer)->SubAuthority[0] =
        elevated_in_world ? SECURITY_MANDATORY_HIGH_RID : SECURITY_MANDATORY_MEDIUM_RID;
  }
  if (what == TokenElevation) {
    static_cast<TOKEN_ELEVATION*>(answer)->TokenIsElevated = elevated_in_world ? 1 : 0;
  }
  return status;
}

// Replaces the system's answers about tokens in this whole process, whichever API the caller uses:
// copies the function of ntdll, a system call whose code is position-independent, and overwrites it
// with a jump to QueryAsInWorld.
void EmulateRights(bool elevated) {
  elevated_in_world = elevated;
  constexpr size_t kCopied = 32;
  auto* function = reinterpret_cast<unsigned char*>(
      GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtQueryInformationToken"));
  auto* copy = static_cast<unsigned char*>(
      VirtualAlloc(nullptr, kCopied, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE));
  DWORD before = 0;
  if (function == nullptr || copy == nullptr ||
      VirtualProtect(function, kCopied, PAGE_EXECUTE_READWRITE, &before) == 0) {
    throw HarnessError("cannot emulate the rights of a user");
  }
  memcpy(copy, function, kCopied);
  query_information_token = reinterpret_cast<NtQueryInformationToken>(copy);
#ifdef _WIN64
  unsigned char jump[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};  // mov rax; jmp rax
  constexpr size_t kTarget = 2;
#else
  unsigned char jump[] = {0xb8, 0, 0, 0, 0, 0xff, 0xe0};  // mov eax; jmp eax
  constexpr size_t kTarget = 1;
#endif
  const auto target = reinterpret_cast<uintptr_t>(&QueryAsInWorld);
  memcpy(jump + kTarget, &target, sizeof(target));
  memcpy(function, jump, sizeof(jump));
  VirtualProtect(function, kCopied, before, &before);
}

// Returns whether this process has more rights than an ordinary user's: an integrity level of high
// or above, which the documents call elevated.
bool IsElevated() {
  HANDLE token = nullptr;
  if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token) == 0) return false;
  alignas(TOKEN_MANDATORY_LABEL) char label[256] = {};
  DWORD length = 0;
  const BOOL known = GetTokenInformation(token, TokenIntegrityLevel, label, sizeof(label), &length);
  CloseHandle(token);
  return known != 0 && IntegritySid(label)->SubAuthority[0] >= SECURITY_MANDATORY_HIGH_RID;
}

void SetEnvironment() {
  std::ifstream file(PathHere(kEnvironmentPath), std::ios::binary);
  if (!file) throw HarnessError("the world does not tell its environment");
  for (std::string entry; std::getline(file, entry, '\0');) {
    const size_t sign = entry.find('=');
    const std::wstring name = Wide(entry.substr(0, sign));
    const std::wstring value = Wide(entry.substr(sign + 1));
    // Sets the C runtime's copy, and the system's, which libraries that are loaded later read.
    _wputenv_s(name.c_str(), value.c_str());
    SetEnvironmentVariableW(name.c_str(), value.c_str());
  }
}

// Opens the world's own keys in place of HKLM and HKCU, for this whole process.
void UsePrivateRegistry() {
  std::string path;
  std::ifstream file(PathHere(kPrivateRegistryPath), std::ios::binary);
  std::getline(file, path);
  struct Root {
    const char* name;
    HKEY key;
  };
  // All keys are opened before the first one is replaced.
  const Root roots[] = {{"HKLM", HKEY_LOCAL_MACHINE}, {"HKCU", HKEY_CURRENT_USER}};
  HKEY own[std::size(roots)] = {};
  for (size_t i = 0; i < std::size(roots); ++i) {
    const std::wstring name = Wide(path + "\\" + roots[i].name);
    if (RegOpenKeyExW(HKEY_CURRENT_USER, name.c_str(), 0, KEY_ALL_ACCESS, &own[i]) != 0) {
      throw HarnessError("the world's registry cannot be opened");
    }
  }
  for (size_t i = 0; i < std::size(roots); ++i) {
    if (RegOverridePredefKey(roots[i].key, own[i]) != 0) {
      throw HarnessError("the registry of this machine cannot be replaced");
    }
  }
}

bool Exists(const char* path) {
  return GetFileAttributesA(PathHere(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

// Loads the world's devices in place of the system's configuration manager: libraries that are
// loaded later import from the library of that name that is already loaded.
void ReplaceDevices() {
  const std::string path = PathHere(kDevicesPath);
  if (LoadLibraryA(path.c_str()) == nullptr) {
    throw HarnessError("the world's devices cannot be loaded");
  }
  char loaded[MAX_PATH] = {};
  GetModuleFileNameA(GetModuleHandleA("cfgmgr32.dll"), loaded, sizeof(loaded));
  // The loaded one has a drive besides.
  if (!std::string(loaded).ends_with(path)) {
    throw HarnessError(std::string("the devices of this machine cannot be replaced, because ") +
                       loaded + " is loaded (under Wine, set WINEDLLOVERRIDES=cfgmgr32=n)");
  }
}

}  // namespace

void SetUpProcess() {
  SetEnvironment();
  if (Exists(kPrivateRegistryPath)) UsePrivateRegistry();
  const bool to_be_elevated = !Exists(kOrdinaryUserPath);
  if (to_be_elevated != IsElevated()) EmulateRights(to_be_elevated);
  if (Exists(kDevicesPath)) ReplaceDevices();
}

void TraceStart() {
  SetUpProcess();
  const bool elevated = IsElevated();
  AppEvent event(kAppStart);
  event.Add("secure", elevated)
      .Add("capable", elevated)
      .Add("other_user", false)
      .Add("other_group", false);
  // On Windows itself it is that of the machine, on which no case depends.
  if (!Exists(kPrivateRegistryPath)) event.Add("code_page", static_cast<int64_t>(GetACP()));
}

}  // namespace loadstone
