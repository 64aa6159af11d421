// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_KIT_H_
#define LOADSTONE_TOOL_STEPS_KIT_H_

#include <array>
#include <string>

#include "harness/case/observation.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"
#include "tool/steps_told.h"

namespace loadstone {

// The parts of the steps for an API.
struct StepsKit {
  Api api;
  const char* headers;           // as people call them
  const char* packages;          // of Debian, to compile for Linux
  const char* windows_packages;  // of Debian, to compile for Windows
  const char* compiler;
  const char* windows_compiler;  // MinGW-w64's, without the prefix of a cross compiler
  // The sources of the application.
  const char* application;
  const char* application_source;
  Told (*tell)(const Observation& seen);
  // The source of a plain component, by the mock that it replaces.
  struct Component {
    const char* mock;
    const char* name;
    const char* source;
  };
  std::array<Component, 2> components;
  const char* interfaces;  // a header that distributions lack, or null
};

const StepsKit& StepsKitOf(Api api);

// A plain component in place of a mock that only traces its calls.
struct PlainComponent {
  const char* source;  // the name of the file
  std::string name;    // what it writes
};

// Returns what takes the place of a copy of a mock. Throws Impossible for any other copy, and for a
// mock that does more than trace its calls.
PlainComponent PlainComponentOf(const Node& copy, const World& world, const StepsKit& kit);

// Returns whether the file configures a mock; a plain component needs none.
bool IsConfigOfMock(const Node& node, const World& world);

// Throws Impossible if a script cannot make this file with the owner and the mode that it has in
// the world.
void RequirePlainNode(const Node& node);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_KIT_H_
