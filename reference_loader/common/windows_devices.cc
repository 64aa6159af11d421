// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/windows_devices.h"

#include <windows.h>

// Needs windows.h to be included before it.
#include <cfgmgr32.h>

#include <algorithm>

#include "reference_loader/common/path_list.h"
#include "reference_loader/common/windows_registry.h"
#include "reference_loader/common/windows_text.h"

namespace reference_loader {
namespace {

// GUIDs of device classes on Windows.
constexpr wchar_t kDisplayAdapters[] = L"{4d36e968-e325-11ce-bfc1-08002be10318}";
constexpr char kSoftwareComponents[] = "{5c4c3332-344d-483c-8739-259e934c9cc8}";

// The number of attempts: the list of devices may grow between the query for its size and the one
// for its content.
constexpr int kAttempts = 8;

// The instance IDs of the present adapters.
std::vector<std::wstring> DisplayAdapters() {
  constexpr ULONG kFilter = CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT;
  std::wstring list;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    ULONG size = 0;
    if (CM_Get_Device_ID_List_SizeW(&size, kDisplayAdapters, kFilter) != CR_SUCCESS) return {};
    list.assign(size, L'\0');
    if (size == 0) return {};
    const CONFIGRET result = CM_Get_Device_ID_ListW(kDisplayAdapters, list.data(), size, kFilter);
    if (result == CR_SUCCESS) break;
    list.clear();
    if (result != CR_BUFFER_SMALL) return {};
  }
  // An empty ID ends the list.
  std::vector<std::wstring> ids;
  for (size_t start = 0; start < list.size();) {
    const size_t end = std::min(list.find(L'\0', start), list.size());
    if (end == start) break;
    ids.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return ids;
}

bool IsSoftwareComponent(DEVINST device) {
  wchar_t id[64] = {};
  ULONG size = sizeof(id) - sizeof(wchar_t);
  if (CM_Get_DevNode_Registry_PropertyW(device, CM_DRP_CLASSGUID, nullptr, id, &size, 0) !=
      CR_SUCCESS) {
    return false;
  }
  return PathIdentity(Narrow(id).value_or(""), kWindowsRules) == kSoftwareComponents;
}

void AddValue(DEVINST device, const std::wstring& name, std::vector<RegistryValue>* values) {
  HKEY handle = nullptr;
  if (CM_Open_DevNode_Key(device, KEY_QUERY_VALUE, 0, RegDisposition_OpenExisting, &handle,
                          CM_REGISTRY_SOFTWARE) != CR_SUCCESS) {
    return;
  }
  const RegistryKey key(handle);
  std::optional<RegistryValue> value = key.Value(name);
  if (value) values->push_back(*std::move(value));
}

}  // namespace

std::vector<RegistryValue> ValuesOfDisplayAdapters(const std::string& name) {
  std::vector<RegistryValue> values;
  const std::optional<std::wstring> wide = Wide(name);
  if (!wide) return values;
  for (std::wstring& id : DisplayAdapters()) {
    DEVINST adapter = 0;
    if (CM_Locate_DevNodeW(&adapter, id.data(), CM_LOCATE_DEVNODE_NORMAL) != CR_SUCCESS) continue;
    AddValue(adapter, *wide, &values);
    DEVINST child = 0;
    CONFIGRET result = CM_Get_Child(&child, adapter, 0);
    while (result == CR_SUCCESS) {
      if (IsSoftwareComponent(child)) AddValue(child, *wide, &values);
      result = CM_Get_Sibling(&child, child, 0);
    }
  }
  return values;
}

}  // namespace reference_loader
