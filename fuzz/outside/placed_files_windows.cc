// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fuzz/outside/native_text.h"
#include "fuzz/outside/placed_files.h"
#include "harness/probe/path_here.h"
#include "harness/sandbox/windows_text.h"
#include "harness/world/platform.h"

namespace loadstone::fuzz {
namespace {

namespace fs = std::filesystem;

fs::path Here(const std::string& path) { return Wide(PathHere(path)); }

HKEY RootOf(const std::string& key) {
  return key.starts_with("HKLM\\") ? HKEY_LOCAL_MACHINE : HKEY_CURRENT_USER;
}

std::wstring WithoutRoot(const std::string& key) { return Wide(key.substr(key.find('\\') + 1)); }

bool IsValue(const RegistryValue& one, const RegistryValue& other) {
  return one.key == other.key && one.name == other.name;
}

void Set(const RegistryValue& value) {
  const LSTATUS status =
      RegSetKeyValueW(RootOf(value.key), WithoutRoot(value.key).c_str(), Wide(value.name).c_str(),
                      value.type, value.data.data(), static_cast<DWORD>(value.data.size()));
  if (status != 0) throw HarnessError("the fuzzer cannot write to the registry of its world");
}

void Delete(const RegistryValue& value) {
  RegDeleteKeyValueW(RootOf(value.key), WithoutRoot(value.key).c_str(), Wide(value.name).c_str());
}

}  // namespace

void PlacedFiles::MakeFolder(const std::string& folder) {
  const fs::path path = Here(folder);
  if (fs::exists(path)) return;
  if (!folder.empty() && FolderOf(folder) != folder) MakeFolder(FolderOf(folder));
  std::error_code error;
  if (fs::create_directory(path, error)) made_.insert(folder);
}

// As on Linux, so that the loader encounters missing folders.
void PlacedFiles::RemoveFolder(const std::string& folder) {
  std::error_code error;
  if (made_.contains(folder) && fs::remove(Here(folder), error)) made_.erase(folder);
}

void PlacedFiles::Write(const std::string& path, const std::string& text) {
  const auto write = [&] {
    std::ofstream file(Here(path), std::ios::binary);
    file << NativeManifest(kWindows, text);
    return file.flush().good();
  };
  if (write()) return;
  MakeFolder(FolderOf(path));
  if (!write()) throw HarnessError("the fuzzer cannot write " + path);
}

void PlacedFiles::Remove(const std::string& path) {
  std::error_code error;
  fs::remove(Here(path), error);
}

void PlacedFiles::PlaceValues(const Input& input) {
  const auto has = [](const std::vector<RegistryValue>& values, const RegistryValue& one) {
    return std::any_of(values.begin(), values.end(),
                       [&](const RegistryValue& other) { return IsValue(one, other); });
  };
  for (const RegistryValue& old : values_) {
    if (!has(input.registry, old)) Delete(old);
  }
  for (const RegistryValue& value : input.registry) {
    if (std::find(values_.begin(), values_.end(), value) == values_.end()) Set(value);
  }
}

}  // namespace loadstone::fuzz
