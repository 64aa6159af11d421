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

// How binding a policy is, in the words of the documents. What no document demands but every user
// wants, such as that a broken file harms nobody, is robustness.
enum class Level { kMust, kShould, kMay, kRobustness };

// The name that the catalogue uses. It has static storage.
std::string_view Name(Level level);
// The inverse of Name(); nothing for a name that the catalogue does not use.
std::optional<Level> LevelFromName(std::string_view name);
// Whose behaviour a policy may be about; nothing for another name.
std::optional<SubjectKind> PolicySubjectFromName(std::string_view name);

// Where a policy is written down: a document by its file title, the edition of it, the heading
// there and, in rising order, the numbers of the paragraphs below it, none for a document that is
// cited by section alone. policies/README.md says what counts as a paragraph. `url` is the address
// of the section in that edition, empty for a document that is not published.
struct Source {
  std::string document;
  std::string edition;
  std::string section;
  std::vector<int> paragraphs;
  std::string url = {};
};

// Whether a text may be a link: an address of http or https, without what would end it in Markdown,
// HTML or a line.
bool IsUrl(std::string_view text);

// Of each document the sources in the newest edition that is not newer than `version`, or in the
// oldest one where all are; in their order. A document without editions is taken as it is.
std::vector<Source> SourcesFor(const std::vector<Source>& sources, const Version& version);

// Whether the edition of a source is newer than `version`.
bool IsLater(const Source& source, const Version& version);

// What is accepted where the documents leave room. The ID is unique in its policy, such as "r1".
struct Reading {
  std::string id;
  std::string text;
};

// What a maintainer of the subject would object to a failing case, and what is to be said to it.
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
  // The first and the last version of the specification that it holds for; nothing for no bound.
  std::optional<Version> since;
  std::optional<Version> until;
  // Whether behaviour shows it from outside; if not, `unobservable` says why.
  bool observable = true;
  std::string unobservable;
  std::vector<Reading> readings;
  std::vector<Objection> objections;
  std::vector<std::string> notes;

  // Whether this binds a subject that claims `version` on `platform`. If not, and unless `reason`
  // is null, puts the reason for skipping there, such as
  // "holds since 1.3.296, the subject claims 1.3.239"; otherwise leaves it alone.
  bool HoldsFor(const Version& version, std::string_view platform, std::string* reason) const;
};

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_POLICY_H_
