// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/windows_packages.h"

#include <windows.h>

#include <optional>

#include "reference_loader/common/windows_text.h"

namespace reference_loader {
namespace {

// Windows 7 and Wine do not have these functions.
using GetPackages = LONG(WINAPI*)(PCWSTR family, UINT32* count, PWSTR* names, UINT32* length,
                                  WCHAR* buffer);
using GetPath = LONG(WINAPI*)(PCWSTR full_name, UINT32* length, PWSTR path);

// The number of attempts: packages may be installed between the query for the size and the one for
// the content.
constexpr int kAttempts = 8;

template <typename Function>
Function OfKernel(const char* name) {
  const HMODULE kernel = GetModuleHandleW(L"kernel32.dll");
  return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(kernel, name)));
}

std::vector<std::wstring> FullNames(const std::wstring& family) {
  const auto get = OfKernel<GetPackages>("GetPackagesByPackageFamily");
  if (get == nullptr) return {};
  UINT32 count = 0;
  UINT32 length = 0;
  std::vector<PWSTR> names;
  std::wstring text;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const LONG result = get(family.c_str(), &count, names.data(), &length, text.data());
    if (result == ERROR_SUCCESS) return {names.begin(), names.begin() + count};
    if (result != ERROR_INSUFFICIENT_BUFFER) break;
    names.assign(count, nullptr);
    text.assign(length, L'\0');
  }
  return {};
}

std::wstring FolderOf(const std::wstring& full_name) {
  const auto get = OfKernel<GetPath>("GetPackagePathByFullName");
  UINT32 length = 0;
  if (get == nullptr || get(full_name.c_str(), &length, nullptr) != ERROR_INSUFFICIENT_BUFFER)
    return L"";
  std::wstring path(length, L'\0');
  if (get(full_name.c_str(), &length, path.data()) != ERROR_SUCCESS || length == 0) return L"";
  path.resize(length - 1);  // without the zero
  return path;
}

}  // namespace

std::vector<std::string> FoldersOfPackages(const std::string& family) {
  std::vector<std::string> folders;
  const std::optional<std::wstring> wide = Wide(family);
  if (!wide) return folders;
  for (const std::wstring& name : FullNames(*wide)) {
    std::optional<std::string> folder = Narrow(FolderOf(name));
    if (folder && !folder->empty()) folders.push_back(*std::move(folder));
  }
  return folders;
}

}  // namespace reference_loader
