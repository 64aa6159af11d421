// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/hardware_module.h"

#include <cstring>

#include "interfaces/android/hwvulkan.h"
#include "reference_loader/common/android_files.h"

namespace reference_loader::vulkan {
namespace {

// The properties that name the module, the preferred one first.
constexpr const char* kModuleProperties[] = {"ro.hardware.vulkan", "ro.board.platform"};
constexpr char kApexProperty[] = "ro.vulkan.apex";

// The document does not say where in an APEX the module is: search the folder of its libraries, and
// that of hardware modules as on a partition.
std::vector<std::string> Folders(const Platform& platform) {
  const std::string libraries = kLibraryFolder;
  const std::string apex = platform.Property(kApexProperty).value_or("");
  if (apex.empty()) return {"/vendor/" + libraries + "/hw"};
  const std::string of_apex = "/apex/" + apex + "/" + libraries;
  return {of_apex, of_apex + "/hw"};
}

void Close(hw_device_t* device) {
  if (device->close != nullptr) device->close(device);
}

}  // namespace

std::vector<std::string> HardwareModulePaths(const Platform& platform) {
  std::vector<std::string> paths;
  for (const char* property : kModuleProperties) {
    const std::string name = platform.Property(property).value_or("");
    if (name.empty()) continue;
    for (const std::string& folder : Folders(platform)) {
      paths.push_back(folder + "/vulkan." + name + kLibrarySuffix);
    }
  }
  return paths;
}

const char* OpenHardwareModule(DriverLibrary* driver) {
  auto* module = driver->library.Get<hw_module_t*>(HAL_MODULE_INFO_SYM_AS_STR);
  if (module == nullptr) return "has no symbol HMI";
  if (module->tag != HARDWARE_MODULE_TAG) return "is no hardware module by its tag";
  if (module->id == nullptr || std::strcmp(module->id, HWVULKAN_HARDWARE_MODULE_ID) != 0) {
    return "is a hardware module, and none of Vulkan";
  }
  if (module->methods == nullptr || module->methods->open == nullptr) return "cannot be opened";
  hw_device_t* opened = nullptr;
  if (module->methods->open(module, HWVULKAN_DEVICE_0, &opened) != 0 || opened == nullptr) {
    return "does not open its device";
  }
  driver->hardware_device.reset(opened, Close);
  const auto* device = reinterpret_cast<const hwvulkan_device_t*>(opened);
  driver->get_instance_proc_addr = device->GetInstanceProcAddr;
  driver->create_instance = device->CreateInstance;
  driver->enumerate_extensions = device->EnumerateInstanceExtensionProperties;
  if (driver->get_instance_proc_addr == nullptr || driver->create_instance == nullptr ||
      driver->enumerate_extensions == nullptr) {
    return "lacks one of its three functions";
  }
  return nullptr;
}

}  // namespace reference_loader::vulkan
