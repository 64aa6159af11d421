// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/probe_trace.h"

#include <string>

#include "fuzz/outside/in_world.h"
#include "harness/probe/app_trace.h"

namespace loadstone::fuzz {

void Tell(const Fault& fault, const Input& input, const std::vector<Input>& before) {
  std::vector<std::string> texts;
  for (const Input& one : before) texts.push_back(ToJson(one));
  AppEvent(kSuspectEvent)
      .Add("policy", fault.policy)
      .Add("cause", fault.cause)
      .Add("expected", fault.expected)
      .Add("observed", fault.observed)
      .Add("match", fault.match)
      .Add("ending", fault.ending)
      .Add("file", fault.file)
      .Add("input", ToJson(input))
      .Add("before", texts);
}

}  // namespace loadstone::fuzz
