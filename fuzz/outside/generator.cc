#include "fuzz/outside/generator.h"

namespace loadstone::fuzz {
namespace {

constexpr size_t kMostVariables = 3;

}  // namespace

void Generator::AddVariables(Input& input, Random& random) const {
  for (size_t i = 0, count = random.Below(kMostVariables + 1); i < count; ++i) {
    AddVariable(input, random);
  }
}

Input Generator::Vary(const Input& old, Random& random) const {
  Input input = old;
  if (random.Chance(50)) input.environment.clear();
  AddVariables(input, random);
  SetApplication(input, random);
  return input;
}

}  // namespace loadstone::fuzz
