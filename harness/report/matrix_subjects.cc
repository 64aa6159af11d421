// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_subjects.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "harness/report/text.h"
#include "harness/report/version_order.h"

namespace loadstone {
namespace {

// Processors in the names of manifests, such as lvp_icd.x86_64.json.
constexpr std::string_view kProcessors[] = {".x86_64", ".i686",   ".i386",    ".aarch64", ".arm64",
                                            ".armhf",  ".armv7l", ".riscv64", ".ppc64le"};

// Returns what two reports of one subject have in common, if they judged it in the same way. Two
// manifests may lead to one library.
std::string IdentityOf(const SubjectSummary& subject) {
  const bool by_content = subject.kind == "loader" && !subject.sha256.empty();
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", subject.kind, subject.api,
                     subject.platform, subject.layer, subject.version, subject.spec,
                     fmt::join(subject.options, "\n"), subject.sha256,
                     by_content ? "" : subject.path);
}

std::string PackageVersion(const SubjectSummary& subject) {
  const std::size_t blank = subject.package.find(' ');
  return blank == std::string::npos ? "" : subject.package.substr(blank + 1);
}

std::string PackageName(const SubjectSummary& subject) {
  return subject.package.substr(0, subject.package.find(' '));
}

// Returns what versions of a subject have in common. Different loaders have the same file name;
// the name of a layer is its own, also where another package contains it.
auto FamilyOf(const MatrixSubject& each) {
  const std::string package = each.subject.layer.empty() ? PackageName(each.subject) : "";
  return std::tuple(each.subject.api, each.subject.kind, each.subject.platform, each.name, package);
}

// Gives each subject its version. Versions of packages cannot be compared with those of APIs, so
// they are used only where every subject of that name has one.
void NameVersions(std::vector<MatrixSubject*>& subjects) {
  std::set<decltype(FamilyOf(*subjects.front()))> without_package;
  for (const MatrixSubject* each : subjects) {
    if (PackageVersion(each->subject).empty()) without_package.insert(FamilyOf(*each));
  }
  for (MatrixSubject* each : subjects) {
    const bool packaged = !without_package.contains(FamilyOf(*each));
    each->version = packaged ? PackageVersion(each->subject) : each->subject.version;
  }
}

// Returns the position of each label that occurs more than once.
std::map<std::string, std::vector<MatrixSubject*>> EqualLabels(
    const std::vector<MatrixSubject*>& subjects) {
  std::map<std::string, std::vector<MatrixSubject*>> labels;
  for (MatrixSubject* each : subjects) labels[each->label].push_back(each);
  std::erase_if(labels, [](const auto& each) { return each.second.size() == 1; });
  return labels;
}

// Appends a detail to equal labels where it distinguishes them.
void Distinguish(const std::vector<MatrixSubject*>& subjects,
                 std::string (*detail)(const MatrixSubject&)) {
  for (const auto& [label, equal] : EqualLabels(subjects)) {
    std::set<std::string> details;
    for (const MatrixSubject* each : equal) details.insert(detail(*each));
    if (details.size() == 1) continue;
    for (MatrixSubject* each : equal) {
      const std::string added = OneLine(detail(*each));
      if (!added.empty()) each->label += ", " + added;
    }
  }
}

}  // namespace

void NameSubjects(std::vector<MatrixSubject*>& subjects) {
  for (MatrixSubject* each : subjects) each->name = OneLine(SubjectName(each->subject));
  NameVersions(subjects);
  for (MatrixSubject* each : subjects) {
    each->label = OneLine(fmt::format("{} {}", each->name, each->version));
  }
  Distinguish(subjects,
              [](const MatrixSubject& each) { return each.subject.api + " " + each.subject.kind; });
  Distinguish(subjects, [](const MatrixSubject& each) { return each.subject.platform; });
  Distinguish(subjects, [](const MatrixSubject& each) { return PackageName(each.subject); });
  Distinguish(subjects, [](const MatrixSubject& each) {
    return each.subject.spec.empty() ? each.subject.spec : "by " + each.subject.spec;
  });
  Distinguish(subjects, [](const MatrixSubject& each) { return each.system; });
  Distinguish(subjects, [](const MatrixSubject& each) { return each.subject.path; });
  Distinguish(subjects, [](const MatrixSubject& each) {
    return fmt::format("{}", fmt::join(each.subject.options, " "));
  });
  Distinguish(subjects,
              [](const MatrixSubject& each) { return each.subject.sha256.substr(0, 12); });
  for (const auto& [label, equal] : EqualLabels(subjects)) {
    for (std::size_t i = 0; i < equal.size(); ++i) equal[i]->label += fmt::format(" ({})", i + 1);
  }
}

bool IsSubjectBefore(const MatrixSubject& a, const MatrixSubject& b) {
  if (FamilyOf(a) != FamilyOf(b)) return FamilyOf(a) < FamilyOf(b);
  if (IsEarlierVersion(a.version, b.version)) return true;
  if (IsEarlierVersion(b.version, a.version)) return false;
  return a.label < b.label;
}

bool IsSameFamily(const MatrixSubject& a, const MatrixSubject& b) {
  return FamilyOf(a) == FamilyOf(b);
}

void RequireDifferentSubjects(const std::vector<MatrixInput>& inputs) {
  std::map<std::string, std::string> known;  // file, by identity
  for (const MatrixInput& input : inputs) {
    const auto [other, first] = known.emplace(IdentityOf(input.report.subject), input.file);
    if (first) continue;
    throw std::runtime_error(fmt::format(
        "{} and {} are reports of the same subject, {}, judged in the same way; leave one out, or "
        "merge the shards of one run with 'loadstone merge'",
        OneLine(other->second), OneLine(input.file), OneLine(input.report.subject.path)));
  }
}

std::string SubjectName(const SubjectSummary& subject) {
  if (!subject.layer.empty()) return subject.layer;
  std::string name = subject.path.substr(subject.path.rfind('/') + 1);
  const std::size_t version = name.find(".so.");
  if (version != std::string::npos) name.resize(version + 3);
  constexpr std::string_view kJson = ".json";
  if (!name.ends_with(kJson)) return name.empty() ? subject.path : name;
  name.resize(name.size() - kJson.size());
  for (const std::string_view processor : kProcessors) {
    if (name.ends_with(processor)) name.resize(name.size() - processor.size());
  }
  return name;
}

std::string KindTitle(const SubjectSummary& subject) {
  const std::string api = subject.api == "vulkan"   ? "Vulkan"
                          : subject.api == "openxr" ? "OpenXR"
                                                    : OneLine(subject.api);
  return fmt::format("{} {}s", api, OneLine(subject.kind));
}

}  // namespace loadstone
