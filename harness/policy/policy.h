// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_POLICY_H_
#define LOADSTONE_HARNESS_POLICY_POLICY_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/policy/kinds.h"
#include "harness/policy/version.h"

namespace loadstone::policy {

// How binding a policy is, in the words of the documents. Robustness is what no document demands
// but every user needs, for example that a malformed file does no harm.
enum class Level { kMust, kShould, kMay, kRobustness };

// The name that the catalogue uses. It has static storage.
std::string_view Name(Level level);
// The inverse of Name(); nothing for a name that the catalogue does not use.
std::optional<Level> LevelFromName(std::string_view name);
// Whose behaviour a policy may be about; nothing for another name.
std::optional<SubjectKind> PolicySubjectFromName(std::string_view name);

// The source of a policy: a document by its file title, the edition, the heading of the section
// and, in ascending order, the numbers of the paragraphs in it, none for a document that is cited
// by section only. policies/README.md defines what counts as a paragraph. `url` is the address of
// the section in that edition; empty for a document that is not published.
struct Source {
  std::string document;
  std::string edition;
  std::string section;
  std::vector<int> paragraphs;
  std::string url = {};
};

// Returns whether a text can be a link: an http or https address without characters that would end
// it in Markdown, HTML or a line.
bool IsUrl(std::string_view text);

// Returns, for each document, the sources in the newest edition that is not newer than `version`,
// or in the oldest edition if all are newer; their order is kept. Documents without editions are
// always included.
std::vector<Source> SourcesFor(const std::vector<Source>& sources, const Version& version);

// Returns whether the edition of a source is newer than `version`.
bool IsLater(const Source& source, const Version& version);

// An accepted interpretation where the documents are ambiguous. The ID, such as "r1", is unique in
// its policy.
struct Reading {
  std::string id;
  std::string text;
};

// An objection that a maintainer of the subject may have to a failure, and the answer to it.
struct Objection {
  std::string objection;
  std::string answer;
};

// One normative statement, as policies/schema.json describes it.
struct Policy {
  std::string id;
  Level level = Level::kMust;
  SubjectKind subject = SubjectKind::kLoader;
  Api api = Api::kVulkan;
  std::string statement;
  std::vector<Source> sources;
  std::vector<std::string> platforms;
  // The first and the last version of the specification to which the policy applies; std::nullopt
  // for no bound.
  std::optional<Version> since;
  std::optional<Version> until;
  // Whether behaviour can show a violation; if not, `unobservable` says why.
  bool observable = true;
  std::string unobservable;
  std::vector<Reading> readings;
  std::vector<Objection> objections;
  std::vector<std::string> notes;

  // Returns whether the policy applies to a subject that claims `version` on `platform`. If not,
  // and if `reason` is not null, stores the reason for skipping there, such as "holds since
  // 1.3.296, the subject claims 1.3.239"; otherwise leaves it unchanged.
  bool HoldsFor(const Version& version, std::string_view platform, std::string* reason) const;
};

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_POLICY_H_
