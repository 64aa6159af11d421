// SPDX-License-Identifier: Apache-2.0
#include <windows.h>
// bcrypt.h needs the types of windows.h.
#include <bcrypt.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "harness/sandbox/windows_text.h"
#include "tool/identity.h"

namespace loadstone {

std::string BuildId(const std::string&) { return ""; }

std::string Sha256(const std::string& path) {
  std::ifstream file(std::filesystem::path(Wide(path)), std::ios::binary);
  if (!file) return "";
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::array<unsigned char, 32> digest = {};
  BCRYPT_ALG_HANDLE algorithm = nullptr;
  if (BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0) != 0) return "";
  const NTSTATUS status = BCryptHash(algorithm, nullptr, 0, reinterpret_cast<PUCHAR>(bytes.data()),
                                     static_cast<ULONG>(bytes.size()), digest.data(),
                                     static_cast<ULONG>(digest.size()));
  BCryptCloseAlgorithmProvider(algorithm, 0);
  if (status != 0) return "";
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.end(), ""));
}

std::string PackageOf(const std::string&, const std::string&) { return ""; }

std::string SystemRelease() {
  // GetVersionEx answers with the version that the program's manifest knows.
  using GetVersion = LONG(WINAPI*)(OSVERSIONINFOW*);
  const auto get = reinterpret_cast<GetVersion>(
      reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion")));
  OSVERSIONINFOW version = {};
  version.dwOSVersionInfoSize = sizeof(version);
  if (get == nullptr || get(&version) != 0) return "Windows";
  return fmt::format("Windows {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion,
                     version.dwBuildNumber);
}

}  // namespace loadstone
