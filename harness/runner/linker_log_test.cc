// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/linker_log.h"

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

TEST(LinkerLog, LibraryThatIsNotFoundIsNamedOnce) {
  EXPECT_THAT(LibrariesOpenedInVain(std::string(kLost) + kFound + kLost),
              ElementsAre("liblost.so.1"));
}

TEST(LinkerLog, LibraryThatIsFoundIsNotNamed) {
  EXPECT_THAT(LibrariesOpenedInVain(kFound), IsEmpty());
}

TEST(LinkerLog, LibraryThatIsFoundAtLastIsNotNamed) {
  EXPECT_THAT(LibrariesOpenedInVain(
                  std::string(kLost) +
                  "       955:\tfile=liblost.so.1 [0];  dynamically loaded by /usr/lib/x.so [0]\n"
                  "       955:\tfile=liblost.so.1 [0];  generating link map\n"),
              IsEmpty());
}

TEST(LinkerLog, DependenciesAreForTheLinkerToRefuse) {
  EXPECT_THAT(LibrariesOpenedInVain(
                  "       955:\tfile=libneeded.so [0];  needed by /usr/lib/driver.so [0]\n"),
              IsEmpty());
}

TEST(LinkerLog, OtherLinesSayNothing) {
  EXPECT_THAT(LibrariesOpenedInVain("negotiation answers VkResult -3\n\tfile=\n\tfile=a [0\n"),
              IsEmpty());
}

}  // namespace
}  // namespace loadstone
