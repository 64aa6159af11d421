// SPDX-License-Identifier: Apache-2.0
#include "harness/report/reproduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/text.h"

namespace loadstone {
namespace {

// A path that begins with a dash would be parsed as an option.
std::string PathArgument(const std::string& path) {
  return ShellQuote(path.starts_with('-') ? "./" + path : path);
}

}  // namespace

std::vector<std::string> ReproduceWords(const SubjectSummary& subject, const CaseResult& result) {
  std::vector<std::string> words = {"loadstone"};
  if (subject.kind == "installer") {
    // Its positional arguments are the registries, which are in `options`.
    words.insert(words.end(), {"check-install", "--case", ShellQuote(result.id)});
  } else if (subject.kind != "loader") {
    const std::string verb = subject.kind == "device" ? "image" : subject.kind;
    words.insert(words.end(), {"check-" + verb, PathArgument(subject.path)});
    if (!subject.layer.empty()) words.insert(words.end(), {"--layer", ShellQuote(subject.layer)});
    words.insert(words.end(), {"--case", ShellQuote(result.id)});
  } else {
    words.insert(words.end(),
                 {"repro", ShellQuote(result.id), "--loader", PathArgument(subject.path)});
  }
  for (const std::string& word : subject.options) words.push_back(ShellQuote(word));
  return words;
}

std::string ReproduceCommand(const SubjectSummary& subject, const CaseResult& result) {
  return fmt::format("{}", fmt::join(ReproduceWords(subject, result), " "));
}

}  // namespace loadstone
