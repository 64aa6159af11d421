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

TEST(NameTest, EveryNameLeadsBack) {
  for (Level level : {Level::kMust, Level::kShould, Level::kMay}) {
    EXPECT_EQ(LevelFromName(Name(level)), level);
  }
  for (Subject subject : {Subject::kLoader, Subject::kLayer, Subject::kDriver, Subject::kRuntime,
                          Subject::kDevice, Subject::kPackage}) {
    EXPECT_EQ(SubjectFromName(Name(subject)), subject);
  }
  for (Api api : {Api::kVulkan, Api::kOpenXr}) EXPECT_EQ(ApiFromName(Name(api)), api);
  EXPECT_EQ(Name(Level::kShould), "should");
  EXPECT_EQ(Name(Subject::kRuntime), "runtime");
  EXPECT_EQ(Name(Api::kOpenXr), "openxr");
}

TEST(NameTest, OtherNamesAreRefused) {
  EXPECT_EQ(LevelFromName("Must"), std::nullopt);
  EXPECT_EQ(SubjectFromName(""), std::nullopt);
  EXPECT_EQ(ApiFromName("opengl"), std::nullopt);
}

}  // namespace
}  // namespace loadstone::policy::policy_test
