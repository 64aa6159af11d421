// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TEST_MATRICES_H_
#define LOADSTONE_HARNESS_REPORT_TEST_MATRICES_H_

#include <string>
#include <utility>
#include <vector>

#include "harness/report/matrix.h"
#include "harness/report/test_reports.h"

namespace loadstone {

// Returns a case for tests that violates its own policy.
inline CaseResult MakeViolation(std::string id, Verdict verdict, std::string reason) {
  CaseResult result = MakeCase(std::move(id), verdict, std::move(reason));
  result.violates = result.policies.front();
  result.level = verdict == Verdict::kWarn ? "should" : "must";
  result.observed = "nothing of \"a\"";
  return result;
}

// Returns a report for tests on this version of a fictitious loader, which a package contains.
inline RunReport MakeLoaderReport(const std::string& version, std::vector<CaseResult> cases) {
  RunReport report;
  report.subject.path = "/usr/lib/libvulkan.so." + version;
  report.subject.api = "vulkan";
  report.subject.platform = "linux";
  report.subject.version = report.subject.spec = version;
  report.subject.sha256 = "sum of " + version;
  report.subject.package = "libvulkan1 " + version + ".0-1";
  report.provenance = {"0.2.0", "2030-01-02T03:04:05Z", "6.1.0"};
  report.cases = std::move(cases);
  report.chosen = report.cases.size();
  const policy::Source source = {"Layers", version, "Order", {2}, "https://example.org/" + version};
  report.policies["LLP_LOADER_3"] = {"must", "Each layer is loaded once.", {source}};
  return report;
}

// Returns reports for tests on three versions: the second one violates LLP_LOADER_3 as the first
// one does, and in another way; in the third one it is not judged.
inline std::vector<MatrixInput> MakeInputs() {
  const CaseResult twice =
      MakeViolation("LLP_LOADER_3/twice", Verdict::kFail, "layer \"x\" is loaded once");
  CaseResult again = twice;
  again.reason = "layer \"y\" is loaded once";
  again.observed = "nothing of \"b\"";
  return {{"3.json", MakeLoaderReport("1.10.0", {MakeCase("LLP_LOADER_2/a", Verdict::kPass),
                                                 MakeCase("LLP_LOADER_3/twice", Verdict::kSkip)})},
          {"1.json", MakeLoaderReport("1.3.239", {MakeCase("LLP_LOADER_2/a", Verdict::kPass), twice,
                                                  MakeCase("LLP_LOADER_3/b", Verdict::kPass)})},
          {"2.json", MakeLoaderReport(
                         "1.4.309", {MakeCase("LLP_LOADER_10/lost", Verdict::kError, "lost"), again,
                                     MakeViolation("LLP_LOADER_3/b", Verdict::kFail, "order")})}};
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TEST_MATRICES_H_
