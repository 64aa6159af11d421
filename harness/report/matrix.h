// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// A subject of the matrix, which is a column of its table.
struct MatrixSubject {
  SubjectSummary subject;    // without calibration
  std::string system = {};   // the name of the system of --root; empty for the host
  std::string name = {};     // the same in all versions, see SubjectName
  std::string version = {};  // that of the package, or the one that the subject reports
  std::string label = {};    // name and version, and what else distinguishes it from other subjects
  Provenance provenance = {};
  std::string incomplete = {};                   // see WhyIncomplete
  std::map<std::string, Verdict> verdicts = {};  // by case ID
};

// What subjects have in common that violate a policy in the same way (see causes.h), with waivers
// or not, or whose cases could not be judged for the same reason.
struct MatrixCause {
  std::string policy = {};  // see BlamedPolicy
  Verdict verdict = Verdict::kError;
  // The first case with this cause in the first subject: only its texts, its level and its ID. The
  // reason is without what a waiver or a baseline added.
  CaseResult example = {};
  std::string says = {};  // the fault that may be the cause, as a description, or empty
  std::map<std::size_t, std::vector<std::string>> cases = {};  // IDs, by subject
};

// The cases of one policy for one subject.
struct MatrixCell {
  Summary summary = {};
  std::vector<std::size_t> causes = {};  // ascending
};

// A policy, which is a row of the table.
struct MatrixPolicy {
  std::string id = {};
  PolicySummary quoted = {};                     // as in the report that cites the newest edition
  std::map<std::size_t, MatrixCell> cells = {};  // by subject; only those whose report has cases
};

// The reports of many subjects in one table. Indices are those of `subjects` and `causes`.
struct Matrix {
  std::vector<MatrixSubject> subjects = {};  // by API, kind, platform, name and version
  std::vector<MatrixPolicy> policies = {};   // in natural order
  std::vector<MatrixCause> causes = {};      // by policy, then by verdict
};

// A report, and the file from which it was read, which errors name.
struct MatrixInput {
  std::string file;
  RunReport report;
};

// Makes a matrix of the reports. Throws std::runtime_error with one line if there is no report, if
// a report has no case, or if two reports are of the same binary, judged in the same way.
Matrix MakeMatrix(const std::vector<MatrixInput>& inputs);

// Returns the name of a subject that its versions have in common: that of a layer, or else the file
// name without the version after .so, without .json, and without the architecture that names of
// manifests contain: libvulkan.so, lvp_icd.
std::string SubjectName(const SubjectSummary& subject);

// Returns a title for a policy: its statement, shortened at the end of a clause or of a word.
std::string PolicyTitle(const std::string& statement);

// Returns the document and section of a policy, which is the first that it follows: "Document:
// Section"; "not quoted in the reports" if there is none.
std::string SectionTitle(const MatrixPolicy& policy);

// Returns the title of subjects of the same kind: "Vulkan loaders".
std::string KindTitle(const SubjectSummary& subject);

// Returns the violation of a cell and how many of its judged cases have it: "fail 2/5", "pass",
// "skip". An error counts as a case that was judged.
std::string CellText(const Summary& summary);

// Returns how many of the cases have this verdict.
std::size_t CountOf(const Summary& summary, Verdict verdict);

// The verdicts, from the most serious.
inline constexpr Verdict kVerdictsBySeverity[] = {Verdict::kError,  Verdict::kFail, Verdict::kWarn,
                                                  Verdict::kWaived, Verdict::kPass, Verdict::kSkip};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_H_
