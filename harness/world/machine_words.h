// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_MACHINE_WORDS_H_
#define LOADSTONE_HARNESS_WORLD_MACHINE_WORDS_H_

#include <string>
#include <utility>

#include "harness/world/world.h"

namespace loadstone {

// The functions that the builders of all APIs share, for the machine itself. Each does what it does
// in World and returns the builder, so that calls can be chained.
template <typename Builder>
class MachineBuilder {
 public:
  Builder& Env(const std::string& name, const std::string& value) {
    machine_.Env(name, value);
    return Self();
  }
  Builder& Unset(const std::string& name) {
    machine_.Unset(name);
    return Self();
  }
  Builder& Home(const std::string& path) {
    machine_.Home(path);
    return Self();
  }
  Builder& Application(const std::string& path) {
    machine_.Application(path);
    return Self();
  }
  Builder& Elevated(Elevation how = Elevation::kFileCapability) {
    machine_.Elevated(how);
    return Self();
  }
  Builder& Directory(const std::string& path, unsigned mode = 0755) {
    machine_.Directory(path, mode);
    return Self();
  }
  Builder& File(const std::string& path, const std::string& text, unsigned mode = 0644) {
    machine_.File(path, text, mode);
    return Self();
  }
  Builder& Symlink(const std::string& path, const std::string& target) {
    machine_.Symlink(path, target);
    return Self();
  }

  Builder& Registry(RegistryValue value) {
    machine_.Registry(std::move(value));
    return Self();
  }

  // Returns the machine itself, for everything that has no function above.
  World& machine() { return machine_; }

 protected:
  const World& machine() const { return machine_; }

 private:
  Builder& Self() { return static_cast<Builder&>(*this); }

  World machine_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_MACHINE_WORDS_H_
