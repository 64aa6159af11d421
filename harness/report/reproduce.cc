#include "harness/report/reproduce.h"

#include "harness/report/text.h"

namespace loadstone {
namespace {

// A path that begins with a dash would be taken for an option.
std::string PathArgument(const std::string& path) {
  return ShellQuote(path.starts_with('-') ? "./" + path : path);
}

}  // namespace

std::string ReproduceCommand(const SubjectSummary& subject, const CaseResult& result) {
  std::string command;
  if (subject.is_layer) {
    command = "loadstone check-layer " + PathArgument(subject.path);
    if (!subject.layer.empty()) command += " --layer " + ShellQuote(subject.layer);
    command += " --case " + ShellQuote(result.id);
  } else {
    command =
        "loadstone repro " + ShellQuote(result.id) + " --loader " + PathArgument(subject.path);
  }
  for (const std::string& word : subject.options) command += " " + ShellQuote(word);
  return command;
}

}  // namespace loadstone
