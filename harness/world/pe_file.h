#ifndef LOADSTONE_HARNESS_WORLD_PE_FILE_H_
#define LOADSTONE_HARNESS_WORLD_PE_FILE_H_

#include <string>

namespace loadstone {

// What a file is to a probe for Windows of 64 bits, told from its PE header alone.
struct PeFile {
  std::string problem;  // empty, or why it is no DLL that the probe could load, to follow its path
};

// Looks at the file, and never waits for anything. Links are followed.
PeFile LookAtPeFile(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PE_FILE_H_
