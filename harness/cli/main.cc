#include <cstring>

#include "harness/cli/cli.h"
#include "harness/fuzz/in_world.h"
#include "harness/probe/probe.h"

// The tool, and inside a world the probe: the same program, so that a case is written once.
int main(int count, char** words) {
  const bool waiting = count == 4 && std::strcmp(words[1], loadstone::kWaitingProbeWord) == 0;
  if (waiting || (count == 4 && std::strcmp(words[1], loadstone::kProbeWord) == 0)) {
    loadstone::ProbeMain(words[2], words[3], waiting);
  }
  if (count == 4 && std::strcmp(words[1], loadstone::fuzz::kFuzzProbeWord) == 0) {
    loadstone::fuzz::FuzzProbeMain(words[2], words[3]);
  }
  return loadstone::CliMain(count, words);
}
