// SPDX-License-Identifier: Apache-2.0
#include "harness/case/component_case.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "harness/world/platform.h"

namespace loadstone {

const ComponentUnderTest& ComponentOf(const Case& c) {
  if (c.subject().component() == nullptr) {
    throw HarnessError("no manifest is given; use check-layer, check-driver or check-runtime");
  }
  return *c.subject().component();
}

SkipReason WhyNoLibrary(const Case& c) {
  const ComponentUnderTest& component = ComponentOf(c);
  if (IsForeign(component)) {
    return fmt::format("the library is for {}; it is inspected but not run here",
                       PlatformName(component.platform));
  }
  return component.library.empty() ? component.library_problem : std::string();
}

SkipReason WhyNoExports(const Case& c) {
  const ComponentUnderTest& component = ComponentOf(c);
  if (!component.library.empty()) return {};
  return component.library_elsewhere.empty() ? component.library_problem
                                             : component.library_elsewhere;
}

SkipReason WhyNoMembers(const Case& c) {
  const ComponentUnderTest& component = ComponentOf(c);
  if (!component.json_problem.empty()) {
    return "the manifest cannot be read: " + component.json_problem;
  }
  return component.object.empty()
             ? fmt::format("the manifest describes no {}", Name(component.kind))
             : std::string();
}

void AddComponentLibrary(World& world, const ComponentUnderTest& component) {
  if (!component.why_not_judged.empty()) throw HarnessError(component.why_not_judged);
  for (size_t i = 0; i < component.files.size(); ++i) {
    world.Copy(component.files[i], HostFileName(i));
  }
  if (!component.library_folders.empty()) {
    world.Env("LD_LIBRARY_PATH", fmt::format("{}", fmt::join(component.library_folders, ":")));
  }
  for (const auto& [name, value] : component.environment) world.Env(name, value);
}

void* OpenComponent(const ComponentUnderTest& component) {
  void* library = nullptr;
  {
    AppEvent("dlopen", "enter");
    library = dlopen(component.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    AppEvent("dlopen", "leave");
  }
  if (library == nullptr) {
    const char* why = dlerror();
    throw HarnessError(fmt::format("the library of the {} cannot be loaded: {}",
                                   Name(component.kind), why != nullptr ? why : "no reason"));
  }
  return library;
}

void* OpenComponentOrEnd(const ComponentUnderTest& component) {
  try {
    return OpenComponent(component);
  } catch (const HarnessError& error) {
    AppEvent(kRefused).Add("why", error.what());
    std::exit(1);
  }
}

Observation RunWithoutLoader(Case& c, const std::function<void(const ComponentUnderTest&)>& app) {
  return RunWithoutLoaderIn(c, World(), app);
}

Observation RunWithoutLoaderIn(Case& c, World world,
                               const std::function<void(const ComponentUnderTest&)>& app) {
  const ComponentUnderTest& component = ComponentOf(c);
  AddComponentLibrary(world, component);
  c.Within({.memory_bytes = kLibraryAddressSpaceBytes});
  return c.AnyEnding().Run(world, [&] { app(component); });
}

SkipReason WhyNotFinished(const Observation& seen, const std::string& owner,
                          const std::vector<std::string>& others, const std::string& accused) {
  if (seen.FinishedNormally() && seen.First(kAppName, kAppDone).has_value()) return {};
  std::vector<std::string> judges = {owner};
  judges.insert(judges.end(), others.begin(), others.end());
  return Unjudged(fmt::format("the application did not finish ({})", seen.DescribeEnding()), judges,
                  accused);
}

bool EndedDuring(const Observation& seen, const std::vector<std::string>& calls) {
  return !seen.FinishedNormally() && std::ranges::any_of(calls, [&](const std::string& call) {
    return seen.EndingName().ends_with(" during " + call);
  });
}

}  // namespace loadstone
