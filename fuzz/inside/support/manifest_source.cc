// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/manifest_source.h"

#include "fuzz/inside/support/manifest_machine.h"

namespace loadstone::fuzz::inside {
namespace {

const std::string& Path() {
  static const std::string* const path = new std::string("/etc/manifests/input.json");
  return *path;
}

}  // namespace

struct ManifestSource::State {
  explicit State(const std::string& text) : machine(Path(), text) {}
  ManifestMachine machine;
};

ManifestSource::ManifestSource(const std::string& text) : state_(std::make_unique<State>(text)) {}

ManifestSource::~ManifestSource() = default;

const Platform& ManifestSource::platform() const { return state_->machine; }

const std::string& ManifestSource::path() const { return Path(); }

}  // namespace loadstone::fuzz::inside
