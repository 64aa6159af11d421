// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/generator.h"

#include <cstddef>
#include <iterator>

namespace loadstone::fuzz {
namespace {

constexpr size_t kMaxVariables = 3;
constexpr size_t kMostFiles = 10;

// A random element of a map; the end of an empty one.
template <typename Map>
auto AnyOf(Map& map, Random& random) {
  auto any = map.begin();
  if (!map.empty()) std::advance(any, static_cast<std::ptrdiff_t>(random.Below(map.size())));
  return any;
}

}  // namespace

void Generator::AddVariables(Input& input, Random& random) const {
  for (size_t i = 0, count = random.Below(kMaxVariables + 1); i < count; ++i) {
    AddVariable(input, random);
  }
}

Input Generator::Change(const Input& old, Random& random) const {
  Input input = old;
  for (size_t i = 0, count = 1 + random.Below(3); i < count; ++i) {
    const auto file = AnyOf(input.files, random);
    const size_t own = OwnChanges();
    const size_t change = random.Below(5 + own);
    if (change == 0) {
      if (input.files.size() < kMostFiles) AddOneLayer(input, random);
    } else if (change == 1) {
      if (input.files.size() > 1) input.files.erase(file);
    } else if (change == 2) {
      if (!input.files.empty()) file->second = CorruptManifest(file->second, random);
    } else if (change == 3) {
      AddVariable(input, random);
    } else if (change < 4 + own) {
      MakeOwnChange(input, random);
    } else if (!input.environment.empty()) {
      input.environment.erase(AnyOf(input.environment, random));
    }
  }
  SetApplication(input, random);
  return input;
}

Input Generator::Vary(const Input& old, Random& random) const {
  Input input = old;
  if (random.Chance(50)) input.environment.clear();
  AddVariables(input, random);
  SetApplication(input, random);
  return input;
}

}  // namespace loadstone::fuzz
