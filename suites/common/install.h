// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_INSTALL_H_
#define LOADSTONE_SUITES_COMMON_INSTALL_H_

#include "harness/case/install_case.h"

// What an installer leaves in the Windows registry, and what becomes of the values of others: the
// same for both APIs but for the places.
namespace loadstone::suites {

inline void JudgeUninstalling(Case& c, const Places& places) {
  SKIP_FOR(WhyNoNewValues(c, places));
  SKIP_FOR(WhyNotUninstalled(c));
  EXPECT_SEEN(RemainingAfterUninstall(c, places), IsEmpty())
      << "uninstalling removes manifests, and the values that lead to them";
}

inline void JudgeUpdate(Case& c, const Places& places) {
  SKIP_FOR(WhyNoOldVersion(c, places));
  EXPECT_SEEN(OldVersionLeft(c, places), IsEmpty())
      << "an update removes or updates the old manifests, and the values that lead to them";
}

// `requirement` says whose values stay.
inline void JudgeOthers(Case& c, const Places& places, const char* requirement) {
  SKIP_FOR(WhyNothingBefore(c, places));
  EXPECT_SEEN(OthersChangedIn(c, places), IsEmpty()) << requirement;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_INSTALL_H_
