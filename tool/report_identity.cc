// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>

#include "harness/case/faults.h"
#include "harness/component/rooted_system.h"
#include "harness/policy/print.h"
#include "harness/report/kind.h"
#include "tool/identity.h"

namespace loadstone {
namespace {

// Returns the current time in ISO 8601: 2030-01-02T03:04:05Z.
std::string NowUtc() {
  namespace chrono = std::chrono;
  const auto now = chrono::floor<chrono::seconds>(chrono::system_clock::now());
  const auto day = chrono::floor<chrono::days>(now);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(now - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
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

void Identify(const RunRequest& request, const policy::Catalogue& catalogue, RunReport& report) {
  report.provenance.tool = LOADSTONE_VERSION;
  report.provenance.kernel = SystemRelease();
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
