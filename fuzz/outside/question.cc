// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/native_text.h"

namespace loadstone::fuzz {

bool WriteQuestion(const Input& input, Shared& shared) {
  size_t used = 0;
  const auto add = [&](const std::string& word) {
    if (used + word.size() + 1 > sizeof(shared.words)) return false;
    memcpy(shared.words + used, word.c_str(), word.size() + 1);
    used += word.size() + 1;
    return true;
  };
  shared.variables = 0;
  shared.layers = 0;
  for (const auto& [name, value] : NativeEnvironment(input)) {
    if (!add(name + "=" + value)) return false;
    ++shared.variables;
  }
  for (const std::string& layer : input.layers) {
    if (!add(layer)) return false;
    ++shared.layers;
  }
  shared.extensions = 0;
  for (const std::string& extension : input.extensions) {
    if (!add(extension)) return false;
    ++shared.extensions;
  }
  shared.create = input.create;
  shared.device = input.device;
  return true;
}

void Question::Read(Shared& shared) {
  variables.clear();
  layers.clear();
  extensions.clear();
  char* word = shared.words;
  for (uint32_t i = 0; i < shared.variables; ++i, word += strlen(word) + 1) {
    variables.push_back(word);
  }
  variables.push_back(nullptr);
  for (uint32_t i = 0; i < shared.layers; ++i, word += strlen(word) + 1) layers.push_back(word);
  for (uint32_t i = 0; i < shared.extensions; ++i, word += strlen(word) + 1) {
    extensions.push_back(word);
  }
}

}  // namespace loadstone::fuzz
