// SPDX-License-Identifier: Apache-2.0
// The probe: the program that runs inside a world, as the application. The keeper starts it anew
// for every case, with arguments that the harness chose:
//
//   in-world CASE_ID FILE SUBJECT_JSON [LIBRARY]   (harness/case/probe_stage.h)
//   guarded-in-world CASE_ID FILE SUBJECT_JSON [LIBRARY]   likewise, with a guarded heap
//   waiting-in-world CASE_ID FILE SUBJECT_JSON [LIBRARY]   likewise, and stops itself first
//   start-component API COMPONENT_JSON           (harness/case/component_start.h)
//   ask-loader API PATH ANSWERS_FILE             (harness/case/loader_question.h)
//   fuzz-in-world SUBJECT_JSON ORDER_JSON        (fuzz/outside/in_world.h)
//   fuzz-executor API SUBJECT HANDLE...          (fuzz/outside/executor_child.h), on Windows

#include <cstdio>
#include <string_view>

#if !defined(_WIN32) || defined(_WIN64)  // 32-bit programs for Windows do not fuzz
#define LOADSTONE_FUZZ
#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/in_world.h"
#endif
#ifndef _WIN32
#include "harness/case/loader_question.h"
#endif
#include "harness/case/component_start.h"
#include "harness/case/probe_stage.h"
#include "harness/probe/start.h"

// An application ends without freeing its memory, and so may the mocks: leaks are irrelevant in a
// probe. The sanitizer calls this function.
extern "C" __attribute__((used)) const char* __asan_default_options() { return "detect_leaks=0"; }

int main(int count, char** words) {
  const std::string_view what = count > 1 ? words[1] : "";
  const std::string_view prefix = loadstone::kGuardedPrefix;
  const bool guarded = what.starts_with(prefix);
  const std::string_view how = guarded ? what.substr(prefix.size()) : what;
  const bool waiting = how == loadstone::kWaitingProbeWord;
  if ((count == 5 || count == 6) && (waiting || how == loadstone::kProbeWord)) {
    loadstone::RunAppOfCase(words[2], words[3], words[4], count == 6 ? words[5] : "",
                            {.wait = waiting, .guard = guarded});
  }
  if (count == 4 && what == loadstone::kStartProbeWord) {
#ifdef _WIN32
    loadstone::TraceStart();  // sets the variables of the world
#endif
    return loadstone::StartComponent(words[2], words[3]);
  }
#ifndef _WIN32
  if (count == 5 && what == loadstone::kLoaderProbeWord) {
    return loadstone::AskLoaderInProbe(words[2], words[3], words[4]);
  }
#endif
#ifdef LOADSTONE_FUZZ
  if (count == 4 && what == loadstone::fuzz::kFuzzProbeWord) {
    loadstone::fuzz::FuzzProbeMain(words[2], words[3]);
  }
#ifdef _WIN32
  if (count == 7 && what == loadstone::fuzz::kExecutorWord) {
    loadstone::fuzz::ExecutorMain({words + 2, words + count});
  }
#endif
#endif
  std::fputs("probe: a part of loadstone, which starts it; see loadstone --help\n", stderr);
  return 2;
}
