// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_WINDOWS_ADAPT_H_
#define LOADSTONE_FUZZ_OUTSIDE_WINDOWS_ADAPT_H_

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"
#include "harness/world/subject.h"

// The generators make machines with folders that a loader searches. On Windows values of the
// registry name the files instead.
namespace loadstone::fuzz::windows {

// The subject for which a generator makes machines: its folders are those for the files that values
// of its keys name.
Subject WithFoldersOfKeys(Subject subject);

// Makes a generated machine one with Windows, for `subject`, whose folders are keys: removes what
// Windows does not have, and adds values that name the files, most of them usual ones. Values that
// the machine has already stay if they name a file that it has, and else sometimes.
void Adapt(Input& input, const Subject& subject, Random& random);

}  // namespace loadstone::fuzz::windows

#endif  // LOADSTONE_FUZZ_OUTSIDE_WINDOWS_ADAPT_H_
