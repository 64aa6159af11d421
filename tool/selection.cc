// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "harness/runner/installation.h"
#include "harness/runner/run.h"
#include "tool/cli.h"
#include "tool/did_you_mean.h"
#include "tool/rules.h"

namespace loadstone {
namespace {

bool Matches(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

bool CitesAny(const CaseInfo& info, const std::set<std::string>& policies) {
  return std::any_of(info.policies.begin(), info.policies.end(),
                     [&](const std::string& id) { return policies.contains(id); });
}

// Returns the IDs of the catalogue that match the globs. Throws UsageError for a glob that matches
// none.
std::set<std::string> MatchPolicies(const std::vector<std::string>& globs,
                                    const policy::Catalogue& catalogue) {
  std::set<std::string> ids;
  for (const std::string& glob : globs) {
    const std::vector<const policy::Policy*> matches = catalogue.Match(PolicyId(glob));
    if (matches.empty()) throw UsageError(NoSuchPolicy(glob, catalogue));
    for (const policy::Policy* match : matches) ids.insert(match->id);
  }
  return ids;
}

}  // namespace

policy::Catalogue LoadCatalogue(const std::vector<std::string>& rules) {
  return LoadWithRules(FindInstallation().policies, rules);
}

policy::CaseMap CasesByPolicy() {
  policy::CaseMap cases;
  for (const CaseInfo& info : AllCases()) {
    for (const std::string& id : info.policies) cases[id].push_back(info.id);
  }
  return cases;
}

std::string PolicyId(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string NoSuchPolicy(const std::string& text, const policy::Catalogue& catalogue) {
  std::vector<std::string> ids;
  for (const policy::Policy& policy : catalogue.all()) ids.push_back(policy.id);
  return fmt::format("there is no policy '{}'{}; 'loadstone list policies' lists all policies",
                     text, DidYouMean(text, ids));
}

std::vector<const CaseInfo*> SelectCases(std::optional<Api> api, std::optional<SubjectKind> subject,
                                         const std::vector<std::string>& policies,
                                         const std::vector<std::string>& globs,
                                         const policy::Catalogue& catalogue) {
  const std::set<std::string> ids = MatchPolicies(policies, catalogue);
  std::vector<const CaseInfo*> selected;
  std::vector<bool> used(globs.size(), false);
  for (const CaseInfo& info : AllCases()) {
    if (api.has_value() && info.api != *api) continue;
    if (subject.has_value() && info.subject != *subject) continue;
    bool named = globs.empty();
    for (size_t i = 0; i < globs.size(); ++i) {
      if (!Matches(globs[i], info.id)) continue;
      named = true;
      used[i] = true;
    }
    if (named && (ids.empty() || CitesAny(info, ids))) selected.push_back(&info);
  }
  for (size_t i = 0; i < globs.size(); ++i) {
    if (!used[i]) {
      throw UsageError(
          fmt::format("no case matches '{}'; 'loadstone list cases' lists all cases", globs[i]));
    }
  }
  if (selected.empty()) {
    throw UsageError(fmt::format(
        "no case of {} for a {} cites {}{}; 'loadstone list policies' shows which policies have "
        "cases",
        api.has_value() ? Name(*api) : "any API", subject.has_value() ? Name(*subject) : "subject",
        fmt::join(policies, " or "), globs.empty() ? "" : " and matches --case"));
  }
  return selected;
}

void ApplyShard(const CaseOptions& options, RunRequest& request) {
  if (options.shard.empty()) return;
  const std::optional<Shard> shard = ParseShard(options.shard);
  if (!shard.has_value()) {
    throw UsageError("--shard takes a part and the number of parts, such as 2/5, not '" +
                     options.shard + "'");
  }
  if (request.cases.size() < shard->count) {
    throw UsageError(fmt::format("--shard {}: there are more parts than cases ({})", options.shard,
                                 request.cases.size()));
  }
  // Takes every n-th case, so that each shard has cases of all topics.
  std::vector<const CaseInfo*> part;
  for (size_t i = shard->number - 1; i < request.cases.size(); i += shard->count) {
    part.push_back(request.cases[i]);
  }
  request.cases = std::move(part);
  request.shard = options.shard;
}

}  // namespace loadstone
