#include "harness/suites/vulkan/layer_targets.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_21: a layer leaves
// *pInstance alone until the call down has returned. The document lets a loader crash on a layer
// that does not: it is contained and named.
namespace loadstone {
namespace {

constexpr TargetRule kRule = {"vkCreateInstance", "pinstance", "instance_before",
                              "write_instance_first"};

[[maybe_unused]] const bool registered = [] {
  RegisterTargetCases(policy::LLP_LAYER_21, kRule);
  return true;
}();

}  // namespace
}  // namespace loadstone
