// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_SCRIPTS_H_
#define LOADSTONE_TOOL_STEPS_SCRIPTS_H_

namespace loadstone {

// The beginning and the end of a script that reproduces a case without Loadstone.
struct StepsScript {
  const char* head;  // a format string
  const char* tail;
};

// For bash. Between head and tail are the commands `place`, `folder`, `link`, `pipe` and `compile`,
// which the script defines; they create files of the world. Arguments of the head: the case's ID,
// the name of the headers, Debian's packages, the loader's path, the compiler. The tail is a format
// string, too: the variables, the application, and its words.
extern const StepsScript kLinuxScript;

// Both compile a program that writes the files of the case and runs its application; between head
// and tail they compile the components. Arguments of the heads: the case's ID and the name of the
// headers; for Wine Debian's packages; the compiler; for Wine the loader's path.
extern const StepsScript kWineScript;
extern const StepsScript kCmdScript;

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_SCRIPTS_H_
