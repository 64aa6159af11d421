// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_

#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/runtime_manifest.h"

namespace reference_loader::openxr {

// The active runtimes according to the content providers of Android's runtime brokers, in the order
// of their replies (Android Active Runtime Location). The loader uses the first whose library can
// be opened. A missing provider, or one whose reply is not a table, contributes none. Rows without
// the columns that name a library are skipped with a message. Empty on other systems.
std::vector<RuntimeManifest> RuntimesOfBrokers(const Platform& platform, const Log& log);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_
