// SPDX-License-Identifier: Apache-2.0
// The denominator of a ratio in fuzz_speed.py: a manifest target that writes each input to a file
// on a tmpfs, from which the loader reads it, like a target without an in-memory machine.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "fuzz/inside/support/manifest_source.h"

namespace loadstone::fuzz::inside {

struct ManifestSource::State {};

namespace {

const std::string& Path() {
  static const std::string* const path = [] {
    const char* folder = std::getenv("LOADSTONE_TMPFS");
    return new std::string(std::string(folder != nullptr ? folder : "/dev/shm") + "/loadstone-" +
                           std::to_string(getpid()) + ".json");
  }();
  return *path;
}

}  // namespace

ManifestSource::ManifestSource(const std::string& text) {
  std::FILE* file = std::fopen(Path().c_str(), "wb");
  const bool written = file != nullptr &&
                       std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                       std::fclose(file) == 0;
  if (!written) {
    std::perror(Path().c_str());
    std::exit(2);
  }
}

ManifestSource::~ManifestSource() { unlink(Path().c_str()); }

const Platform& ManifestSource::platform() const { return HostPlatform(); }

const std::string& ManifestSource::path() const { return Path(); }

}  // namespace loadstone::fuzz::inside
