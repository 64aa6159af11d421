// SPDX-License-Identifier: Apache-2.0
// Replaces libFuzzer in ordinary builds: runs the target on every file and on every file below
// every folder of the command line, ordered by name.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/inside/support/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

// The files at `place`; empty if nothing exists there.
std::vector<std::string> FilesAt(const std::string& place) {
  std::vector<std::string> files;
  if (std::filesystem::is_regular_file(place)) return {place};
  if (!std::filesystem::is_directory(place)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool Run(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file) return false;
  // Printed before the input runs, so that the last line before a crash names the input.
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  // A copy of exactly this size, so that AddressSanitizer detects reads beyond its end.
  const std::vector<uint8_t> data(content.begin(), content.end());
  LLVMFuzzerTestOneInput(data.data(), data.size());
  return true;
}

}  // namespace

int main(int count, char** words) {
  loadstone::fuzz::inside::CheckAllThoroughly();
  size_t inputs = 0;
  for (int i = 1; i < count; ++i) {
    const std::vector<std::string> files = FilesAt(words[i]);
    if (files.empty()) {
      std::fprintf(stderr, "%s: no input at %s\n", words[0], words[i]);
      return 2;
    }
    for (const std::string& path : files) {
      if (!Run(path)) {
        std::fprintf(stderr, "%s: cannot read %s\n", words[0], path.c_str());
        return 2;
      }
      ++inputs;
    }
  }
  if (inputs == 0) {
    std::fprintf(stderr, "usage: %s FILE_OR_FOLDER...\n", words[0]);
    return 2;
  }
  std::printf("%zu inputs, no finding\n", inputs);
  return 0;
}
