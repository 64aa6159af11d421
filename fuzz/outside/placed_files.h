// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_PLACED_FILES_H_
#define LOADSTONE_FUZZ_OUTSIDE_PLACED_FILES_H_

#include <map>
#include <set>
#include <string>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// The generated files of a world, and on Windows the values of its registry. From one input to the
// next only what differs is written or removed.
class PlacedFiles {
 public:
  // Makes the world have exactly the files and values of `input`, in the form of its platform.
  // Returns false if it had them already. Throws HarnessError if that fails.
  bool Place(const Input& input);

 private:
  // These differ between platforms (placed_files_linux.cc, placed_files_windows.cc).
  void MakeFolder(const std::string& folder);
  void RemoveFolder(const std::string& folder);
  void Write(const std::string& path, const std::string& text);
  void Remove(const std::string& path);
  void PlaceValues(const Input& input);

  std::map<std::string, std::string> placed_;
  std::vector<RegistryValue> values_;
  std::set<std::string> made_;  // the folders made for placed files
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PLACED_FILES_H_
