// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/policy.h"

#include <gtest/gtest.h>

namespace loadstone::policy::policy_test {
namespace {

Policy Example() {
  Policy policy;
  policy.id = "LS_VK_EXAMPLE_1";
  policy.platforms = {"linux", "macos"};
  return policy;
}

TEST(HoldsForTest, HoldsWithoutBounds) {
  std::string reason = "untouched";
  EXPECT_TRUE(Example().HoldsFor(Version{1, 0, 0}, "linux", &reason));
  EXPECT_EQ(reason, "untouched");
}

TEST(HoldsForTest, SinceIsTheFirstVersion) {
  Policy policy = Example();
  policy.since = Version{1, 3, 296};
  std::string reason;
  EXPECT_TRUE(policy.HoldsFor(Version{1, 3, 296}, "linux", &reason));
  EXPECT_TRUE(policy.HoldsFor(Version{1, 4, 0}, "linux", &reason));
  EXPECT_FALSE(policy.HoldsFor(Version{1, 3, 239}, "linux", &reason));
  EXPECT_EQ(reason, "holds since 1.3.296, the subject claims 1.3.239");
}

TEST(HoldsForTest, UntilIsTheLastVersion) {
  Policy policy = Example();
  policy.until = Version{1, 3, 227};
  std::string reason;
  EXPECT_TRUE(policy.HoldsFor(Version{1, 3, 227}, "macos", &reason));
  EXPECT_FALSE(policy.HoldsFor(Version{1, 3, 228}, "macos", &reason));
  EXPECT_EQ(reason, "holds until 1.3.227, the subject claims 1.3.228");
}

TEST(HoldsForTest, AnotherPlatformIsAReasonBeforeTheVersion) {
  Policy policy = Example();
  policy.since = Version{1, 3, 296};
  std::string reason;
  EXPECT_FALSE(policy.HoldsFor(Version{1, 0, 0}, "android", &reason));
  EXPECT_EQ(reason, "holds on linux, macos, the subject is for android");
  EXPECT_FALSE(policy.HoldsFor(Version{1, 4, 0}, "", &reason));
}

TEST(HoldsForTest, DoesNotNeedAReason) {
  Policy policy = Example();
  EXPECT_FALSE(policy.HoldsFor(Version{1, 0, 0}, "android", nullptr));
}

// Returns the editions that SourcesFor selects for a version, in their order.
std::vector<std::string> EditionsFor(const std::vector<Source>& sources, const Version& version) {
  std::vector<std::string> editions;
  for (const Source& source : SourcesFor(sources, version)) {
    editions.push_back(source.document + " " + source.edition + " " + source.section);
  }
  return editions;
}

TEST(SourcesForTest, TakesTheNewestEditionThatIsNotNewerThanTheSubject) {
  const std::vector<Source> sources = {{"A", "1.3.239", "s", {1}}, {"A", "1.4.330", "s", {2}},
                                       {"A", "1.3.239", "t", {1}}, {"A", "1.4.330", "t", {2}},
                                       {"B", "1.4.330", "u", {3}}, {"C", "undated", "v", {4}}};
  using List = std::vector<std::string>;
  EXPECT_EQ(EditionsFor(sources, Version{1, 3, 239}),
            (List{"A 1.3.239 s", "A 1.3.239 t", "B 1.4.330 u", "C undated v"}));
  EXPECT_EQ(EditionsFor(sources, Version{1, 4, 329}),
            (List{"A 1.3.239 s", "A 1.3.239 t", "B 1.4.330 u", "C undated v"}));
  EXPECT_EQ(EditionsFor(sources, Version{1, 4, 364}),
            (List{"A 1.4.330 s", "A 1.4.330 t", "B 1.4.330 u", "C undated v"}));
  // If all editions are newer, the oldest is selected, and IsLater is true for it.
  EXPECT_EQ(EditionsFor(sources, Version{1, 0, 0}),
            (List{"A 1.3.239 s", "A 1.3.239 t", "B 1.4.330 u", "C undated v"}));
  EXPECT_TRUE(IsLater(sources[0], Version{1, 3, 238}));
  EXPECT_FALSE(IsLater(sources[0], Version{1, 3, 239}));
  EXPECT_FALSE(IsLater(sources[5], Version{1, 0, 0}));
}

TEST(SourcesForTest, DoesNotDependOnTheOrder) {
  const std::vector<Source> sources = {
      {"A", "1.4.360", "s", {3}}, {"A", "1.3.239", "s", {1}}, {"A", "1.4.330", "s", {2}}};
  EXPECT_EQ(SourcesFor(sources, Version{1, 4, 330}).at(0).edition, "1.4.330");
  EXPECT_EQ(SourcesFor(sources, Version{1, 4, 400}).at(0).edition, "1.4.360");
  EXPECT_EQ(SourcesFor(sources, Version{1, 0, 0}).at(0).edition, "1.3.239");
  EXPECT_TRUE(SourcesFor({}, Version{1, 0, 0}).empty());
}

TEST(NameTest, EveryNameLeadsBack) {
  for (Level level : {Level::kMust, Level::kShould, Level::kMay}) {
    EXPECT_EQ(LevelFromName(Name(level)), level);
  }
  for (SubjectKind kind : {SubjectKind::kLoader, SubjectKind::kLayer, SubjectKind::kDriver,
                           SubjectKind::kHalModule, SubjectKind::kRuntime, SubjectKind::kInstaller,
                           SubjectKind::kDevice, SubjectKind::kPackage}) {
    EXPECT_EQ(SubjectKindFromName(Name(kind)), kind);
  }
  for (Api api : {Api::kVulkan, Api::kOpenXr}) EXPECT_EQ(ApiFromName(Name(api)), api);
  EXPECT_EQ(Name(Level::kShould), "should");
  EXPECT_EQ(Name(SubjectKind::kRuntime), "runtime");
  EXPECT_EQ(Name(Api::kOpenXr), "openxr");
}

TEST(NameTest, OtherNamesAreRefused) {
  EXPECT_EQ(LevelFromName("Must"), std::nullopt);
  EXPECT_EQ(SubjectKindFromName(""), std::nullopt);
  EXPECT_EQ(PolicySubjectFromName("layer"), SubjectKind::kLayer);
  EXPECT_EQ(PolicySubjectFromName("installer"), std::nullopt);
  EXPECT_EQ(PolicySubjectFromName("hal_module"), std::nullopt);
  EXPECT_EQ(ApiFromName("opengl"), std::nullopt);
}

}  // namespace
}  // namespace loadstone::policy::policy_test
