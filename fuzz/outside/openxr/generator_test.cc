// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/openxr/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/outside/test_generator.h"
#include "oracle/openxr/model.h"
#include "oracle/openxr/test_subject.h"

namespace loadstone::fuzz::openxr::generator_test {
namespace {

using oracle::openxr::Model;
using oracle::openxr::ReadModel;
using oracle::openxr::ReadRuntimeManifest;
using oracle::openxr::RuntimeManifest;
using oracle::openxr::TestSubject;

TEST(Generator, GivesTheSameInputsForTheSameSeedAndCanReadThem) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random one(7);
  Random other(7);
  for (int i = 0; i < 300; ++i) {
    const Input input = generator.Change(generator.Make(one), one);
    ASSERT_EQ(input, generator.Change(generator.Make(other), other));
    ASSERT_EQ(InputFromJson(ToJson(input)), input);
    ASSERT_EQ(input.api, Api::kOpenXr);
  }
}

TEST(Generator, MakesElevatedApplicationsWhereTheyAreWished) {
  ExpectElevatedAsConfigured<Generator>(TestSubject());
}

TEST(Generator, MakesGoodAndMalformedManifests) {
  const Subject subject = TestSubject();
  const Generator generator(subject, {.create_percent = 50});
  Random random(1);
  size_t good = 0;
  size_t ambiguous = 0;
  size_t runtimes = 0;
  for (int i = 0; i < 300; ++i) {
    const Model model = ReadModel(generator.Make(random), subject);
    good += model.layers.size();
    ambiguous += model.ambiguous.size();
    runtimes += model.runtimes.empty() ? 0 : 1;
  }
  EXPECT_GT(good, 300u);
  EXPECT_GT(ambiguous, 50u);
  EXPECT_GT(good, ambiguous);
  EXPECT_GT(runtimes, 200u);
}

TEST(Generator, CreatesAnInstanceAsOftenAsAsked) {
  const Subject subject = TestSubject();
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    EXPECT_FALSE(Generator(subject, {.create_percent = 0}).Make(random).create);
    EXPECT_TRUE(Generator(subject, {.create_percent = 100}).Make(random).create);
  }
}

TEST(ReadRuntimeManifest, KnowsWhatALibraryIsGoodFor) {
  const std::string functions =
      R"({"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}})";
  EXPECT_EQ(ReadRuntimeManifest(RuntimeManifest("runtime0"))->use, Use::kWorks);
  EXPECT_EQ(ReadRuntimeManifest(RuntimeManifest("runtime_refuses"))->use, Use::kNever);
  EXPECT_EQ(ReadRuntimeManifest(RuntimeManifest("runtime_renamed"))->use, Use::kNever);
  EXPECT_EQ(ReadRuntimeManifest(RuntimeManifest("runtime_renamed", functions))->use, Use::kWorks);
  EXPECT_EQ(ReadRuntimeManifest(RuntimeManifest("runtime0", functions))->use, Use::kEither);
  EXPECT_FALSE(ReadRuntimeManifest(RuntimeManifest("a0")).has_value());
  EXPECT_FALSE(ReadRuntimeManifest("{}").has_value());
}

}  // namespace
}  // namespace loadstone::fuzz::openxr::generator_test
