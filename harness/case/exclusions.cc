// SPDX-License-Identifier: Apache-2.0
#include "harness/case/exclusions.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loadstone {
namespace {

using Rows = std::pair<const char*, std::span<const Exclusion>>;

std::vector<Rows>& AllRows() {
  static auto* rows = new std::vector<Rows>;
  return *rows;
}

bool Has(const Exclusion& row, const std::string& case_id) {
  return fnmatch(row.cases, case_id.c_str(), 0) == 0;
}

}  // namespace

Exclusions::Exclusions(const char* platform, std::span<const Exclusion> rows) {
  AllRows().emplace_back(platform, rows);
}

std::optional<std::string> ExclusionReason(const std::string& platform,
                                           const std::string& case_id) {
  for (const auto& [name, rows] : AllRows()) {
    if (name != platform) continue;
    for (const Exclusion& row : rows) {
      if (Has(row, case_id)) return row.reason;
    }
  }
  return std::nullopt;
}

std::optional<std::string> StaleExclusion(std::span<const std::string> case_ids) {
  for (const auto& [name, rows] : AllRows()) {
    for (const Exclusion& row : rows) {
      const auto has = [&](const std::string& id) { return Has(row, id); };
      if (std::none_of(case_ids.begin(), case_ids.end(), has)) return row.cases;
    }
  }
  return std::nullopt;
}

}  // namespace loadstone
