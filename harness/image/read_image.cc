// SPDX-License-Identifier: Apache-2.0
#include "harness/image/read_image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/component/elf_symbols.h"
#include "harness/component/rooted_folder.h"
#include "harness/errors.h"
#include "harness/image/declarations.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytesOfText = size_t{16} << 20;
constexpr off_t kMostBytesOfLibrary = off_t{2} << 30;
constexpr char kWanted[] = "a folder with the unpacked partitions of an Android device";

// Later files override properties of earlier ones: partitions that are specific to a product come
// last.
constexpr const char* kPropertyFiles[] = {"system/build.prop",     "system/etc/prop.default",
                                          "system_ext/build.prop", "system_ext/etc/build.prop",
                                          "vendor/default.prop",   "vendor/build.prop",
                                          "odm/build.prop",        "odm/etc/build.prop",
                                          "product/build.prop",    "product/etc/build.prop"};

// A device without one of these partitions has a link with its name to a folder of another one.
constexpr const char* kPartitions[] = {"product",   "odm",        "oem",           "vendor",
                                       "system",    "system_ext", "system/vendor", "system/product",
                                       "vendor/odm"};

bool IsLibrary(const std::string& path) { return path.ends_with(".so"); }

bool ConcernsVulkan(const std::string& path) {
  const std::string name = fs::path(path).filename();
  return name.starts_with("libVkLayer") || name.starts_with("libVKLayer") ||
         name.starts_with("vulkan.") ||
         path.find("vulkan/implicit_layer.d/") != std::string::npos ||
         path.find("vulkan/explicit_layer.d/") != std::string::npos ||
         path.starts_with("data/local/debug/vulkan/");
}

// Whether a folder may be the root of a partition or of an APEX. Devices have partitions with names
// of their own, so any folder of the image may be one, and any folder of the two from which links
// lead to others.
bool MayBeRoot(const fs::path& folder) {
  const std::vector<std::string> names(folder.begin(), folder.end());
  if (names.size() > 1 && names[names.size() - 2] == "apex") return names.size() <= 3;
  if (names.size() == 1) return names[0] != "data";
  return names.size() == 2 && (names[0] == "system" || names[0] == "vendor");
}

// Android reads the XML files in two folders of each partition, and in folders below them.
bool IsPermissions(const std::string& path) {
  for (const char* folder : {"/etc/permissions/", "/etc/sysconfig/"}) {
    const size_t place = path.find(folder);
    if (place != std::string::npos && path.ends_with(".xml")) {
      return MayBeRoot(path.substr(0, place));
    }
  }
  return false;
}

// Returns whether a path is PARTITION/etc/openxr/1/api_layers/KIND.d/NAME.json.
bool IsLayerManifest(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return path.ends_with(".json") &&
         std::any_of(std::begin(kPartitions), std::end(kPartitions), [&](const char* partition) {
           const fs::path layers = fs::path(partition) / "etc/openxr/1/api_layers";
           return folder == layers / "implicit.d" || folder == layers / "explicit.d";
         });
}

bool IsRuntimeManifest(const std::string& path) {
  const std::string name = fs::path(path).filename();
  return name.starts_with("active_runtime.") && name.ends_with(".json") &&
         std::any_of(std::begin(kPartitions), std::end(kPartitions), [&](const char* partition) {
           return fs::path(path).parent_path() == fs::path(partition) / "etc/openxr/1";
         });
}

void KeepVulkan(std::vector<std::string>& exports) {
  std::erase_if(exports, [](const std::string& name) { return !name.starts_with("vk"); });
}

class ImageReader {
 public:
  explicit ImageReader(const std::string& path) : folder_(path, kWanted) { image_.path = path; }

  ImageUnderTest Read() {
    ReadProperties();
    folder_.Walk([this](const std::string& path) { Take(path); });
    return std::move(image_);
  }

 private:
  void ReadProperties() {
    if (!folder_.Open("system/build.prop").has_value()) {
      const char* advice = folder_.Open("system/system/build.prop").has_value()
                               ? "its root is in the folder system: move the other partitions there"
                               : "it is not an Android image";
      throw EnvironmentError(fmt::format("{} has no system/build.prop, so {}; pass {}",
                                         folder_.path(), advice, kWanted));
    }
    for (const char* file : kPropertyFiles) {
      AddProperties(folder_.Read(file, kMostBytesOfText).value_or(""), image_.properties);
    }
  }

  void Take(const std::string& path) {
    if (ConcernsVulkan(path)) image_.files.push_back(path);
    if (IsLibrary(path)) TakeLibrary(path);
    if (IsPermissions(path)) TakePermissions(path);
    if (IsLayerManifest(path) || IsRuntimeManifest(path)) TakeManifest(path);
    const fs::path parent = fs::path(path).parent_path();
    const std::string name = fs::path(path).filename();
    if (name == "apex_manifest.pb" || name == "apex_manifest.json") {
      const std::string text = folder_.Read(path, kMostBytesOfText).value_or("");
      image_.apexes[ApexName(text)] = parent;
    }
    if (path.ends_with(".apex") || path.ends_with(".capex")) image_.packed_apexes.push_back(path);
  }

  void TakeLibrary(const std::string& path) {
    const std::optional<OwnedFile> file = folder_.Open(path);
    if (!file.has_value()) return;
    if (lseek(file->get(), 0, SEEK_END) > kMostBytesOfLibrary) {
      throw EnvironmentError(
          fmt::format("{}/{} is larger than 2 GiB, too large for a library", folder_.path(), path));
    }
    lseek(file->get(), 0, SEEK_SET);
    ElfLibrary elf = ReadElfLibrary(file->get());
    KeepVulkan(elf.exports);
    image_.libraries.push_back(
        {path, elf.bits, std::move(elf.soname), elf.has_symbols, std::move(elf.exports)});
  }

  void TakePermissions(const std::string& path) {
    const std::optional<std::string> text = folder_.Read(path, kMostBytesOfText);
    if (!text.has_value()) return;
    const std::string problem = AddFeatures(*text, path, image_.features);
    if (!problem.empty() && path.find("vulkan") != std::string::npos) {
      image_.bad_permissions[path] = problem;
    }
  }

  void TakeManifest(const std::string& path) {
    ImageManifest manifest = {.path = path, .is_runtime = IsRuntimeManifest(path)};
    const std::optional<std::string> text = folder_.Read(path, kMostBytesOfText);
    ReadOpenXrManifest(text.value_or(""), manifest);
    const std::string& library = manifest.library_path;
    if (library.find('/') != std::string::npos) {
      const fs::path place = fs::path(path).parent_path() / library;
      const fs::path in_image = library.starts_with('/') ? fs::path(library.substr(1)) : place;
      if (!folder_.Open(in_image.lexically_normal()).has_value()) {
        manifest.library_problem = library + " is not a file of the image";
      }
    }
    image_.manifests.push_back(std::move(manifest));
  }

  RootedFolder folder_;
  ImageUnderTest image_;
};

std::vector<std::string> ExportsOf(const std::string& path) {
  const OwnedFile file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ElfLibrary library = file.get() < 0 ? ElfLibrary() : ReadElfLibrary(file.get());
  if (library.bits == 0 || !library.has_symbols) {
    throw EnvironmentError(path +
                           " is not a shared library with symbols; pass the NDK's libvulkan.so");
  }
  KeepVulkan(library.exports);
  return library.exports;
}

}  // namespace

ImageUnderTest ReadImage(const std::string& folder, const std::string& ndk_library) {
  ImageUnderTest image = ImageReader(folder).Read();
  if (!ndk_library.empty()) image.ndk_exports = ExportsOf(ndk_library);
  return image;
}

}  // namespace loadstone
