#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/outside/in_world.h"
#include "harness/case/probe_main.h"
#include "harness/cli/cli.h"
#include "harness/probe/start.h"

namespace {

// Whether GoogleTest takes an option from this entry of the environment.
bool IsOfGoogleTest(std::string_view entry) {
  for (const std::string_view prefix :
       {"GTEST_", "TESTBRIDGE_TEST_", "TEST_PREMATURE_EXIT_FILE=", "XML_OUTPUT_FILE="}) {
    if (entry.starts_with(prefix)) return true;
  }
  return false;
}

// What a CI sets for GoogleTest is meant for other programs, and would silently choose among the
// cases. GoogleTest has read it before main began, so the program starts anew without it.
void ForgetGoogleTestEnvironment(char** words) {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (IsOfGoogleTest(*entry)) names.emplace_back(*entry, std::strcspn(*entry, "="));
  }
  if (names.empty()) return;
  for (const std::string& name : names) unsetenv(name.c_str());
  execv("/proc/self/exe", words);
}

}  // namespace

// The tool, and inside a world the probe: the same program, so that a case is written once.
int main(int count, char** words) {
  const bool waiting = count == 5 && std::strcmp(words[1], loadstone::kWaitingProbeWord) == 0;
  if (waiting || (count == 5 && std::strcmp(words[1], loadstone::kProbeWord) == 0)) {
    loadstone::ProbeMain(words[2], words[3], words[4], waiting);
  }
  if (count == 4 && std::strcmp(words[1], loadstone::fuzz::kFuzzProbeWord) == 0) {
    loadstone::fuzz::FuzzProbeMain(words[2], words[3]);
  }
  ForgetGoogleTestEnvironment(words);
  return loadstone::CliMain(count, words);
}
