#ifndef LOADSTONE_FUZZ_OPENXR_WORLD_RULES_H_
#define LOADSTONE_FUZZ_OPENXR_WORLD_RULES_H_

#include <string>
#include <vector>

#include "fuzz/support/world.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace loadstone::fuzzing {

// What an application got out of an OpenXR loader in a world, and what the world saw of it.
struct OpenxrAnswer {
  XrResult enumerated = XR_SUCCESS;
  std::vector<std::string> layers;
  // The extensions of `layers`, one list for each.
  std::vector<std::vector<std::string>> layer_extensions;
  XrResult created = XR_SUCCESS;
  // Paths of the layer libraries that took part in the creation of the instance.
  std::vector<std::string> chain;
  // Instances that the runtime had while the application had one.
  int runtime_instances = 0;
  XrResult destroyed = XR_SUCCESS;
  std::vector<std::string> files_read;
  // After everything was destroyed.
  int leaked_instances = 0;
  int leaked_libraries = 0;
  // A component was used although its negotiation failed, or found no link to the next.
  bool used_after_refusal = false;
  bool broken_link = false;

  bool operator==(const OpenxrAnswer&) const = default;
};

// A complaint about an answer that no loader may give in that world; empty when there is none.
std::string CheckOpenxrAnswer(const World& world, const OpenxrAnswer& answer);

// The world's answer: enumerates, creates an instance with mock components, and destroys it.
OpenxrAnswer RunOpenxrWorld(const World& world);

}  // namespace loadstone::fuzzing

#endif  // LOADSTONE_FUZZ_OPENXR_WORLD_RULES_H_
