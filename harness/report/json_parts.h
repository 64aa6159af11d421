// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_JSON_PARTS_H_
#define LOADSTONE_HARNESS_REPORT_JSON_PARTS_H_

#include <string>
#include <vector>

#include "harness/json/json_reader.h"
#include "harness/report/json_text.h"
#include "harness/report/result.h"

namespace loadstone {

// Parts that the JSON of a report and that of a matrix have in common. Each function writes the
// members of an object that the caller begins and ends, or reads them.

void WritePolicy(JsonWriter& writer, const PolicySummary& policy);
void WriteSubject(JsonWriter& writer, const SubjectSummary& subject);
void WriteCounts(JsonWriter& writer, const Summary& summary);

// Refuses what is no policy. The address of a source is empty if pages must not make a link of it.
PolicySummary ReadPolicy(const JsonReader& fields, const JsonReader::Refuse& refuse);

SubjectSummary ReadSubject(const JsonReader& fields);

// Return a member that files of older versions may lack; without it `otherwise`, or no text.
std::string TextOr(const JsonReader& fields, const char* name, const std::string& otherwise);
std::vector<std::string> TextsOr(const JsonReader& fields, const char* name);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_JSON_PARTS_H_
