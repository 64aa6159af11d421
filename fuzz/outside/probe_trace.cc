#include "fuzz/outside/probe_trace.h"

#include <filesystem>
#include <set>
#include <string>

#include "fuzz/outside/in_world.h"
#include "fuzz/outside/order.h"
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
      .Add("input", ToJson(input))
      .Add("before", texts);
}

std::vector<Input> ReadCorpus() {
  std::error_code error;
  std::set<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpusFolder, error)) {
    paths.insert(entry.path());
  }
  std::vector<Input> corpus;
  for (const std::string& path : paths) corpus.push_back(ReadInput(path));
  return corpus;
}

}  // namespace loadstone::fuzz
