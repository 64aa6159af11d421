// SPDX-License-Identifier: Apache-2.0
// Wine has no packages. Queries are traced.
#include "mock_runtime/devices/packages.h"

#include <string.h>
#include <wchar.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"

namespace loadstone::mock {
namespace {

constexpr int kRoom = 512;

// A member of a package's object, as UTF-16.
struct WideMember {
  WideMember(const rapidjson::Value& package, const char* name) {
    MultiByteToWideChar(CP_UTF8, 0, Text(package, name, ""), -1, text, kRoom);
  }
  UINT32 size() const { return static_cast<UINT32>(wcslen(text) + 1); }

  wchar_t text[kRoom] = {};
};

void Trace(const char* event, const char* key, const wchar_t* text) {
  char narrow[kRoom * 2] = {};
  WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, sizeof(narrow) - 1, nullptr, nullptr);
  Event(event).Add(key, narrow);
}

bool IsOfFamily(const rapidjson::Value& package, PCWSTR family) {
  return _wcsicmp(WideMember(package, "family").text, family) == 0;
}

// Writes the names of a family's packages, one behind the other, where there is room for all.
LONG ListPackages(PCWSTR family, UINT32* count, PWSTR* names, UINT32* length, WCHAR* buffer) {
  if (family == nullptr || count == nullptr || length == nullptr ||
      (*count != 0 && names == nullptr) || (*length != 0 && buffer == nullptr)) {
    return ERROR_INVALID_PARAMETER;
  }
  Trace("packages_listed", "family", family);
  const UINT32 room = *count;
  const UINT32 room_of_text = *length;
  *count = 0;
  *length = 0;
  for (const rapidjson::Value& each : List(Config(), "packages").GetArray()) {
    if (!IsOfFamily(each, family)) continue;
    *length += WideMember(each, "full_name").size();
    ++*count;
  }
  if (*count > room || *length > room_of_text) return ERROR_INSUFFICIENT_BUFFER;
  for (const rapidjson::Value& each : List(Config(), "packages").GetArray()) {
    if (!IsOfFamily(each, family)) continue;
    const WideMember name(each, "full_name");
    *names++ = wcscpy(buffer, name.text);
    buffer += name.size();
  }
  return ERROR_SUCCESS;
}

}  // namespace

LONG WINAPI GetPackagesOfFamily(PCWSTR family, UINT32* count, PWSTR* names, UINT32* length,
                                WCHAR* buffer) {
  return ListPackages(family, count, names, length, buffer);
}

LONG WINAPI FindPackagesOfFamily(PCWSTR family, UINT32, UINT32* count, PWSTR* names, UINT32* length,
                                 WCHAR* buffer, UINT32* properties) {
  const LONG result = ListPackages(family, count, names, length, buffer);
  if (result == ERROR_SUCCESS && properties != nullptr)
    memset(properties, 0, *count * sizeof(*properties));
  return result;
}

LONG WINAPI GetPathOfPackage(PCWSTR full_name, UINT32* length, PWSTR path) {
  if (full_name == nullptr || length == nullptr || (*length != 0 && path == nullptr))
    return ERROR_INVALID_PARAMETER;
  Trace("package_path_queried", "full_name", full_name);
  for (const rapidjson::Value& each : List(Config(), "packages").GetArray()) {
    if (_wcsicmp(WideMember(each, "full_name").text, full_name) != 0) continue;
    const WideMember folder(each, "path");
    const UINT32 room = *length;
    *length = folder.size();
    if (*length > room) return ERROR_INSUFFICIENT_BUFFER;
    wcscpy(path, folder.text);
    return ERROR_SUCCESS;
  }
  return ERROR_NOT_FOUND;
}

LONG WINAPI GetPathOfPackageByType(PCWSTR full_name, int, UINT32* length, PWSTR path) {
  return GetPathOfPackage(full_name, length, path);
}

}  // namespace loadstone::mock
