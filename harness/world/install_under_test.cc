// SPDX-License-Identifier: Apache-2.0
#include "harness/world/install_under_test.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace loadstone {
namespace {

using Identity = std::tuple<std::string, std::string, uint32_t, std::string>;

// Returns the text in lower case: keys and names are case-insensitive.
std::string Folded(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

Identity IdentityOf(const RegistryValue& value) {
  return {Folded(value.key), Folded(value.name), value.type, value.data};
}

std::set<Identity> Identities(const std::vector<RegistryValue>& values) {
  std::set<Identity> identities;
  for (const RegistryValue& value : values) identities.insert(IdentityOf(value));
  return identities;
}

// Returns those of `values` that are not in `others`.
std::vector<RegistryValue> Without(const std::vector<RegistryValue>& values,
                                   const std::vector<RegistryValue>& others) {
  const std::set<Identity> known = Identities(others);
  std::vector<RegistryValue> chosen;
  for (const RegistryValue& value : values) {
    if (!known.contains(IdentityOf(value))) chosen.push_back(value);
  }
  return chosen;
}

}  // namespace

std::vector<RegistryValue> InstallUnderTest::Added() const { return Without(after, before); }

std::vector<RegistryValue> InstallUnderTest::Changed() const {
  std::vector<RegistryValue> changed = Added();
  const std::vector<RegistryValue> removed = Without(before, after);
  changed.insert(changed.end(), removed.begin(), removed.end());
  return changed;
}

}  // namespace loadstone
