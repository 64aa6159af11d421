// SPDX-License-Identifier: Apache-2.0
#include <dxgi1_6.h>

#include <algorithm>

#include "reference_loader/vulkan/adapters.h"

namespace reference_loader::vulkan {
namespace {

// The adapters in the system's order of preference; none where Windows has no such order.
std::vector<LUID> AdaptersOf(HMODULE dxgi) {
  using CreateFactory = HRESULT(WINAPI*)(REFIID, void**);
  const auto create = reinterpret_cast<CreateFactory>(
      reinterpret_cast<void*>(GetProcAddress(dxgi, "CreateDXGIFactory1")));
  IDXGIFactory6* factory = nullptr;
  if (create == nullptr ||
      FAILED(create(__uuidof(IDXGIFactory6), reinterpret_cast<void**>(&factory)))) {
    return {};
  }
  std::vector<LUID> adapters;
  IDXGIAdapter1* adapter = nullptr;
  while (SUCCEEDED(factory->EnumAdapterByGpuPreference(
      static_cast<UINT>(adapters.size()), DXGI_GPU_PREFERENCE_UNSPECIFIED, __uuidof(IDXGIAdapter1),
      reinterpret_cast<void**>(&adapter)))) {
    DXGI_ADAPTER_DESC1 description = {};
    adapter->GetDesc1(&description);
    adapter->Release();
    adapters.push_back(description.AdapterLuid);
  }
  factory->Release();
  return adapters;
}

std::vector<LUID> SystemOrder() {
  const HMODULE dxgi = LoadLibraryExW(L"dxgi.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
  if (dxgi == nullptr) return {};
  std::vector<LUID> adapters = AdaptersOf(dxgi);
  FreeLibrary(dxgi);
  return adapters;
}

PFN_vk_icdEnumerateAdapterPhysicalDevices QueryOf(const DriverInstance& driver) {
  return reinterpret_cast<PFN_vk_icdEnumerateAdapterPhysicalDevices>(
      driver.library->enumerate_adapter_devices);
}

// The devices of one adapter; none if the driver fails.
std::vector<VkPhysicalDevice> DevicesOf(const DriverInstance& driver, LUID adapter) {
  const auto query = QueryOf(driver);
  uint32_t count = 0;
  if (query(driver.handle, adapter, &count, nullptr) != VK_SUCCESS) return {};
  std::vector<VkPhysicalDevice> handles(count);
  const VkResult result = query(driver.handle, adapter, &count, handles.data());
  if (result != VK_SUCCESS && result != VK_INCOMPLETE) return {};
  handles.resize(std::min<size_t>(count, handles.size()));
  return handles;
}

}  // namespace

void RankByAdapters(const std::vector<PhysicalDevice*>& devices,
                    std::vector<DeviceTraits>* traits) {
  std::vector<DriverInstance*> drivers;
  for (const PhysicalDevice* device : devices) {
    if (QueryOf(*device->driver) != nullptr &&
        std::find(drivers.begin(), drivers.end(), device->driver) == drivers.end()) {
      drivers.push_back(device->driver);
    }
  }
  if (drivers.empty()) return;
  size_t rank = 0;
  for (const LUID& adapter : SystemOrder()) {
    for (const DriverInstance* driver : drivers) {
      for (const VkPhysicalDevice handle : DevicesOf(*driver, adapter)) {
        for (size_t i = 0; i < devices.size(); ++i) {
          std::optional<size_t>& place = (*traits)[i].adapter_rank;
          if (devices[i]->driver != driver || devices[i]->handle != handle || place) continue;
          place = rank++;
        }
      }
    }
  }
}

}  // namespace reference_loader::vulkan
