// SPDX-License-Identifier: Apache-2.0
#include "suites/common/notes.h"

#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr char kNote[] = "note";

}  // namespace

void Note(const std::string& question, const std::string& answer) {
  AppEvent(kNote).Add("question", question).Add("answer", answer);
}

std::map<std::string, std::string> Answers(const std::vector<Event>& events) {
  std::map<std::string, std::string> answers;
  for (const Event& event : events) {
    if (event.who() != kAppName || event.what() != kNote) continue;
    answers[event.Text("question")] = event.Text("answer");
  }
  return answers;
}

}  // namespace loadstone::suites
