// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_

#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/runtime_manifest.h"

namespace reference_loader::openxr {

// The runtimes that the content providers of Android's runtime brokers call active, in the order of
// their answers (Android Active Runtime Location): the first whose library can be opened is the one
// to use. A provider that is not there, or whose answer is no table, has none; rows without the
// columns that name a library are left out, with a message. None on any other system.
std::vector<RuntimeManifest> RuntimesOfBrokers(const Platform& platform, const Log& log);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_ANDROID_BROKER_H_
