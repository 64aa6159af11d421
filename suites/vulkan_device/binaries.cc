// SPDX-License-Identifier: Apache-2.0
// The loader, the driver and the layers of an image: "Implement Vulkan", its introduction, "Vulkan
// loader", "Driver enumeration and loading" and "Finding and loading layers".

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/case/image_case.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/call_chain/core_commands.h"

namespace loadstone::suites::binaries {
namespace {

constexpr char kApex[] = "ro.vulkan.apex";

std::string LoaderPath(unsigned bits) { return "system/" + LibraryFolder(bits) + "/libvulkan.so"; }

std::vector<const ImageLibrary*> LoadersOf(const ImageUnderTest& image) {
  std::vector<const ImageLibrary*> loaders;
  for (const unsigned bits : {32U, 64U}) {
    if (const ImageLibrary* loader = image.Library(LoaderPath(bits))) loaders.push_back(loader);
  }
  return loaders;
}

std::string WhyNoLoader(const Case& c) {
  const std::vector<const ImageLibrary*> loaders = LoadersOf(ImageOf(c));
  if (loaders.empty()) return "the image has no loader";
  const bool readable = std::all_of(loaders.begin(), loaders.end(),
                                    [](const ImageLibrary* loader) { return loader->has_symbols; });
  return readable ? "" : "a loader of the image has no table of dynamic symbols";
}

// Those of `wanted` that a loader of the image does not export.
std::vector<std::string> NotExported(const Case& c, const std::vector<std::string>& wanted) {
  std::vector<std::string> missing;
  for (const ImageLibrary* loader : LoadersOf(ImageOf(c))) {
    const std::set<std::string> exports(loader->exports.begin(), loader->exports.end());
    for (const std::string& name : wanted) {
      if (!exports.contains(name)) missing.push_back(fmt::format("{}: {}", loader->path, name));
    }
  }
  return missing;
}

// The names under which the HAL searches for a driver, without those made from properties that are
// not set.
std::set<std::string> DriverNames(const ImageUnderTest& image) {
  std::set<std::string> names = {"vulkan.default.so"};
  for (const char* property :
       {"ro.hardware.vulkan", "ro.hardware", "ro.product.board", "ro.board.platform", "ro.arch"}) {
    const std::string value = image.Property(property);
    if (!value.empty()) names.insert("vulkan." + value + ".so");
  }
  return names;
}

// Whether the image has a driver with this word size under one of its names.
bool HasDriverFor(const ImageUnderTest& image, unsigned bits) {
  const std::set<std::string> names = DriverNames(image);
  for (const char* partition :
       {"odm", "vendor", "vendor/odm", "system", "system/vendor", "system/odm"}) {
    for (const std::string& name : names) {
      const std::string path = fmt::format("{}/{}/hw/{}", partition, LibraryFolder(bits), name);
      const ImageLibrary* driver = image.Library(path);
      if (driver != nullptr && driver->bits == bits) return true;
    }
  }
  return false;
}

std::vector<std::string> WindowSystemCommands() {
  std::vector<std::string> names = {"vkCreateAndroidSurfaceKHR"};
  for (const VulkanExtensionCommand& command : kVulkanWindowSystemCommands) {
    const std::string extension = command.extension;
    if (extension == "VK_KHR_surface" || extension == "VK_KHR_swapchain") {
      names.emplace_back(command.name);
    }
  }
  return names;
}

// Whether the path belongs to a preinstalled application: its folder is in that of applications,
// and not in one of libraries.
bool IsOfApplication(const std::string& path) {
  const size_t place = std::min(path.find("/app/"), path.find("/priv-app/"));
  if (place == std::string::npos) return false;
  const std::string before = path.substr(0, place) + "/";
  return before.find("/lib/") == std::string::npos && before.find("/lib64/") == std::string::npos;
}

bool IsOfApex(const ImageUnderTest& image, const std::string& path) {
  return std::ranges::any_of(image.apexes,
                             [&](const auto& apex) { return path.starts_with(apex.second + "/"); });
}

// Whether a layer with this path is in the image and not in a part that is updated by itself.
bool IsOfImage(const ImageUnderTest& image, const std::string& path) {
  return !IsOfApplication(path) && !IsOfApex(image, path);
}

bool Exports(const ImageLibrary& library, const char* name) {
  return std::find(library.exports.begin(), library.exports.end(), name) != library.exports.end();
}

// A layer negotiates, or describes itself and leaves creations to the next entity. Loaders and
// drivers that export the same functions export vkCreateDevice as well.
bool IsLayer(const ImageLibrary& library) {
  if (Exports(library, "vkNegotiateLoaderLayerInterfaceVersion")) return true;
  return Exports(library, "vkEnumerateInstanceLayerProperties") &&
         Exports(library, "vkGetInstanceProcAddr") && !Exports(library, "vkCreateDevice");
}

std::string WhyForDevelopment(const Case& c) {
  const std::string type = ImageOf(c).Property("ro.build.type");
  return type == "eng" || type == "userdebug"
             ? "the image is for development: ro.build.type is " + type
             : "";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_1, image_has_a_driver) {
  SKIP_FOR(LoadersOf(ImageOf(c)).empty() ? "the image has no loader" : "");
  SKIP_FOR(ImageOf(c).packed_apexes.empty() ? "" : "a driver may be in a packed APEX");
  SKIP_FOR(WhyNoVulkan(c));
  EXPECT_SEEN(DriversOf(ImageOf(c)), Not(IsEmpty()))
      << "a module vulkan.NAME.so exists" << reading::LS_ANDROID_DEVICE_1_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_4, loader_is_in_its_place) {
  SKIP_FOR(WhyNoVulkan(c));
  SKIP_FOR(WhyNoAbis(c));
  std::vector<std::string> missing;
  for (const unsigned bits : WordSizes(ImageOf(c))) {
    if (ImageOf(c).Library(LoaderPath(bits)) == nullptr) missing.push_back(LoaderPath(bits));
  }
  EXPECT_SEEN(missing, IsEmpty()) << "a loader exists for each word size of the device's ABIs"
                                  << reading::LS_ANDROID_DEVICE_4_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_4, loader_is_of_its_abi) {
  SKIP_FOR(LoadersOf(ImageOf(c)).empty() ? "the image has no loader" : "");
  std::vector<std::string> wrong;
  for (const unsigned bits : {32U, 64U}) {
    const ImageLibrary* loader = ImageOf(c).Library(LoaderPath(bits));
    if (loader == nullptr || loader->bits == bits) continue;
    wrong.push_back(fmt::format(
        "{}: {}", loader->path,
        loader->bits == 0 ? "not an ELF file" : fmt::format("of {} bits", loader->bits)));
  }
  EXPECT_SEEN(wrong, IsEmpty())
      << "lib contains 32-bit libraries, and lib64 contains 64-bit libraries";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_5, ndk_exports_what_the_loader_exports) {
  SKIP_FOR(ImageOf(c).ndk_exports.has_value() ? "" : "no NDK library is given with --ndk-library");
  SKIP_FOR(WhyNoLoader(c));
  EXPECT_SEEN(NotExported(c, *ImageOf(c).ndk_exports), IsEmpty())
      << "the loader exports everything that the NDK's library promises"
      << reading::LS_ANDROID_DEVICE_5_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_6, driver_has_a_name_of_the_device) {
  SKIP_FOR(DriversOf(ImageOf(c)).empty() ? "the image has no Vulkan driver" : "");
  SKIP_FOR(ImageOf(c).Property(kApex).empty() ? "" : "ro.vulkan.apex is set");
  SKIP_FOR(WhyNoAbis(c));
  std::vector<std::string> missing;
  for (const unsigned bits : WordSizes(ImageOf(c))) {
    if (!HasDriverFor(ImageOf(c), bits)) missing.push_back(LibraryFolder(bits) + "/hw");
  }
  EXPECT_SEEN(missing, IsEmpty())
      << "each folder for an ABI of the device has a driver of this ABI under a name of the device"
      << reading::LS_ANDROID_DEVICE_6_r1 << reading::LS_ANDROID_DEVICE_6_r2;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_7, apex_is_there) {
  const std::string name = ImageOf(c).Property(kApex);
  SKIP_FOR(name.empty() ? "ro.vulkan.apex is not set" : "");
  SKIP_FOR(ImageOf(c).packed_apexes.empty() ? "" : "packed APEXes, whose names are unknown, exist");
  EXPECT_HOLDS(ImageOf(c).apexes.contains(name))
      << "an APEX has the name in ro.vulkan.apex, " << name << reading::LS_ANDROID_DEVICE_7_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_7, apex_has_the_driver) {
  const auto apex = ImageOf(c).apexes.find(ImageOf(c).Property(kApex));
  SKIP_FOR(apex == ImageOf(c).apexes.end() || apex->first.empty() ? "no APEX for Vulkan is unpacked"
                                                                  : "");
  std::vector<std::string> drivers = DriversOf(ImageOf(c));
  std::erase_if(drivers,
                [&](const std::string& path) { return !path.starts_with(apex->second + "/lib"); });
  EXPECT_SEEN(drivers, Not(IsEmpty())) << "the APEX has a module vulkan.NAME.so";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_8, image_has_no_layers) {
  SKIP_FOR(WhyForDevelopment(c));
  std::vector<std::string> layers;
  for (const ImageLibrary& library : ImageOf(c).libraries) {
    if (IsLayer(library) && IsOfImage(ImageOf(c), library.path)) layers.push_back(library.path);
  }
  EXPECT_SEEN(layers, IsEmpty()) << "no library exports vkNegotiateLoaderLayerInterfaceVersion, or "
                                    "the introspection functions of a layer"
                                 << reading::LS_ANDROID_DEVICE_8_r1
                                 << reading::LS_ANDROID_DEVICE_8_r2
                                 << reading::LS_ANDROID_DEVICE_8_r3;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_8, image_has_no_files_of_layers) {
  SKIP_FOR(WhyForDevelopment(c));
  std::vector<std::string> files = ImageOf(c).files;
  std::erase_if(files, [&](const std::string& path) {
    return path.substr(path.rfind('/') + 1).starts_with("vulkan.") || !IsOfImage(ImageOf(c), path);
  });
  EXPECT_SEEN(files, IsEmpty()) << "no file has the name of a layer, is in a manifest folder of "
                                   "layers, or is in /data/local/debug/vulkan"
                                << reading::LS_ANDROID_DEVICE_8_r1
                                << reading::LS_ANDROID_DEVICE_8_r2
                                << reading::LS_ANDROID_DEVICE_8_r3;
}

// The system's loader reads no manifests; it uses these functions to find a library's layers.
VULKAN_DEVICE_CASE(LS_VK_LAYER_17, exports_the_introspection) {
  std::vector<std::string> silent;
  bool any = false;
  for (const ImageLibrary& library : ImageOf(c).libraries) {
    if (!IsLayer(library)) continue;
    any = true;
    if (!Exports(library, "vkEnumerateInstanceLayerProperties")) silent.push_back(library.path);
  }
  SKIP_FOR(any ? "" : "the image has no layer library");
  EXPECT_SEEN(silent, IsEmpty()) << "each layer library exports vkEnumerateInstanceLayerProperties";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_25, soname_is_the_name_of_the_file) {
  SKIP_FOR(LoadersOf(ImageOf(c)).empty() ? "the image has no loader" : "");
  std::vector<std::string> wrong;
  for (const ImageLibrary* loader : LoadersOf(ImageOf(c))) {
    if (loader->soname.empty() || loader->soname == "libvulkan.so") continue;
    wrong.push_back(fmt::format("{}: {}", loader->path, loader->soname));
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "the SONAME is libvulkan.so" << reading::LS_ANDROID_DEVICE_25_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_LOADER_1, core_entry_points_are_exported) {
  SKIP_FOR(WhyNoLoader(c));
  EXPECT_SEEN(NotExported(c, CoreCommands(0, 0)), IsEmpty())
      << "the loader exports every command of Vulkan 1.0" << reading::LS_ANDROID_LOADER_1_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_LOADER_2, window_system_entry_points_are_exported) {
  SKIP_FOR(WhyNoLoader(c));
  EXPECT_SEEN(NotExported(c, WindowSystemCommands()), IsEmpty())
      << "the loader exports the commands of VK_KHR_surface, VK_KHR_android_surface and "
         "VK_KHR_swapchain"
      << reading::LS_ANDROID_LOADER_2_r1;
}

}  // namespace
}  // namespace loadstone::suites::binaries
