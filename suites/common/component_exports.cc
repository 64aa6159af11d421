// SPDX-License-Identifier: Apache-2.0
#include "suites/common/component_exports.h"

#include <dlfcn.h>

#include <algorithm>

#include "suites/common/component_app.h"
#include "suites/common/layer_comparison.h"

namespace loadstone::suites {
namespace {

constexpr char kExports[] = "exports of the library";

FoundExports ReadFile(const ComponentUnderTest& component, const NamesToFind& names) {
  FoundExports found;
  bool missing = false;
  for (const std::string& name : names(component)) {
    const bool there = std::ranges::find(component.exports, name) != component.exports.end();
    if (there) found.names.push_back(name);
    missing |= !there;
  }
  if (missing && component.reexports) {
    found.why_unknown = "the library forwards exports of other libraries, which may export more";
  }
  return found;
}

// In the probe.
void LookUp(ComponentUnderTest component, const NamesToFind& names) {
  component.object = ManifestInProbe();
  void* library = OpenComponentOrEnd(component);
  std::vector<std::string> found;
  for (const std::string& name : names(component)) {
    if (dlsym(library, name.c_str()) != nullptr) found.push_back(name);
  }
  AppEvent(kExports).Add("found", found);
}

}  // namespace

bool FoundExports::Has(const std::string& name) const {
  return std::ranges::find(names, name) != names.end();
}

FoundExports FindExports(Case& c, const std::string& owner, const NamesToFind& names) {
  if (const SkipReason why = WhyNoExports(c); !why.empty()) return {.why_unknown = why};
  const ComponentUnderTest& component = ComponentOf(c);
  if (IsForeign(component)) return ReadFile(component, names);
  World world;
  AddManifestToWorld(world, component);
  const Observation seen =
      RunWithoutLoaderIn(c, world, [&](const ComponentUnderTest& one) { LookUp(one, names); });
  const auto found = seen.First(kAppName, kExports);
  if (found.has_value()) return {.names = found->List("found")};
  if (const auto refused = seen.First(kAppName, kRefused); refused.has_value()) {
    return {.why_unknown =
                Unjudged("the library cannot be loaded: " + refused->Text("why"), {owner})};
  }
  return {.why_unknown = WhyNotFinished(seen, owner)};
}

void ExpectNegotiationExported(Case& c, const std::string& owner) {
  const FoundExports exports = FindExports(c, owner, [](const ComponentUnderTest& component) {
    return std::vector<std::string>{component.negotiate};
  });
  SKIP_FOR(exports.why_unknown);
  EXPECT_HOLDS(exports.Has(ComponentOf(c).negotiate))
      << "the library exports " << ComponentOf(c).negotiate;
}

}  // namespace loadstone::suites
