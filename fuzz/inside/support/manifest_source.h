// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_SOURCE_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_SOURCE_H_

#include <memory>
#include <string>

#include "fuzz/inside/support/loaders.h"

namespace loadstone::fuzz::inside {

// Where a target reads a manifest from: a machine in memory. Its counterpart in
// bench/manifest_through_files.cc writes a file instead, to measure the difference.
class ManifestSource {
 public:
  // `text` must outlive it.
  explicit ManifestSource(const std::string& text);
  ~ManifestSource();
  ManifestSource(const ManifestSource&) = delete;
  ManifestSource& operator=(const ManifestSource&) = delete;

  const Platform& platform() const;
  const std::string& path() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_SOURCE_H_
