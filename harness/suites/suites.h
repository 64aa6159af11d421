#ifndef LOADSTONE_HARNESS_SUITES_SUITES_H_
#define LOADSTONE_HARNESS_SUITES_SUITES_H_

// What every suite includes; precompiled.

#include "harness/probe/openxr_case.h"
#include "harness/probe/vulkan_case.h"

#endif  // LOADSTONE_HARNESS_SUITES_SUITES_H_
