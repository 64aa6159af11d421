// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/registry.h"

#include <algorithm>

#include "reference_loader/common/path_list.h"
#include "reference_loader/common/platform.h"
#include "reference_loader/common/utf16.h"

namespace reference_loader {
namespace {

// Two bytes make a character; an odd byte at the end is ignored.
std::u16string Characters(std::string_view bytes) {
  std::u16string text;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto low = static_cast<unsigned char>(bytes[i]);
    const auto high = static_cast<unsigned char>(bytes[i + 1]);
    text.push_back(static_cast<char16_t>(high << 8 | low));
  }
  return text;
}

// A relative path would be resolved against the application's current folder.
bool CanBeManifest(const Platform& platform, const std::string& path) {
  return IsAbsolutePath(path, platform.rules()) && HasManifestSuffix(path, platform.rules()) &&
         !platform.IsFolder(path);
}

}  // namespace

bool IsZeroDword(const RegistryValue& value) {
  return value.type == kRegistryDword && value.data == std::string_view("\0\0\0\0", 4);
}

std::vector<std::string> TextsOf(const RegistryValue& value) {
  std::vector<std::string> texts;
  if (value.type != kRegistryString && value.type != kRegistryMultiString) return texts;
  const std::u16string characters = Characters(value.data);
  for (size_t start = 0; start < characters.size();) {
    const size_t end = std::min(characters.find(u'\0', start), characters.size());
    if (end == start) break;
    std::optional<std::string> text =
        Utf8FromUtf16(std::u16string_view(characters).substr(start, end - start));
    if (text) texts.push_back(*std::move(text));
    if (value.type == kRegistryString) break;
    start = end + 1;
  }
  return texts;
}

std::string KhronosKey(const Platform& platform, std::string_view below) {
  std::string key = "SOFTWARE\\";
  // The OpenXR documents swap WOW6432Node and Khronos, which matches no version of Windows.
  if (platform.Is32BitOn64BitSystem()) key += "WOW6432Node\\";
  key += "Khronos\\";
  return key.append(below);
}

std::vector<std::string> ManifestsInKey(const Platform& platform, RegistryRoot root,
                                        const std::string& key) {
  std::vector<std::string> manifests;
  for (RegistryValue& value : platform.RegistryValues(root, key)) {
    if (!IsZeroDword(value) || !CanBeManifest(platform, value.name)) continue;
    manifests.push_back(std::move(value.name));
  }
  return manifests;
}

std::vector<std::string> ManifestsOfDevices(const Platform& platform, std::string_view name) {
  std::string own_name(name);
  if (platform.Is32BitOn64BitSystem()) own_name += "Wow";
  std::vector<std::string> manifests;
  for (const RegistryValue& value : platform.DeviceValues(own_name)) {
    for (std::string& path : TextsOf(value)) {
      if (CanBeManifest(platform, path)) manifests.push_back(std::move(path));
    }
  }
  return manifests;
}

}  // namespace reference_loader
