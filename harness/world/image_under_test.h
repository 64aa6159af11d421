// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loadstone {

// A shared library of an image, told from the file alone.
struct ImageLibrary {
  std::string path = {};  // as on the device, without the slash at its beginning
  unsigned bits = 0;      // 32 or 64; 0 for what is no ELF file
  std::string soname = {};
  bool has_symbols = false;               // false where the file has no table of dynamic symbols
  std::vector<std::string> exports = {};  // those of Vulkan
};

// One declaration of a feature of the device.
struct ImageFeature {
  std::string name = {};
  std::string file = {};     // as on the device, likewise
  std::string version = {};  // as it is written; empty where none is
  bool unavailable = false;  // the device says that it has not got it
};

// A manifest of OpenXR in a folder that loaders search.
struct ImageManifest {
  std::string path = {};
  bool is_runtime = false;           // of the active runtime, and not of an API layer
  std::string problem = {};          // why it is no valid manifest; empty where it is
  std::string library_path = {};     // as the manifest has it
  std::string library_problem = {};  // why the library cannot be had; empty where it can, or where
                                     // the manifest names it by a file name alone
};

// The unpacked partitions of a device with Android: the subject of `check-image`. All paths but the
// first are as on the device, without the slash at their beginning.
struct ImageUnderTest {
  std::string path = {};  // on the host
  std::map<std::string, std::string> properties = {};
  std::vector<ImageFeature> features = {};
  // Of files for declarations that are about Vulkan: path and what is wrong with them.
  std::map<std::string, std::string> bad_permissions = {};
  std::vector<std::string> files = {};       // those whose names concern Vulkan
  std::vector<ImageLibrary> libraries = {};  // *.so
  // The folders of APEX packages by the names that their manifests give, and the files that hold
  // packed ones.
  std::map<std::string, std::string> apexes = {};
  std::vector<std::string> packed_apexes = {};
  std::vector<ImageManifest> manifests = {};
  // What the NDK's library exports, where one is given.
  std::optional<std::vector<std::string>> ndk_exports = {};

  // The value of a property; empty where it is not set.
  std::string Property(const std::string& name) const;
  // Likewise as a number; nothing where it is none.
  std::optional<int64_t> Number(const std::string& name) const;
  // Whether the device has ABIs of 32 or 64 bits, by its lists of ABIs; nothing where it has none.
  std::optional<bool> HasAbiOf(unsigned bits) const;
  // The library at that path, or null.
  const ImageLibrary* Library(const std::string& path) const;
  // The greatest value with which a feature is declared, as the package manager takes it; nothing
  // where it is not. A declaration without a value, or with one that is no number, counts as 0.
  std::optional<int64_t> Feature(const std::string& name) const;
};

// A number as files of Android write it, decimal or, after 0x, hexadecimal; nothing for other
// texts.
std::optional<int64_t> ImageNumber(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_IMAGE_UNDER_TEST_H_
