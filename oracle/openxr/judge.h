// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_JUDGE_H_
#define LOADSTONE_ORACLE_OPENXR_JUDGE_H_

#include <vector>

#include "harness/world/subject.h"
#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/machine.h"

namespace loadstone::oracle::openxr {

// All faults, in the order of importance. After a subject has ended, nothing else is judged.
std::vector<Fault> Judge(const Machine& machine, const Answer& answer, const Subject& subject);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_JUDGE_H_
