// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_SCRIPTS_H_
#define LOADSTONE_TOOL_STEPS_SCRIPTS_H_

namespace loadstone {

// How a script that shows a case without Loadstone begins and ends, as formats. Between them stand
// commands that it defines: `place`, `folder`, `link`, `pipe` and `compile` make files of the
// world.
struct StepsScript {
  // Takes the case's ID and the loader's path; for Linux, between them, what people call the
  // headers, and the packages of Debian, and at last the compiler.
  const char* head;
  const char* tail;  // takes the variables, the application, and its words
};

extern const StepsScript kLinuxScript;
extern const StepsScript kWindowsScript;

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_SCRIPTS_H_
