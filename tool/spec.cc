// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "tool/cli.h"
#include "tool/rules.h"

namespace loadstone {

policy::Version NewestEdition(Api api, const policy::Catalogue& catalogue) {
  policy::Version newest{1, 0, 0};
  for (const policy::Policy& each : catalogue.all()) {
    if (each.api != api || IsVendorPolicy(each.id)) continue;
    for (const policy::Source& source : each.sources) {
      newest = std::max(newest, policy::Version::TryParse(source.edition).value_or(newest));
    }
  }
  return newest;
}

policy::Version ParseSpec(const std::string& text, Api api, const policy::Catalogue& catalogue) {
  const policy::Version newest = NewestEdition(api, catalogue);
  if (text == "newest") return newest;
  const auto spec = policy::Version::TryParse(text);
  if (!spec.has_value()) {
    throw UsageError("--spec takes a version such as 1.3.239, or newest, not '" + text + "'");
  }
  if (*spec < policy::Version{1, 0, 0} || *spec > newest) {
    throw UsageError(
        fmt::format("--spec takes a version from 1.0.0 to {}, the newest documents that Loadstone "
                    "has, not '{}'",
                    newest.ToString(), text));
  }
  return *spec;
}

}  // namespace loadstone
