// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_WINE_COMPONENT_H_
#define LOADSTONE_HARNESS_COMPONENT_WINE_COMPONENT_H_

#include "harness/world/component_under_test.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"

namespace loadstone {

// Returns whether worlds below Wine can run the component's library: a DLL for x86, of 64 bits or
// of 32.
inline bool CanRunBelowWine(const ComponentUnderTest& component) {
  return component.platform == kWindows && !component.library.empty() &&
         ExaminePeFile(component.library).problem.empty();
}

// Makes worlds below Wine run the DLL of the component, with those in its folder that it is loaded
// with. `lacking` names what it needs besides and `wine_libraries`, the folder of Wine's own DLLs,
// lacks.
void RunBelowWine(const std::string& wine_libraries, ComponentUnderTest& component);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_WINE_COMPONENT_H_
