// SPDX-License-Identifier: Apache-2.0
#include "harness/component/linker_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kFound[] =
    "       955:\tfile=libfound.so.1 [0];  dynamically loaded by /usr/lib/driver.so [0]\n"
    "       955:\tfile=libfound.so.1 [0];  generating link map\n";
constexpr char kLost[] =
    "       955:\tfile=liblost.so.1 [0];  dynamically loaded by /usr/lib/driver.so [0]\n";

TEST(LinkerOutput, LibraryThatIsNotFoundIsNamedOnce) {
  EXPECT_THAT(LibrariesOpenedInVain(std::string(kLost) + kFound + kLost),
              ElementsAre("liblost.so.1"));
}

TEST(LinkerOutput, LibraryThatIsFoundIsNotNamed) {
  EXPECT_THAT(LibrariesOpenedInVain(kFound), IsEmpty());
}

TEST(LinkerOutput, LibraryThatIsFoundAtLastIsNotNamed) {
  EXPECT_THAT(LibrariesOpenedInVain(
                  std::string(kLost) +
                  "       955:\tfile=liblost.so.1 [0];  dynamically loaded by /usr/lib/x.so [0]\n"
                  "       955:\tfile=liblost.so.1 [0];  generating link map\n"),
              IsEmpty());
}

TEST(LinkerOutput, DependenciesAreForTheLinkerToRefuse) {
  EXPECT_THAT(LibrariesOpenedInVain(
                  "       955:\tfile=libneeded.so [0];  needed by /usr/lib/driver.so [0]\n"),
              IsEmpty());
}

TEST(LinkerOutput, OtherLinesSayNothing) {
  EXPECT_THAT(LibrariesOpenedInVain("negotiation answers VkResult -3\n\tfile=\n\tfile=a [0\n"),
              IsEmpty());
}

}  // namespace
}  // namespace loadstone
