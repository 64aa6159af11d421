// SPDX-License-Identifier: Apache-2.0
// What options and cases ask for that loadstone.exe does not support, because it needs Linux: each
// function refuses it in one line.
#include <fmt/format.h>

#include "fuzz/outside/findings.h"
#include "tool/cli.h"
#include "tool/debugger.h"
#include "tool/rules.h"
#include "tool/subject_coverage.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

[[noreturn]] void Refuse(const char* what) {
  throw UsageError(fmt::format("{} is supported on Linux only; leave it out", what));
}

}  // namespace

bool IsVendorPolicy(const std::string&) { return false; }

policy::Catalogue LoadWithRules(const std::string& policies,
                                const std::vector<std::string>& folders) {
  if (!folders.empty()) Refuse("--rules");
  return policy::Catalogue::Load(policies);
}

std::string HostPathIn(const std::string& root, const std::string& path) {
  if (!root.empty()) Refuse("--root");
  return path;
}

void RequireArchitecture(const std::string&, const std::string&, const Architecture&) {}

void ApplyRoot(const std::string& root, RunRequest&) {
  if (!root.empty()) Refuse("--root");
}

std::string PrepareCoverage(const std::string&, const std::string&) { Refuse("--coverage"); }
bool HasCoverageData(const std::string&) { return false; }
std::string NoCoverageData(const std::string&) { return ""; }

void RequireDebugger() { Refuse("--gdb"); }
void DebugWorld(int) {}

int ReproFinding(const ReproOptions&) { Refuse("a finding of fuzz"); }

RunRequest MakeCheckRequest(const CheckOptions&, const policy::Catalogue&) {
  Refuse("a case about a layer, driver or runtime");
}

}  // namespace loadstone

namespace loadstone::fuzz {

bool IsFinding(const std::string&) { return false; }

}  // namespace loadstone::fuzz
