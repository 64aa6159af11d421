#ifndef LOADSTONE_HARNESS_FUZZ_SURE_H_
#define LOADSTONE_HARNESS_FUZZ_SURE_H_

#include "oracle/sure.h"

namespace loadstone::fuzz {

using oracle::Sure;

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_HARNESS_FUZZ_SURE_H_
