// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_NOTES_H_
#define LOADSTONE_SUITES_COMMON_NOTES_H_

#include <map>
#include <string>
#include <vector>

#include "harness/case/observation.h"

namespace loadstone::suites {

// In the probe: writes an answer to the trace. In the harness: the answers in `events`, the last
// one for each question.
void Note(const std::string& question, const std::string& answer);
std::map<std::string, std::string> Answers(const std::vector<Event>& events);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_NOTES_H_
