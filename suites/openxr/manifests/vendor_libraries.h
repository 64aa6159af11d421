// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_MANIFESTS_VENDOR_LIBRARIES_H_
#define LOADSTONE_SUITES_OPENXR_MANIFESTS_VENDOR_LIBRARIES_H_

#include <string>

// Where the library of a layer or a runtime is, as its manifest says: api_layer, "API Layer
// Manifest File Format", and runtime, "Runtime Manifest File Format".
namespace loadstone::suites {

inline constexpr char kVendorFolder[] = "/opt/vendor/share";

struct VendorLibrary {
  const char* name;
  std::string library_path;  // as it is in the manifest, which is in kVendorFolder
  std::string file;          // the path of the library
};

inline const std::string kLongFolder(120, 'n');
// Folders within folders, whose path is longer than Windows allows without a prefix.
inline const std::string kDeepFolder = kLongFolder + "/" + kLongFolder + "/" + kLongFolder;
inline const std::string kDeeperFolder = kDeepFolder + "/" + kDeepFolder + "/" + kDeepFolder;

inline const VendorLibrary kVendorLibraries[] = {
    {"full_path", "/opt/vendor/lib/libvendor.so", "/opt/vendor/lib/libvendor.so"},
    {"relative_path_with_a_dot", "./libvendor.so", "/opt/vendor/share/libvendor.so"},
    {"relative_path_upwards", "../lib/libvendor.so", "/opt/vendor/lib/libvendor.so"},
    {"relative_path_two_folders_upwards", "../../lib/libvendor.so", "/opt/lib/libvendor.so"},
    {"relative_path_downwards", "inner/libvendor.so", "/opt/vendor/share/inner/libvendor.so"},
    {"path_with_blanks", "./my lib/lib vendor.so", "/opt/vendor/share/my lib/lib vendor.so"},
    {"path_of_135_characters", "./" + kLongFolder + "/libvendor.so",
     "/opt/vendor/share/" + kLongFolder + "/libvendor.so"},
    {"deep_relative_path", "./" + kDeepFolder + "/libvendor.so",
     "/opt/vendor/share/" + kDeepFolder + "/libvendor.so"},
    {"deep_full_path", "/opt/" + kDeepFolder + "/libvendor.so",
     "/opt/" + kDeepFolder + "/libvendor.so"},
    {"full_path_of_more_than_1024_characters", "/opt/" + kDeeperFolder + "/libvendor.so",
     "/opt/" + kDeeperFolder + "/libvendor.so"},
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_MANIFESTS_VENDOR_LIBRARIES_H_
