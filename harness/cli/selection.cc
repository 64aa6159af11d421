#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "harness/cli/cli.h"
#include "harness/runner/run.h"

namespace loadstone {
namespace {

bool Matches(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

bool CitesAny(const CaseInfo& info, const std::vector<std::string>& policies) {
  return std::any_of(info.policies.begin(), info.policies.end(), [&](const std::string& id) {
    return std::find(policies.begin(), policies.end(), id) != policies.end();
  });
}

}  // namespace

policy::Catalogue LoadCatalogue() { return policy::Catalogue::Load(FindInstallation().policies); }

policy::CaseMap CasesByPolicy() {
  policy::CaseMap cases;
  for (const CaseInfo& info : AllCases()) {
    for (const std::string& id : info.policies) cases[id].push_back(info.id);
  }
  return cases;
}

std::vector<const CaseInfo*> SelectCases(const std::string& api, const std::string& subject,
                                         const std::vector<std::string>& policies,
                                         const std::vector<std::string>& globs,
                                         const policy::Catalogue& catalogue) {
  for (const std::string& id : policies) {
    if (catalogue.Find(id) == nullptr) {
      throw UsageError(
          fmt::format("no policy is called '{}'; 'loadstone list policies' names all", id));
    }
  }
  std::vector<const CaseInfo*> selected;
  std::vector<bool> used(globs.size(), false);
  for (const CaseInfo& info : AllCases()) {
    if (info.api != api || info.subject != subject) continue;
    bool named = globs.empty();
    for (size_t i = 0; i < globs.size(); ++i) {
      if (!Matches(globs[i], info.id)) continue;
      named = true;
      used[i] = true;
    }
    if (named && (policies.empty() || CitesAny(info, policies))) selected.push_back(&info);
  }
  for (size_t i = 0; i < globs.size(); ++i) {
    if (!used[i]) {
      throw UsageError(
          fmt::format("no case matches '{}'; 'loadstone list cases' names all", globs[i]));
    }
  }
  return selected;
}

}  // namespace loadstone
