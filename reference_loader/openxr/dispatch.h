// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_DISPATCH_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_DISPATCH_H_

#include <array>
#include <atomic>

#include "reference_loader/openxr/generated/commands.h"

namespace reference_loader::openxr {

// The data that the trampolines need: the application's handle of the instance and, for every core
// function, the first implementation in the call chain, null if there is none.
struct Dispatch {
  XrInstance instance = XR_NULL_HANDLE;
  std::array<PFN_xrVoidFunction, kCoreCommandCount> functions = {};
};

// Null while the application has no instance.
extern std::atomic<const Dispatch*> active_dispatch;

inline const Dispatch* ActiveDispatch() { return active_dispatch.load(std::memory_order_acquire); }

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_DISPATCH_H_
