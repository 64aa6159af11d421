// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_OWN_FUNCTIONS_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_OWN_FUNCTIONS_H_

#include "suites/openxr_layer/layer_comparison.h"

namespace loadstone::suites {

// In the probe: the function that `query` returns for `name`; null if it returns none.
inline PFN_xrVoidFunction Find(PFN_xrGetInstanceProcAddr query, XrInstance instance,
                               const char* name) {
  PFN_xrVoidFunction function = nullptr;
  if (query == nullptr || query(instance, name, &function) != XR_SUCCESS) return nullptr;
  return function;
}

// In the probe: a function of the layer itself, not one that it returned from the next entity; null
// if it has none.
template <typename Function>
Function OwnFunction(const LsXrWitness& above, const LsXrWitness& below, const char* name) {
  const PFN_xrVoidFunction function = Find(above.next, above.instance, name);
  const bool own = function != nullptr && function != Find(below.own, above.instance, name);
  return reinterpret_cast<Function>(own ? function : nullptr);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_OWN_FUNCTIONS_H_
