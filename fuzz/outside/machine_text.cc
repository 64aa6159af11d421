// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/machine_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "harness/report/text.h"

namespace loadstone::fuzz {
namespace {

// A line names at most this many folders, variables or layers; the finding has all of them.
constexpr size_t kMostNames = 4;

std::string List(const std::vector<std::string>& names) {
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + std::min(names.size(), kMostNames));
  std::string text = fmt::format("{}", fmt::join(first, ", "));
  if (names.size() > kMostNames) text += fmt::format(" and {} more", names.size() - kMostNames);
  return text;
}

std::string FilesByFolder(const Input& input) {
  std::map<std::string, size_t> folders;
  for (const auto& [path, text] : input.files) ++folders[FolderOf(path)];
  if (folders.empty()) return "no generated files";
  std::vector<std::string> texts;
  for (const auto& [folder, count] : folders) {
    texts.push_back(fmt::format("{} file{} in {}", count, count == 1 ? "" : "s", folder));
  }
  return List(texts);
}

std::string WhatApplicationDoes(const Input& input) {
  std::string text = input.elevated ? "an elevated application" : "an application";
  text += " lists the layers";
  if (!input.create) return text;
  text += input.device ? ", creates an instance" : " and creates an instance";
  if (!input.layers.empty()) {
    text += input.layers.size() == 1 ? " with the layer " : " with the layers ";
    text += List(input.layers);
  }
  return input.device ? text + ", and creates a device" : text;
}

}  // namespace

std::string MachineInWords(const Input& input) {
  std::string text = FilesByFolder(input);
  std::vector<std::string> variables;
  for (const auto& [name, value] : input.environment) variables.push_back(name);
  if (!input.registry.empty()) {
    text += fmt::format("; {} value{} in the registry", input.registry.size(),
                        input.registry.size() == 1 ? "" : "s");
  }
  if (!variables.empty()) text += "; environment: " + List(variables);
  return OneLine(text + "; " + WhatApplicationDoes(input));
}

}  // namespace loadstone::fuzz
