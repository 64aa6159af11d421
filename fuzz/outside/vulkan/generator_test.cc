// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/outside/corrupt.h"
#include "fuzz/outside/test_generator.h"
#include "oracle/vulkan/model.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::fuzz::vulkan::generator_test {
namespace {

using oracle::vulkan::Model;
using oracle::vulkan::ReadModel;
using oracle::vulkan::TestSubject;

TEST(Generator, GivesTheSameInputsForTheSameSeed) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random one(7);
  Random other(7);
  for (int i = 0; i < 100; ++i) {
    const Input input = generator.Make(one);
    ASSERT_EQ(input, generator.Make(other));
    ASSERT_EQ(generator.Change(input, one), generator.Change(input, other));
  }
}

TEST(Generator, VariesWhatIsAskedOfTheSameFiles) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 100});
  Random random(7);
  size_t other = 0;
  for (int i = 0; i < 100; ++i) {
    const Input input = generator.Make(random);
    const Input varied = generator.Vary(input, random);
    ASSERT_EQ(varied.files, input.files);
    other += varied.environment != input.environment || varied.layers != input.layers ? 1 : 0;
  }
  EXPECT_GT(other, 70u);
}

TEST(Generator, MakesElevatedApplicationsWhereTheyAreWished) {
  ExpectElevatedAsConfigured<Generator>(TestSubject());
}

TEST(Generator, GivesOtherInputsForAnotherSeed) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random one(7);
  Random other(8);
  EXPECT_NE(generator.Make(one), generator.Make(other));
}

TEST(Generator, MakesInputsThatCanBeWrittenAndRead) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Input input = generator.Change(generator.Make(random), random);
    ASSERT_EQ(InputFromJson(ToJson(input)), input);
  }
}

TEST(Generator, MakesGoodAndMalformedManifests) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random random(1);
  size_t good = 0;
  size_t ambiguous = 0;
  for (int i = 0; i < 300; ++i) {
    const Model model = ReadModel(generator.Make(random), subject);
    good += model.layers.size();
    ambiguous += model.ambiguous.size();
  }
  EXPECT_GT(good, 300u);
  EXPECT_GT(ambiguous, 50u);
  EXPECT_GT(good, ambiguous);
}

TEST(Generator, CreatesAnInstanceAsOftenAsAsked) {
  const Subject subject = TestSubject();
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    EXPECT_FALSE(Generator(subject, {.create_percent = 0}).Make(random).create);
    EXPECT_TRUE(Generator(subject, {.create_percent = 100}).Make(random).create);
  }
}

TEST(Generator, SetsNoVariableThatIsNewerThanTheSubject) {
  Subject subject = TestSubject();
  subject.spec = {1, 3, 233};
  const Generator generator(subject, {.create_percent = 0});
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    for (const auto& [name, value] : generator.Make(random).environment) {
      ASSERT_THAT(name, testing::Not(testing::HasSubstr("VK_LOADER_LAYERS_")));
      ASSERT_THAT(name, testing::Not(testing::HasSubstr("IMPLICIT_LAYER_PATH")));
    }
  }
}

TEST(Corrupt, ChangesATextAndKeepsItSmall) {
  Random random(3);
  std::string text = R"({"layer": {"name": "a", "list": [1, {"b": 2}]}})";
  size_t changed = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string corrupted = Corrupt(text, {{"name"}, {"1"}}, random);
    changed += corrupted != text ? 1 : 0;
    ASSERT_LE(corrupted.size(), size_t{64} << 10);
    text = i % 10 == 9 ? R"({"layer": {"name": "a"}})" : corrupted;
  }
  EXPECT_GT(changed, 1500u);
}

}  // namespace
}  // namespace loadstone::fuzz::vulkan::generator_test
