// SPDX-License-Identifier: Apache-2.0
// The other side of a ratio of fuzz_speed.py: a manifest target that puts each input into a file on
// a tmpfs and lets the loader read it there, as a target without a machine in memory would.

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
