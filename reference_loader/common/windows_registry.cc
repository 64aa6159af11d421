// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/windows_registry.h"

#include "reference_loader/common/windows_text.h"

namespace reference_loader {
namespace {

// The longest name of a value, with its terminator.
constexpr DWORD kNameCapacity = 16384;

// Most data is the path of a file or a DWORD.
constexpr DWORD kUsualData = 1024;

// Calls `read` with a buffer for data and its size, until the buffer is large enough. Returns the
// last status and fills in `data`.
template <typename Read>
LSTATUS ReadData(Read read, std::string* data) {
  DWORD size = kUsualData;
  for (;;) {
    data->resize(size);
    const LSTATUS status = read(reinterpret_cast<BYTE*>(data->data()), &size);
    if (status == ERROR_MORE_DATA && size > data->size()) continue;
    data->resize(status == ERROR_SUCCESS ? size : 0);
    return status;
  }
}

}  // namespace

RegistryKey::RegistryKey(HKEY root, const std::wstring& path) {
  HKEY key = nullptr;
  if (RegOpenKeyExW(root, path.c_str(), 0, KEY_QUERY_VALUE | KEY_WOW64_64KEY, &key) ==
      ERROR_SUCCESS) {
    key_ = key;
  }
}

std::vector<RegistryValue> RegistryKey::Values() const {
  std::vector<RegistryValue> values;
  std::wstring name;
  for (DWORD i = 0; key_ != nullptr; ++i) {
    RegistryValue value;
    DWORD type = 0;
    const auto read = [&](BYTE* data, DWORD* size) {
      DWORD length = kNameCapacity;
      name.resize(length);
      const LSTATUS status =
          RegEnumValueW(key_, i, name.data(), &length, nullptr, &type, data, size);
      name.resize(status == ERROR_SUCCESS ? length : 0);
      return status;
    };
    const LSTATUS status = ReadData(read, &value.data);
    if (status == ERROR_NO_MORE_ITEMS) break;
    // A key that was deleted meanwhile gives this error for every index.
    if (status != ERROR_SUCCESS) break;
    std::optional<std::string> utf8 = Narrow(name);
    if (!utf8) continue;
    value.name = *std::move(utf8);
    value.type = type;
    values.push_back(std::move(value));
  }
  return values;
}

std::optional<RegistryValue> RegistryKey::Value(const std::wstring& name) const {
  if (key_ == nullptr) return std::nullopt;
  RegistryValue value;
  DWORD type = 0;
  const auto read = [&](BYTE* data, DWORD* size) {
    return RegQueryValueExW(key_, name.c_str(), nullptr, &type, data, size);
  };
  if (ReadData(read, &value.data) != ERROR_SUCCESS) return std::nullopt;
  value.type = type;
  return value;
}

}  // namespace reference_loader
