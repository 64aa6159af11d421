// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "tool/cli.h"

namespace {

// Returns whether this environment entry is an option of GoogleTest.
bool IsGoogleTestOption(std::string_view entry) {
  for (const std::string_view prefix :
       {"GTEST_", "TESTBRIDGE_TEST_", "TEST_PREMATURE_EXIT_FILE=", "XML_OUTPUT_FILE="}) {
    if (entry.starts_with(prefix)) return true;
  }
  return false;
}

// A CI may set options of GoogleTest for other programs; they would silently select cases.
// GoogleTest reads them before main begins, so the program executes itself without them.
void RemoveGoogleTestEnvironment(char** words) {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (IsGoogleTestOption(*entry)) names.emplace_back(*entry, std::strcspn(*entry, "="));
  }
  if (names.empty()) return;
  for (const std::string& name : names) unsetenv(name.c_str());
  execv("/proc/self/exe", words);
}

}  // namespace

int main(int count, char** words) {
  RemoveGoogleTestEnvironment(words);
  return loadstone::CliMain(count, words);
}
