// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_MACHINE_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_MACHINE_H_

#include <string>

#include "fuzz/inside/support/loaders.h"

namespace loadstone::fuzz::inside {

// A machine with exactly one file, from which the targets for single manifests read. Reading costs
// one copy.
class ManifestMachine final : public Platform {
 public:
  // Both arguments must outlive the machine.
  ManifestMachine(const std::string& path, const std::string& content)
      : path_(path), content_(content) {}

  std::optional<std::string> ReadFile(const std::string& path, size_t limit) const override {
    if (path != path_ || content_.size() > limit) return std::nullopt;
    return content_;
  }
  std::vector<std::string> ListManifests(const std::string&) const override { return {}; }
  bool IsFolder(const std::string&) const override { return false; }
  std::optional<std::string> Environment(const char*) const override { return std::nullopt; }
  bool Elevated() const override { return false; }
  std::string ExecutablePath() const override { return std::string(); }
  void* OpenLibrary(const std::string&, std::string*) const override { return nullptr; }
  void CloseLibrary(void*) const override {}
  void* Symbol(void*, const char*) const override { return nullptr; }
  void WriteLog(std::string_view) const override {}

 private:
  const std::string& path_;
  const std::string& content_;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_MACHINE_H_
