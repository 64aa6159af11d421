// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/extensions.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include "reference_loader/vulkan/android_surface.h"
#include "reference_loader/vulkan/generated/commands.h"

namespace reference_loader::vulkan {
namespace {

// Extensions that the loader provides independently of the drivers.
constexpr VkExtensionProperties kOwnExtensions[] = {
    {VK_EXT_DEBUG_REPORT_EXTENSION_NAME, VK_EXT_DEBUG_REPORT_SPEC_VERSION},
    {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_DEBUG_UTILS_SPEC_VERSION},
    {VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME, VK_KHR_PORTABILITY_ENUMERATION_SPEC_VERSION},
    {VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME, VK_LUNARG_DIRECT_DRIVER_LOADING_SPEC_VERSION},
};

void AddLayerExtensions(const LayerCatalog& catalog, const LayerManifest& layer,
                        std::vector<ManifestExtension> LayerManifest::*extensions,
                        std::set<const LayerManifest*>* visited, ExtensionList* list) {
  if (!visited->insert(&layer).second) return;
  for (const ManifestExtension& extension : layer.*extensions) {
    AddExtension(extension.name, extension.spec_version, list);
  }
  for (const std::string& name : layer.component_layers) {
    const LayerManifest* component = catalog.FindComponent(layer, name);
    if (component != nullptr) {
      AddLayerExtensions(catalog, *component, extensions, visited, list);
    }
  }
}

bool IsFilterDisabled(const Platform& platform) {
  const auto value = platform.Environment("VK_LOADER_DISABLE_INST_EXT_FILTER");
  return std::atoi(value.value_or("0").c_str()) != 0;
}

}  // namespace

bool EnablesExtension(const VkInstanceCreateInfo& info, const char* name) {
  const char* const* names = info.ppEnabledExtensionNames;
  return std::any_of(names, names + info.enabledExtensionCount,
                     [name](const char* enabled) { return std::strcmp(enabled, name) == 0; });
}

bool HasExtension(const ExtensionList& list, const char* name) {
  for (const VkExtensionProperties& extension : list) {
    if (std::strncmp(extension.extensionName, name, VK_MAX_EXTENSION_NAME_SIZE) == 0) return true;
  }
  return false;
}

void AddExtension(const std::string& name, uint32_t spec_version, ExtensionList* list) {
  if (HasExtension(*list, name.c_str())) return;
  VkExtensionProperties extension = {};
  name.copy(extension.extensionName, VK_MAX_EXTENSION_NAME_SIZE - 1);
  extension.specVersion = spec_version;
  list->push_back(extension);
}

void RemoveExtension(const char* name, ExtensionList* list) {
  std::erase_if(*list, [name](const VkExtensionProperties& extension) {
    return std::strncmp(extension.extensionName, name, VK_MAX_EXTENSION_NAME_SIZE) == 0;
  });
}

ExtensionList LayerInstanceExtensions(const LayerCatalog& catalog, const LayerManifest& layer) {
  ExtensionList list;
  std::set<const LayerManifest*> visited;
  AddLayerExtensions(catalog, layer, &LayerManifest::instance_extensions, &visited, &list);
  return list;
}

ExtensionList LayerDeviceExtensions(const LayerCatalog& catalog, const LayerManifest& layer) {
  ExtensionList list;
  std::set<const LayerManifest*> visited;
  AddLayerExtensions(catalog, layer, &LayerManifest::device_extensions, &visited, &list);
  return list;
}

VkLayerProperties LayerProperties(const LayerManifest& layer) {
  VkLayerProperties properties = {};
  layer.name.copy(properties.layerName, VK_MAX_EXTENSION_NAME_SIZE - 1);
  layer.description.copy(properties.description, VK_MAX_DESCRIPTION_SIZE - 1);
  properties.specVersion =
      VK_MAKE_API_VERSION(0, layer.api_version.major_number, layer.api_version.minor_number,
                          layer.api_version.patch_number);
  properties.implementationVersion = layer.implementation_version;
  return properties;
}

ExtensionList PlatformInstanceExtensions(const Platform& platform, const DriverList& drivers) {
  ExtensionList list;
  const bool everything = IsFilterDisabled(platform);
  for (const auto& driver : drivers) {
    for (const VkExtensionProperties& extension : driver->instance_extensions) {
      const std::string name(extension.extensionName,
                             strnlen(extension.extensionName, VK_MAX_EXTENSION_NAME_SIZE));
      if (everything || IsKnownInstanceExtension(name)) {
        AddExtension(name, extension.specVersion, &list);
      }
    }
  }
  for (const VkExtensionProperties& extension : kOwnExtensions) {
    AddExtension(extension.extensionName, extension.specVersion, &list);
  }
  if (platform.rules().is_android) {
    const auto own = AndroidInstanceExtensions();
    list.insert(list.end(), own.begin(), own.end());
  }
  return list;
}

}  // namespace reference_loader::vulkan
