// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_SCRIPTS_H_
#define LOADSTONE_TOOL_STEPS_SCRIPTS_H_

namespace loadstone {

// The beginning and the end of a script that reproduces a case without Loadstone, as format
// strings. The commands between them are `place`, `folder`, `link`, `pipe` and `compile`, which the
// script defines; they create files of the world.
struct StepsScript {
  // Arguments: the case's ID and the loader's path; for Linux, between these, the name of the
  // headers and the Debian packages, and after them the compiler.
  const char* head;
  const char* tail;  // arguments: the variables, the application, and its words
};

extern const StepsScript kLinuxScript;
extern const StepsScript kWindowsScript;

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_SCRIPTS_H_
