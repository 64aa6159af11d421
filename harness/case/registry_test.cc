// SPDX-License-Identifier: Apache-2.0
#include "harness/case/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <stdexcept>

namespace loadstone::registry_test {
namespace {

int blocks_filled = 0;
int other_files_filled = 0;

const CaseBlock other_file(
    [] {
      ++other_files_filled;
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, "in_another_file", [](Case&) {});
    },
    "/somewhere/suites/other.cc", 7);

REGISTER_CASES {
  ++blocks_filled;
  RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, "in_a_block", [](Case&) {});
}

constexpr int kLineOfOne = __LINE__ + 1;
LOADSTONE_CASE(::loadstone::Api::kOpenXr, SubjectKind::kLayer, LS_XR_CHAIN_1, one,
               policy::LS_XR_CHAIN_2) {}

TEST(RegistryTest, KeepsCasesByTheirId) {
  const policy::Id owner = {"LLP_LOADER_1"};
  const policy::Id other = {"LLP_LOADER_2"};
  RegisterCase(Api::kVulkan, {owner, other}, "registered_here", [](Case&) {});
  const std::optional<CaseInfo> info = FindCase("LLP_LOADER_1/registered_here");
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->api, Api::kVulkan);
  EXPECT_THAT(info->policies, testing::ElementsAre("LLP_LOADER_1", "LLP_LOADER_2"));
  EXPECT_FALSE(FindCase("LLP_LOADER_2/registered_here").has_value());
  EXPECT_FALSE(FindCase("registered_here").has_value());
}

TEST(RegistryTest, KnowsWhereACaseIsWritten) {
  const std::optional<CaseInfo> info = FindCase("LS_XR_CHAIN_1/one");
  ASSERT_TRUE(info.has_value());
  EXPECT_THAT(info->file, testing::EndsWith("registry_test.cc"));
  EXPECT_EQ(PlaceOf(*info), info->file + ":" + std::to_string(kLineOfOne));
  EXPECT_EQ(info->subject, SubjectKind::kLayer);
  EXPECT_THAT(info->policies, testing::ElementsAre("LS_XR_CHAIN_1", "LS_XR_CHAIN_2"));
}

TEST(RegistryTest, FillsABlockOnce) {
  const std::optional<CaseInfo> info = FindCase("LLP_LOADER_1/in_a_block");
  ASSERT_TRUE(info.has_value());
  AllCases();
  EXPECT_EQ(blocks_filled, 1);
}

TEST(RegistryTest, FindsACaseOfAFileWithoutAddingIt) {
  const size_t before = AllCases().size();
  const std::optional<CaseInfo> info =
      FindCaseInFile("LLP_LOADER_1/in_another_file", "suites/other.cc");
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->file, "suites/other.cc");
  EXPECT_EQ(info->id, "LLP_LOADER_1/in_another_file");
  for (const char* unknown : {"LLP_LOADER_1/in_another_fil", "LLP_LOADER_1/in_another_filer",
                              "LLP_LOADER_10/in_another_file", "LLP_LOADER_1_in_another_file"}) {
    EXPECT_FALSE(FindCaseInFile(unknown, "suites/other.cc").has_value()) << unknown;
  }
  EXPECT_FALSE(FindCaseInFile("LLP_LOADER_1/in_another_file", "suites/others.cc").has_value());
  EXPECT_EQ(AllCases().size(), before);
}

// Runs in a process that has not called AllCases.
TEST(RegistryDeathTest, FillsNoOtherFile) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        if (!FindCaseInFile("LS_XR_CHAIN_1/one", __FILE__).has_value()) std::exit(1);
        if (other_files_filled != 0) std::exit(2);
        if (!FindCaseInFile("LLP_LOADER_1/in_another_file", "suites/other.cc")) std::exit(3);
        std::exit(other_files_filled == 1 ? 0 : 4);
      },
      testing::ExitedWithCode(0), "");
}

// A refused case stays in the registry, so each is tried in a separate process.
std::string Refusal(const std::function<void()>& registering) {
  try {
    registering();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(RegistryTest, RefusesMalformedIds) {
  const policy::Id owner = {"LLP_LOADER_1"};
  for (const char* name : {"", "Upper", "with space", "with-dash", "a/b"}) {
    EXPECT_THAT(Refusal([&] { RegisterCase(Api::kVulkan, {owner}, name, [](Case&) {}); }),
                testing::HasSubstr("malformed"))
        << name;
  }
  EXPECT_THAT(Refusal([] { RegisterCase(Api::kVulkan, {}, "homeless", [](Case&) {}); }),
              testing::HasSubstr("cites no policy"));
}

TEST(RegistryDeathTest, RefusesDuplicateIds) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        const policy::Id owner = {"LLP_LOADER_1"};
        RegisterCase(Api::kVulkan, {owner}, "twice", [](Case&) {});
        RegisterCase(Api::kVulkan, {owner}, "twice", [](Case&) {});
        std::cerr << Refusal([] { AllCases(); });
        std::exit(0);
      },
      testing::ExitedWithCode(0), "LLP_LOADER_1/twice is defined twice");
}

TEST(RegistryDeathTest, KnowsOfWhichLibraryABlockIs) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        SetLinkedLibrary("/acme/rules.so");
        static const CaseBlock block(
            [] {
              RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, "of_a_library", [](Case&) {});
            },
            "/acme/rules.cc", 1);
        SetLinkedLibrary(nullptr);
        std::cerr << FindCase("LLP_LOADER_1/of_a_library")->library
                  << FindCase("LLP_LOADER_1/in_a_block")->library;
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^/acme/rules.so$");
}

}  // namespace
}  // namespace loadstone::registry_test
