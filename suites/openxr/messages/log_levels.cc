// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/messages/parts.h"

// debug, "Loader Logging": each level of XR_LOADER_DEBUG compared with those before it, and errors
// that occur again.
namespace loadstone::suites::log_levels {
namespace {

constexpr char kLevel[] = "XR_LOADER_DEBUG";
constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kBad[] = "XR_APILAYER_LS_bad";
constexpr char kOff[] = "XR_APILAYER_LS_off";
constexpr char kMissing[] = "XR_APILAYER_LS_missing";

// What a log may name: layers that are used, missing, switched off or have a bad manifest,
// libraries, and the manifest of the runtime.
constexpr const char* kNames[] = {kA, kBad, kOff, kMissing, ".so", "active_runtime"};

// The lines that the same run logs at a level, in a separate process; empty if it fails.
std::vector<std::string> LogAt(const Subject& subject, const char* level) {
#ifdef _WIN32
  throw HarnessError(fmt::format("the level {} of {} needs a fork", level, subject.path));
#else
  const std::string file = fmt::format("/log_{}", level);
  const pid_t child = fork();
  if (child == 0) {
    const int log = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (log < 0) _exit(1);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    setenv(kLevel, level, 1);
    OpenXrApp app(subject);
    app.CreateInstance({.layers = {kMissing}});
    app.RunFullSequence({.layers = {kA}});
    fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  std::vector<std::string> lines;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return lines;
  std::ifstream log(file);
  for (std::string line; std::getline(log, line);) lines.push_back(line);
  return lines;
#endif
}

int64_t LinesWith(const std::vector<std::string>& lines, const std::string& name) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(name) != std::string::npos;
  });
}

OPENXR_CASE(LS_XR_DEBUG_2, each_level_says_what_those_before_it_say) {
  const std::vector<std::string> levels = {"error", "warn", "info", "debug", "all"};
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA));
  // A manifest that causes only a warning, and a layer that is only information.
  world.With(ApiLayer(kBad).RawManifest("{"));
  world.With(ApiLayer(kOff).Implicit().DisabledBy("LS_OFF")).Env("LS_OFF", "1");
  const Observation seen = c.Run(world.Build(), [&] {
    for (const std::string& level : levels) {
      const std::vector<std::string> lines = LogAt(c.subject(), level.c_str());
      AppEvent event("log");
      event.Add("lines", static_cast<int64_t>(lines.size()));
      for (const char* name : kNames) event.Add(name, LinesWith(lines, name));
    }
  });
  const std::vector<Event> logs = seen.Select(kAppName, "log");
  ASSERT_SEEN(logs, SizeIs(levels.size())) << "a log of every level must exist";
  EXPECT_SEEN(logs[0].Number("lines"), Gt(0)) << "the level error logs errors";
  for (size_t i = 1; i < logs.size(); ++i) {
    EXPECT_SEEN(logs[i].Number("lines"), Ge(logs[i - 1].Number("lines")))
        << "the level " << levels[i] << " logs all that the level " << levels[i - 1]
        << " does, in no fewer lines" << reading::LS_XR_DEBUG_2_r1;
    for (const char* name : kNames) {
      EXPECT_SEEN(logs[i].Number(name), Ge(logs[i - 1].Number(name)))
          << "the level " << levels[i] << " logs all that the level " << levels[i - 1]
          << " does, and names " << name << " in no fewer lines" << reading::LS_XR_DEBUG_2_r1;
    }
  }
}

// Calls that fail for a reason that only the loader can tell. `name` is of a layer or an extension
// that does not exist.
constexpr struct {
  const char* name;
  void (*fail)(OpenXrApp& app, const std::string& name);
} kFailures[] = {
    {"missing_layer",
     [](OpenXrApp& app, const std::string& name) { app.CreateInstance({.layers = {name}}); }},
    {"missing_extension",
     [](OpenXrApp& app, const std::string& name) { app.CreateInstance({.extensions = {name}}); }},
    {"extensions_of_a_missing_layer",
     [](OpenXrApp& app, const std::string& name) { app.EnumerateExtensions(name.c_str()); }},
};

// The call fails three times, each time for another name: a loader may leave out a message that
// equals one before it.
void JudgeRepeated(Case& c, void (*fail)(OpenXrApp& app, const std::string& name)) {
  constexpr size_t kTimes = 3;
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "error");
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (size_t i = 0; i < kTimes; ++i) {
      if (i != 0) NextPart();
      fail(app, fmt::format("{}_{}", kMissing, i));
    }
  });
  EXPECT_SEEN(PartsOfOutput(seen), AllOf(SizeIs(kTimes), Each(Not(IsEmpty()))))
      << "each error that occurs is logged";
}

REGISTER_CASES {
  for (const auto& failure : kFailures) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_1}, fmt::format("{}_three_times", failure.name),
                 [&failure](Case& c) { JudgeRepeated(c, failure.fail); });
  }
}

}  // namespace
}  // namespace loadstone::suites::log_levels
