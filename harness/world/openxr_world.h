// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_OPENXR_WORLD_H_
#define LOADSTONE_HARNESS_WORLD_OPENXR_WORLD_H_

#include <string>
#include <vector>

#include "harness/world/machine_words.h"
#include "harness/world/mock_library.h"
#include "harness/world/openxr_components.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// The name in the trace of the runtime that every OpenXR world has.
inline constexpr char kDefaultRuntime[] = "runtime";

// A machine with OpenXR: the subject, one active mock runtime in a system folder, and what a case
// installs. Calls can be chained:
//
//   OpenXrWorld(c.subject()).With(ApiLayer("XR_APILAYER_LS_one").Implicit()).Env("DISABLE", "1")
class OpenXrWorld : public MachineBuilder<OpenXrWorld> {
 public:
  // `subject` must outlive it.
  explicit OpenXrWorld(const Subject& subject);

  OpenXrWorld& With(const ApiLayer& layer);
  // A runtime with the name kDefaultRuntime replaces the default one.
  OpenXrWorld& With(const Runtime& runtime);
  OpenXrWorld& WithoutRuntime();

  // Returns the machine in its current state.
  World Build() const;

  // Return the folder of a layer's manifest, or a runtime's, that sets none.
  std::string DefaultFolder(const ApiLayer& layer) const;
  std::string DefaultRuntimeFolder() const;

 private:
  const Subject& subject_;
  std::vector<Runtime> runtimes_;
};

// Return the folder below `root` in which loaders search for layers of one kind, as in
// XrExplicitFolder("/etc") == "/etc/openxr/1/api_layers/explicit.d", and the one for active
// runtimes, XrRuntimeFolder("/etc/xdg") == "/etc/xdg/openxr/1".
std::string XrExplicitFolder(const std::string& root);
std::string XrImplicitFolder(const std::string& root);
std::string XrRuntimeFolder(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_OPENXR_WORLD_H_
