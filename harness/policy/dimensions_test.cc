// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/dimensions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace loadstone::policy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr DimensionValue kOnOff[] = {{"off", "off"}, {"on", "on"}};
constexpr DimensionValue kColours[] = {{"red", "red"}, {"green", "green"}, {"blue", "blue"}};
constexpr Dimension kSwitch = {"switch", "a switch", kOnOff};
constexpr Dimension kLamp = {"lamp", "a lamp", kOnOff};
constexpr Dimension kColour = {"colour", "its colour", kColours};
constexpr const Dimension* kThree[] = {&kSwitch, &kLamp, &kColour};

// A lamp is on only if the switch is, and a lamp that is off has no colour but red.
constexpr ValueSet kNoSwitch[] = {{0, 0b01}, {1, 0b10}};
constexpr ValueSet kNoColour[] = {{1, 0b01}, {2, 0b110}};
constexpr Excluded kExclusions[] = {{kNoSwitch, "the switch is off"}, {kNoColour, "it is dark"}};

constexpr uint8_t kValues[][3] = {{0, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 1, 2}, {1, 0, 0}};
constexpr SpaceRow kAll[] = {{"A/1", kValues[0]},
                             {"A/2", kValues[1]},
                             {"A/3", kValues[2]},
                             {"A/4", kValues[3]},
                             {"A/5", kValues[4]}};

Space WithRows(std::span<const SpaceRow> rows) {
  return {.name = "lamps",
          .title = "Lamps",
          .strength = 2,
          .dimensions = kThree,
          .excluded = kExclusions,
          .rows = rows};
}

TEST(DimensionsTest, NamesTheValueOfARow) {
  const Space space = WithRows(kAll);
  EXPECT_EQ(space.ValueOf(kAll[3], "colour"), "blue");
  EXPECT_EQ(space.ValueOf(kAll[0], "switch"), "off");
  EXPECT_THROW(space.ValueOf(kAll[0], "shape"), std::out_of_range);
}

TEST(DimensionsTest, ExcludesValuesDirectlyAndByWhatIsLeft) {
  const Space space = WithRows(kAll);
  EXPECT_EQ(WhyExcluded(space, {{0, 0}, {1, 1}}), "the switch is off");
  EXPECT_EQ(WhyExcluded(space, {{1, 0}, {2, 2}}), "it is dark");
  // With the switch off and a colour, neither state of the lamp is left.
  EXPECT_NE(WhyExcluded(space, {{0, 0}, {2, 1}}), std::nullopt);
  EXPECT_EQ(WhyExcluded(space, {{0, 1}, {2, 1}}), std::nullopt);
}

TEST(DimensionsTest, CountsWhatRowsCover) {
  const Covered covered = CoverageOf(WithRows(kAll));
  EXPECT_EQ(covered.in_cases, 3u + 4u + 4u);
  EXPECT_EQ(covered.open, 0u);
  EXPECT_EQ(covered.excluded, 1u + 2u + 2u);
  EXPECT_THAT(covered.missing, IsEmpty());
}

TEST(DimensionsTest, ReportsWhatNoRowHas) {
  const Covered covered = CoverageOf(WithRows(std::span(kAll).first(4)));
  EXPECT_THAT(covered.missing, ElementsAre(ElementsAre(Pair(0, 1), Pair(1, 0))));
}

TEST(DimensionsTest, CountsWhatOnlyRowsWithoutCasesHave) {
  SpaceRow rows[] = {kAll[0], kAll[1], kAll[2], kAll[3], {nullptr, kValues[4]}};
  const Covered covered = CoverageOf(WithRows(rows));
  EXPECT_EQ(covered.open, 1u);
  EXPECT_EQ(covered.in_cases, 10u);
  EXPECT_THAT(covered.missing, IsEmpty());
}

TEST(DimensionsTest, FindsSpacesByName) {
  EXPECT_EQ(FindSpace("activation").strength, 3u);
  EXPECT_THROW(FindSpace("nothing"), std::out_of_range);
}

TEST(DimensionsTest, EveryCombinationHasARow) {
  for (const Space& space : Spaces()) {
    const Covered covered = CoverageOf(space);
    EXPECT_THAT(covered.missing, IsEmpty()) << space.name << ": run covering_arrays.py update";
    EXPECT_GT(covered.in_cases, covered.open) << space.name;
  }
}

}  // namespace
}  // namespace loadstone::policy
