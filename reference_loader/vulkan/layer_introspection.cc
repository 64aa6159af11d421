// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_introspection.h"

#include <cstring>
#include <string_view>

#include "reference_loader/vulkan/library.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kDeveloperFolder[] = "/data/local/debug/vulkan";
// A larger number of items than any library has is a mistake or an attack.
constexpr uint32_t kMaximumItems = 1024;

// The document has the example name libVKLayer_foo.so; layers in use have a lower-case k.
bool HasLayerName(std::string_view file) {
  return file.starts_with("libVkLayer") || file.starts_with("libVKLayer");
}

// The items of an enumeration, which is called as enumerate(&count, items). The documents say that
// it never fails: if it does, there are no items.
template <typename Item, typename Enumerate>
std::vector<Item> AllOf(Enumerate enumerate) {
  uint32_t count = 0;
  if (enumerate(&count, nullptr) != VK_SUCCESS || count > kMaximumItems) return {};
  std::vector<Item> items(count);
  if (count == 0) return items;
  const VkResult result = enumerate(&count, items.data());
  if (result != VK_SUCCESS && result != VK_INCOMPLETE) return {};
  if (count < items.size()) items.resize(count);
  return items;
}

template <size_t kSize>
std::string TextOf(const char (&text)[kSize]) {
  return std::string(text, strnlen(text, kSize));
}

std::vector<ManifestExtension> Extensions(const std::vector<VkExtensionProperties>& found) {
  std::vector<ManifestExtension> extensions;
  for (const VkExtensionProperties& extension : found) {
    extensions.push_back({TextOf(extension.extensionName), extension.specVersion});
  }
  return extensions;
}

std::vector<ManifestExtension> InstanceExtensions(const Library& library, const char* layer) {
  const auto enumerate = library.Get<PFN_vkEnumerateInstanceExtensionProperties>(
      "vkEnumerateInstanceExtensionProperties");
  if (enumerate == nullptr) return {};
  return Extensions(
      AllOf<VkExtensionProperties>([&](uint32_t* count, VkExtensionProperties* properties) {
        return enumerate(layer, count, properties);
      }));
}

std::vector<ManifestExtension> DeviceExtensions(const Library& library, const char* layer) {
  const auto enumerate =
      library.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  if (enumerate == nullptr) return {};
  return Extensions(
      AllOf<VkExtensionProperties>([&](uint32_t* count, VkExtensionProperties* properties) {
        return enumerate(VK_NULL_HANDLE, layer, count, properties);
      }));
}

// A library with one layer may export functions under the names of the API; a library with several
// prefixes them with the layer's name.
void FindFunctions(const Library& library, LayerManifest* layer) {
  const std::string instance = layer->name + "GetInstanceProcAddr";
  const std::string device = layer->name + "GetDeviceProcAddr";
  if (library.Get<void*>(instance) != nullptr) layer->get_instance_proc_addr_function = instance;
  if (library.Get<void*>(device) != nullptr) layer->get_device_proc_addr_function = device;
}

LayerManifest Describe(const Library& library, const std::string& path,
                       const VkLayerProperties& properties) {
  LayerManifest layer;
  layer.name = TextOf(properties.layerName);
  layer.description = TextOf(properties.description);
  layer.api_version = {VK_API_VERSION_MAJOR(properties.specVersion),
                       VK_API_VERSION_MINOR(properties.specVersion),
                       VK_API_VERSION_PATCH(properties.specVersion)};
  layer.implementation_version = properties.implementationVersion;
  layer.manifest_path = path;
  layer.library_path = path;
  layer.instance_extensions = InstanceExtensions(library, properties.layerName);
  layer.device_extensions = DeviceExtensions(library, properties.layerName);
  FindFunctions(library, &layer);
  return layer;
}

// Adds the usable layers of the library at `path`. Returns the reason if the library cannot list
// its layers, else an empty text.
std::string AddLayersOf(const Platform& platform, const std::string& path,
                        std::vector<LayerManifest>* layers) {
  std::string error;
  const Library library(platform, path, &error);
  if (!library.IsOpen()) return error;
  const auto enumerate =
      library.Get<PFN_vkEnumerateInstanceLayerProperties>("vkEnumerateInstanceLayerProperties");
  if (enumerate == nullptr) return "does not tell of its layers";
  for (VkLayerProperties& properties : AllOf<VkLayerProperties>(enumerate)) {
    properties.layerName[VK_MAX_EXTENSION_NAME_SIZE - 1] = '\0';
    LayerManifest layer = Describe(library, path, properties);
    if (layer.name.empty() || !IsCompatibleApiVersion(layer.api_version)) continue;
    layers->push_back(std::move(layer));
  }
  return "";
}

// The folders with layers, in the order of the search.
std::vector<std::string> Folders(const Platform& platform) {
  const InstalledApplication application = platform.Application();
  std::vector<std::string> folders;
  if (application.debuggable) folders.push_back(kDeveloperFolder);
  if (!application.library_folder.empty()) folders.push_back(application.library_folder);
  return folders;
}

}  // namespace

std::vector<LayerManifest> FindLayerLibraries(const Platform& platform, const Log& log) {
  std::vector<LayerManifest> layers;
  for (const std::string& folder : Folders(platform)) {
    log.Write(kLogLayer, "Searching for layer libraries in " + folder);
    for (const std::string& file : platform.ListLibraries(folder)) {
      if (!HasLayerName(file)) continue;
      const std::string path = folder + "/" + file;
      const std::string problem = AddLayersOf(platform, path, &layers);
      if (!problem.empty()) {
        log.Write(kLogWarning | kLogLayer, path + ": no layer library, ignored: " + problem);
      }
    }
  }
  return layers;
}

}  // namespace reference_loader::vulkan
