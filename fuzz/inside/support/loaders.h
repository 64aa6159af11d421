// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_LOADERS_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_LOADERS_H_

#include "reference_loader/common/glob.h"
#include "reference_loader/common/memory_platform.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/common/version.h"

// Short names for the parts of the loaders that the targets use: the loaders have their own
// namespace.
namespace reference_loader::openxr {}
namespace reference_loader::vulkan {}

namespace loadstone::fuzz::inside {

namespace openxr = ::reference_loader::openxr;
namespace vulkan = ::reference_loader::vulkan;

using ::reference_loader::FileName;
using ::reference_loader::GlobMatches;
using ::reference_loader::kWindowsRules;
using ::reference_loader::MemoryPlatform;
using ::reference_loader::ParentFolder;
using ::reference_loader::Platform;
using ::reference_loader::RegistryRoot;
using ::reference_loader::RegistryValue;
using ::reference_loader::ResolveLibraryPath;
using ::reference_loader::SplitList;
using ::reference_loader::SystemRules;
using ::reference_loader::Version;

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_LOADERS_H_
