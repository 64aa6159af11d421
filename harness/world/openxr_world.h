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

// How the trace calls the runtime that every OpenXR world has.
inline constexpr char kDefaultRuntime[] = "runtime";

// A machine with OpenXR on it: the subject, one active mock runtime in a system folder, and what a
// case installs. Reads as one sentence:
//
//   OpenXrWorld(c.subject()).With(ApiLayer("XR_APILAYER_LS_one").Implicit()).Env("DISABLE", "1")
class OpenXrWorld : public MachineWords<OpenXrWorld> {
 public:
  explicit OpenXrWorld(const Subject& subject);

  OpenXrWorld& With(const ApiLayer& layer);
  // A runtime takes the default one's place when it is called kDefaultRuntime.
  OpenXrWorld& With(const Runtime& runtime);
  OpenXrWorld& WithoutRuntime();

  // The machine as it now is.
  World Build() const;

  // Where a layer's manifest goes when it does not say, and likewise a runtime's.
  std::string DefaultFolder(const ApiLayer& layer) const;
  std::string DefaultRuntimeFolder() const;

 private:
  const Subject& subject_;
  std::vector<Runtime> runtimes_;
};

// The folder below `root` in which layers of one kind are looked for, as in
// XrExplicitFolder("/etc") == "/etc/openxr/1/api_layers/explicit.d", and the one of active
// runtimes, XrRuntimeFolder("/etc/xdg") == "/etc/xdg/openxr/1".
std::string XrExplicitFolder(const std::string& root);
std::string XrImplicitFolder(const std::string& root);
std::string XrRuntimeFolder(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_OPENXR_WORLD_H_
