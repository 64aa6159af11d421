// SPDX-License-Identifier: Apache-2.0
#include "tool/identity.h"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sha2.h>
#include <sys/utsname.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "harness/case/faults.h"
#include "harness/component/rooted_system.h"
#include "harness/policy/print.h"
#include "harness/report/kind.h"
#include "harness/report/text.h"
#include "harness/runner/elf_note.h"

namespace loadstone {
namespace {

// Returns the first line that a shell command prints; empty if it prints none.
std::string FirstLine(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "re"),
                                                               &pclose);
  char line[4096] = "";
  if (output == nullptr || std::fgets(line, sizeof line, output.get()) == nullptr) return "";
  const std::string_view text(line);
  return std::string(text.substr(0, text.find('\n')));
}

// Returns the current time in ISO 8601: 2030-01-02T03:04:05Z.
std::string NowUtc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[sizeof "2030-01-02T03:04:05Z..."] = "";
  std::strftime(text, sizeof text, "%FT%TZ", &parts);
  return text;
}

// Returns whether the path is in a folder into which packages install libraries (Filesystem
// Hierarchy Standard). To find a file, dpkg reads the file lists of all packages, which takes
// longer than many cases.
bool MayBeOfPackage(const std::string& path) {
  return (path.starts_with("/usr/") && !path.starts_with("/usr/local/")) ||
         path.starts_with("/lib") || path.starts_with("/opt/");
}

PolicySummary SummaryOf(const policy::Policy& policy, const policy::Version& spec) {
  return {std::string(policy::Name(policy.level)), policy.statement,
          policy::SourcesFor(policy.sources, spec), policy::DescribeVersions(policy)};
}

// Records for each failed case which fault of the subject may be the cause.
void NameFaults(RunReport& report) {
  for (CaseResult& result : report.cases) {
    if (result.verdict != Verdict::kFail && result.verdict != Verdict::kWarn) continue;
    const CaseFault* fault = FaultOf({.id = result.id,
                                      .violates = result.violates,
                                      .ending = EndingOf(result),
                                      .observed = result.observed});
    if (fault == nullptr) continue;
    result.fault = fault->id;
    report.faults.emplace(fault->id, fault->says);
  }
}

}  // namespace

std::string BuildId(const std::string& path) {
  const std::string id = ReadElfNote(path, "GNU", NT_GNU_BUILD_ID).value_or("");
  const std::span<const unsigned char> bytes(reinterpret_cast<const unsigned char*>(id.data()),
                                             id.size());
  return fmt::format("{:02x}", fmt::join(bytes.begin(), bytes.end(), ""));
}

std::string Sha256(const std::string& path) {
  char digest[SHA256_DIGEST_STRING_LENGTH] = "";
  return SHA256File(path.c_str(), digest) == nullptr ? "" : digest;
}

std::string PackageOf(const std::string& path, const std::string& root) {
  std::error_code error;
  std::string file = std::filesystem::canonical(path, error);
  if (error) return "";
  std::string query = "dpkg-query";
  if (!root.empty()) {
    if (!file.starts_with(root + "/")) return "";
    file.erase(0, root.size());
    query += " --admindir=" + ShellQuote(root + "/var/lib/dpkg");
  }
  if (!MayBeOfPackage(file)) return "";
  // The output has the form "libvulkan1:amd64: /usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239".
  const std::string owner = FirstLine(query + " -S -- " + ShellQuote(file) + " 2>/dev/null");
  const size_t colon = owner.rfind(": ");
  if (colon == std::string::npos || owner.find(' ') < colon) return "";
  return FirstLine(query + " -W -f '${Package} ${Version}\\n' -- " +
                   ShellQuote(owner.substr(0, colon)) + " 2>/dev/null");
}

void Identify(const RunRequest& request, const policy::Catalogue& catalogue, RunReport& report) {
  utsname system = {};
  uname(&system);
  report.provenance.tool = LOADSTONE_VERSION;
  report.provenance.kernel = system.release;
  report.provenance.date = NowUtc();
  const std::string binary = request.component() != nullptr && !request.component()->library.empty()
                                 ? HostPathIn(request.root, request.component()->library)
                                 : report.subject.path;
  report.subject.build_id = BuildId(binary);
  report.subject.sha256 = Sha256(binary);
  report.subject.package = PackageOf(binary, request.root);
  NameFaults(report);
  const auto spec = policy::Version::TryParse(report.subject.spec).value_or(policy::Version{});
  const auto quote = [&](const std::string& id) {
    if (report.policies.contains(id)) return;
    const policy::Policy* policy = catalogue.Find(id);
    if (policy != nullptr) report.policies.emplace(id, SummaryOf(*policy, spec));
  };
  for (CaseResult& result : report.cases) {
    const std::optional<CaseInfo> info = FindCase(result.id);
    if (info.has_value()) result.place = PlaceOf(*info);
    for (const std::string& id : result.policies) quote(id);
    quote(BlamedPolicy(result));
  }
}

}  // namespace loadstone
