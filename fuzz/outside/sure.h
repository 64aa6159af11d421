#ifndef LOADSTONE_FUZZ_OUTSIDE_SURE_H_
#define LOADSTONE_FUZZ_OUTSIDE_SURE_H_

#include "oracle/sure.h"

namespace loadstone::fuzz {

using oracle::Sure;

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SURE_H_
