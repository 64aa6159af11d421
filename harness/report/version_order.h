// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_VERSION_ORDER_H_
#define LOADSTONE_HARNESS_REPORT_VERSION_ORDER_H_

#include <string_view>

namespace loadstone {

// Returns whether version `a` is earlier than version `b`. The order is that of versions of Debian
// packages (deb-version(7)), which is also the natural order of versions such as 1.3.239: first the
// epoch, then runs of digits by value and runs of other characters by their bytes, where letters
// come before all others, and a tilde comes before the end.
bool IsEarlierVersion(std::string_view a, std::string_view b);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_VERSION_ORDER_H_
