// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <fstream>
#include <iterator>
#include <string>

#include "harness/errors.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"
#include "harness/world/places.h"

// The arguments come from the harness and contain no wildcards.
extern "C" int _CRT_glob = 0;

namespace loadstone {
namespace {

using NtQueryInformationToken = LONG(WINAPI*)(HANDLE token, TOKEN_INFORMATION_CLASS what,
                                              void* answer, ULONG size, ULONG* needed);

NtQueryInformationToken query_information_token = nullptr;

SID* IntegritySid(void* label) {
  return static_cast<SID*>(static_cast<TOKEN_MANDATORY_LABEL*>(label)->Label.Sid);
}

// Answers as for an ordinary user's process: Wine gives every process high integrity.
LONG WINAPI QueryAsOrdinaryUser(HANDLE token, TOKEN_INFORMATION_CLASS what, void* answer,
                                ULONG size, ULONG* needed) {
  const LONG status = query_information_token(token, what, answer, size, needed);
  if (status < 0) return status;
  if (what == TokenIntegrityLevel) {
    IntegritySid(answer)->SubAuthority[0] = SECURITY_MANDATORY_MEDIUM_RID;
  }
  if (what == TokenElevation) static_cast<TOKEN_ELEVATION*>(answer)->TokenIsElevated = 0;
  return status;
}

// Replaces the system's answers about tokens in this whole process, whichever API the caller uses:
// copies the function of ntdll, a system call whose code is position-independent, and overwrites it
// with a jump to QueryAsOrdinaryUser.
void EmulateOrdinaryUser() {
  constexpr size_t kCopied = 32;
  auto* function = reinterpret_cast<unsigned char*>(
      GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtQueryInformationToken"));
  auto* copy = static_cast<unsigned char*>(
      VirtualAlloc(nullptr, kCopied, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE));
  DWORD before = 0;
  if (function == nullptr || copy == nullptr ||
      VirtualProtect(function, kCopied, PAGE_EXECUTE_READWRITE, &before) == 0) {
    throw HarnessError("cannot emulate an ordinary user");
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
  const auto target = reinterpret_cast<uintptr_t>(&QueryAsOrdinaryUser);
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

std::wstring Wide(const std::string& text) {
  std::wstring wide(text.size() + 1, L'\0');
  const int length =
      MultiByteToWideChar(CP_UTF8, 0, text.c_str(), -1, wide.data(), static_cast<int>(wide.size()));
  if (length == 0) throw HarnessError("a variable is too long, or no text");
  wide.resize(static_cast<size_t>(length) - 1);
  return wide;
}

void SetEnvironment() {
  std::ifstream file(kEnvironmentPath, std::ios::binary);
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

bool Exists(const char* path) { return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES; }

}  // namespace

void TraceStart() {
  SetEnvironment();
  if (Exists(kOrdinaryUserPath)) EmulateOrdinaryUser();
  // Libraries that are loaded later import from the library of that name that is already loaded.
  if (Exists(kDevicesPath) && LoadLibraryA(kDevicesPath) == nullptr) {
    throw HarnessError("the world's devices cannot be loaded");
  }
  const bool elevated = IsElevated();
  AppEvent(kAppStart)
      .Add("secure", elevated)
      .Add("capable", elevated)
      .Add("other_user", false)
      .Add("other_group", false)
      .Add("code_page", static_cast<int64_t>(GetACP()));
}

}  // namespace loadstone
