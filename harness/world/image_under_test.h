// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loadstone {

// A shared library in an image, read from its file.
struct ImageLibrary {
  std::string path = {};  // as on the device, without the leading slash
  unsigned bits = 0;      // 32 or 64; 0 if it is not an ELF file
  std::string soname = {};
  bool has_symbols = false;               // whether it has a dynamic symbol table
  std::vector<std::string> exports = {};  // the symbols of Vulkan
};

// A declaration of a feature of the device.
struct ImageFeature {
  std::string name = {};
  std::string file = {};     // as on the device, without the leading slash
  std::string version = {};  // as written; empty if there is none
  bool unavailable = false;  // declared as unavailable
};

// An OpenXR manifest in a folder that loaders search.
struct ImageManifest {
  std::string path = {};
  bool is_runtime = false;        // for the active runtime, otherwise for an API layer
  std::string problem = {};       // why it is not a valid manifest; empty if it is
  std::string library_path = {};  // as in the manifest
  // Why the library is not in the image; empty if it is, or if it is named by file name only.
  std::string library_problem = {};
};

// The unpacked partitions of an Android device: the subject of `check-image`. All paths except
// `path` are as on the device, without the leading slash.
struct ImageUnderTest {
  std::string path = {};  // on the host
  std::map<std::string, std::string> properties = {};
  std::vector<ImageFeature> features = {};
  // The problems of files with declarations about Vulkan, by their paths.
  std::map<std::string, std::string> bad_permissions = {};
  std::vector<std::string> files = {};       // those whose names concern Vulkan
  std::vector<ImageLibrary> libraries = {};  // *.so
  // The folders of APEX packages by the names in their manifests, and the files of packed ones.
  std::map<std::string, std::string> apexes = {};
  std::vector<std::string> packed_apexes = {};
  std::vector<ImageManifest> manifests = {};
  // The exports of the NDK's library, if one is given.
  std::optional<std::vector<std::string>> ndk_exports = {};

  // Returns the value of a property; empty if it is not set.
  std::string Property(const std::string& name) const;
  // Returns a property as a number; std::nullopt if it is not one.
  std::optional<int64_t> Number(const std::string& name) const;
  // Returns whether the device has ABIs of 32 or 64 bits, according to its lists of ABIs;
  // std::nullopt if it has none.
  std::optional<bool> HasAbiOf(unsigned bits) const;
  // Returns the library at that path, or null.
  const ImageLibrary* Library(const std::string& path) const;
  // Returns the greatest value with which a feature is declared, as the package manager does;
  // std::nullopt if it is not declared. A declaration without a value, or with a value that is not
  // a number, counts as 0.
  std::optional<int64_t> Feature(const std::string& name) const;
};

// Parses a number in a file of Android, decimal or, after 0x, hexadecimal; std::nullopt for other
// texts.
std::optional<int64_t> ImageNumber(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_
