// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/test_visits.h"

#include <gtest/gtest.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace loadstone {

SandboxOptions TestOptions() {
  SandboxOptions options;
  options.keeper = LOADSTONE_TEST_KEEPER;
  options.probe = LOADSTONE_TEST_PROBE;
  options.subject = LOADSTONE_TEST_PROBE;
  options.library = LOADSTONE_TEST_LIBRARY;
  return options;
}

Visits MakeVisits(const std::vector<Visit>& visits, const std::optional<SandboxOptions>& options) {
  Visits result;
  try {
    const std::unique_ptr<Sandbox> sandbox = MakeLinuxSandbox(options.value_or(TestOptions()));
    for (const Visit& visit : visits) {
      result.probe_results.push_back(sandbox->Run(visit.world, visit.questions, visit.limits));
    }
  } catch (const std::exception& exception) {
    result.error = exception.what();
  }
  return result;
}

std::string Answer(const ProbeResult& probe_result, const std::string& question) {
  const std::string start = question + "=";
  const std::string text = "\n" + probe_result.output;
  const size_t found = text.find("\n" + start);
  if (found == std::string::npos) return "no answer";
  const size_t from = found + 1 + start.size();
  return text.substr(from, text.find('\n', from) - from);
}

ProbeResult MakeVisit(const World& world, const std::vector<std::string>& questions,
                      const Limits& limits) {
  const Visits visits = MakeVisits({{world, questions, limits}});
  EXPECT_EQ(visits.error, "");
  return visits.probe_results.empty() ? ProbeResult() : visits.probe_results.front();
}

std::string Ask(const std::string& question, const World& world, const Limits& limits) {
  return Answer(MakeVisit(world, {question}, limits), question);
}

std::string ReadHostFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int ProcessesWith(const std::string& word) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (ReadHostFile(entry.path() / "cmdline").find(word) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace loadstone
