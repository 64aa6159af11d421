// SPDX-License-Identifier: Apache-2.0
#include "tool/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "harness/case/case_library.h"
#include "harness/case/registry.h"
#include "harness/case/rules.h"
#include "harness/runner/elf_note.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// The prefixes, up to the first underscore, of the IDs of Khronos and of this tree.
constexpr const char* kReservedPrefixes[] = {"LS", "LLP", "LDP", "VK", "XR", "KHR"};

std::string PrefixOf(const std::string& id) { return id.substr(0, id.find('_')); }

// Returns whether `id` has the form ACME_1 or ACME_START_12, which is valid as a C++ name and on a
// command line.
bool IsPolicyId(const std::string& id) {
  const size_t last = id.rfind('_');
  if (last == std::string::npos || last == 0 || last + 1 == id.size()) return false;
  const auto is = [&](size_t from, size_t to, auto accepts) {
    return std::all_of(id.begin() + static_cast<long>(from), id.begin() + static_cast<long>(to),
                       [&](unsigned char c) { return c < 0x80 && accepts(c); });
  };
  return std::isupper(static_cast<unsigned char>(id[0])) != 0 && id[last + 1] != '0' &&
         is(last + 1, id.size(), [](int c) { return std::isdigit(c) != 0; }) &&
         is(0, last, [](int c) { return std::isupper(c) || std::isdigit(c) || c == '_'; });
}

void CheckId(const std::string& folder, const std::string& id) {
  if (!IsPolicyId(id)) {
    throw UsageError(
        fmt::format("--rules {}: '{}' is not a valid policy ID; an ID has capital letters and a "
                    "number, as in ACME_1",
                    folder, id.substr(0, 80)));
  }
  if (!IsVendorPolicy(id)) {
    throw UsageError(
        fmt::format("--rules {}: the ID {} begins with {}_, which is reserved; use your own "
                    "prefix, as in ACME_1",
                    folder, id, PrefixOf(id)));
  }
}

// Returns the libraries in a folder, sorted by name.
std::vector<std::string> LibrariesIn(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> libraries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".so") libraries.push_back(fs::absolute(entry->path()));
  }
  if (error) throw UsageError(fmt::format("--rules {}: {}", folder, error.message()));
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

// Loads a library of cases after checking that it was built for this Loadstone.
void LoadLibrary(const std::string& library) {
  const std::optional<std::string> note = ReadElfNote(library, kRulesNoteOwner, kRulesNoteType);
  if (!note.has_value()) {
    throw UsageError(
        library +
        " is not a rules library; build it with loadstone_add_rules of find_package(loadstone)");
  }
  const std::string version = note->substr(0, note->find('\0'));
  if (version != LOADSTONE_RULES_VERSION) {
    throw UsageError(
        fmt::format("{} was built for Loadstone {}, but this is {}; rebuild it with this version",
                    library, version.substr(0, 40), LOADSTONE_RULES_VERSION));
  }
  try {
    LoadCaseLibrary(library, library);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("cannot load the rules: {}; rebuild them with this Loadstone, {}",
                                 error.what(), LOADSTONE_RULES_VERSION));
  }
}

// Checks that the policies which cases of the rules cite exist, and that each policy of the rules
// has a case. `folders` maps the policies of the rules to their folders.
void CheckCases(const std::map<std::string, std::string>& folders,
                const policy::Catalogue& catalogue) {
  std::set<std::string> judged;
  for (const CaseInfo& info : AllCases()) {
    if (info.library.empty()) continue;
    for (const std::string& id : info.policies) {
      if (catalogue.Find(id) == nullptr) {
        throw UsageError(fmt::format("the case {} of {} cites {}, but there is no such policy",
                                     info.id, info.library, id));
      }
    }
    if (!folders.contains(info.policies.front())) {
      throw UsageError(
          fmt::format("the case {} of {} is listed under a policy that is not part of its rules; "
                      "cite one of its own policies first, and that policy after it",
                      info.id, info.library));
    }
    judged.insert(info.policies.begin(), info.policies.end());
  }
  for (const auto& [id, folder] : folders) {
    if (catalogue.Find(id)->observable && !judged.contains(id)) {
      throw UsageError(
          fmt::format("--rules {}: the policy {} has no case; write a case, or explain with "
                      "observable and unobservable why there is none",
                      folder, id));
    }
  }
}

}  // namespace

bool IsVendorPolicy(const std::string& policy_id) {
  return std::ranges::find(kReservedPrefixes, PrefixOf(policy_id)) == std::end(kReservedPrefixes);
}

policy::Catalogue LoadWithRules(const std::string& policies,
                                const std::vector<std::string>& folders) {
  std::map<std::string, std::string> folder_of;
  for (const std::string& folder : folders) {
    const std::vector<std::string> libraries = LibrariesIn(folder);
    if (libraries.empty()) {
      throw UsageError(fmt::format(
          "--rules {}: there is no case library (a file whose name ends in .so)", folder));
    }
    const policy::Catalogue own = policy::Catalogue::Load(folder);
    for (const policy::Policy& policy : own.all()) {
      CheckId(folder, policy.id);
      if (!folder_of.emplace(policy.id, folder).second) {
        throw UsageError(fmt::format("--rules {}: the policy {} is also defined in {}", folder,
                                     policy.id, folder_of[policy.id]));
      }
    }
    for (const std::string& library : libraries) LoadLibrary(library);
  }
  policy::Catalogue catalogue = policy::Catalogue::Load(policies, {folders.begin(), folders.end()});
  if (!folders.empty()) CheckCases(folder_of, catalogue);
  return catalogue;
}

}  // namespace loadstone
