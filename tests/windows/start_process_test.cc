// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/sandbox/windows_start.h"

namespace loadstone {
namespace {

// A CreateProcess that fails with `error` as often as `failures` says.
struct Creation {
  int failures;
  DWORD error;
  int calls = 0;

  BOOL operator()() {
    SetLastError(error);
    return ++calls > failures ? TRUE : FALSE;
  }
};

TEST(StartProcessTest, StartsOnce) {
  Creation creation{.failures = 0, .error = 0};
  EXPECT_TRUE(StartProcess([&] { return creation(); }));
  EXPECT_EQ(creation.calls, 1);
}

TEST(StartProcessTest, TriesAgainAfterAnInternalError) {
  Creation creation{.failures = 2, .error = ERROR_INTERNAL_ERROR};
  EXPECT_TRUE(StartProcess([&] { return creation(); }));
  EXPECT_EQ(creation.calls, 3);
}

TEST(StartProcessTest, GivesUpInTheEnd) {
  Creation creation{.failures = 1000, .error = ERROR_INTERNAL_ERROR};
  EXPECT_FALSE(StartProcess([&] { return creation(); }));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INTERNAL_ERROR));
  EXPECT_LT(creation.calls, 10);
}

TEST(StartProcessTest, DoesNotTryAgainAfterAnotherError) {
  Creation creation{.failures = 1, .error = ERROR_FILE_NOT_FOUND};
  EXPECT_FALSE(StartProcess([&] { return creation(); }));
  EXPECT_EQ(creation.calls, 1);
}

}  // namespace
}  // namespace loadstone
