// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LINUX_LEFTOVERS_H_
#define LOADSTONE_SUITES_COMMON_LINUX_LEFTOVERS_H_

#include <fcntl.h>

#include <functional>
#include <string>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

namespace loadstone::suites {

// The number of open descriptors among the lowest ones.
inline int OpenDescriptors() {
  constexpr int kLooked = 1024;
  int open = 0;
  for (int i = 0; i < kLooked; ++i) open += fcntl(i, F_GETFD) >= 0 ? 1 : 0;
  return open;
}

// Adds files to `folder` that a loader may leave open after an error in a manifest.
template <typename World>
void AddBadManifests(World& world, const std::string& folder) {
  world.File(folder + "/empty.json", "")
      .File(folder + "/no_json.json", "{")
      .File(folder + "/no_manifest.json", "[]");
  world.Directory(folder + "/folder.json");
}

// Whatever a loader caches is opened in the first run; a descriptor that each further run leaves
// open is a leak.
template <typename App, typename World>
void JudgeDescriptors(Case& c, const World& world, const std::function<void(App&)>& work) {
  constexpr int kTimes = 8;
  const Observation seen = Observe(c, world, [&](App& app) {
    work(app);
    const int before = OpenDescriptors();
    for (int i = 0; i < kTimes; ++i) work(app);
    AppEvent("descriptors").Add("more", int64_t{OpenDescriptors() - before});
  });
  const auto descriptors = seen.First(kAppName, "descriptors");
  ASSERT_HOLDS(descriptors.has_value()) << "the calls return";
  EXPECT_SEEN(descriptors->Number("more"), Lt(kTimes))
      << "repeating the same calls does not leave a file open each time";
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LINUX_LEFTOVERS_H_
