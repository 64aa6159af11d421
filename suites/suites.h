// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_SUITES_H_
#define LOADSTONE_SUITES_SUITES_H_

// The header that every suite includes; precompiled.

#include "harness/case/openxr_case.h"
#include "harness/case/vulkan_case.h"

#endif  // LOADSTONE_SUITES_SUITES_H_
