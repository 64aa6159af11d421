// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_OBSERVATION_H_
#define LOADSTONE_HARNESS_CASE_OBSERVATION_H_

#include <rapidjson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {
class JsonReader;
}

namespace loadstone {

// Thrown if a line of the trace lacks a field, or has it in another type.
class TraceError : public HarnessError {
 public:
  using HarnessError::HarnessError;
};

// One line of the trace: who did what, and the fields of the event. The application of a case
// writes to the same trace as the mocks, as "app", so all events are in the order in which they
// happened.
class Event {
 public:
  explicit Event(std::shared_ptr<const rapidjson::Document> line) : line_(std::move(line)) {}

  std::string who() const { return Text("who"); }
  std::string what() const { return Text("what"); }
  // "enter" or "leave" for a call whose callee traces both, else "".
  std::string phase() const { return Text("phase", ""); }

  bool Has(const char* key) const;
  // Whether the key is there with no value, as for a null pointer.
  bool IsNull(const char* key) const;
  // Return a field. They throw TraceError if it is missing or of another type, so that a misspelt
  // key is not mistaken for an answer of the subject. A null pointer, which the mocks write as
  // null, becomes an empty text, or "null" in a list.
  std::string Text(const char* key) const;
  int64_t Number(const char* key) const;
  bool Flag(const char* key) const;
  std::vector<std::string> List(const char* key) const;
  std::vector<int64_t> Numbers(const char* key) const;
  // Return a field that only some of the events of a kind have, or `otherwise` if it is missing.
  std::string Text(const char* key, const std::string& otherwise) const;
  int64_t Number(const char* key, int64_t otherwise) const;
  bool Flag(const char* key, bool otherwise) const;
  // The whole line as JSON, with "0x..." for each address, since addresses differ between runs.
  std::string Json() const;

 private:
  JsonReader Fields() const;

  std::shared_ptr<const rapidjson::Document> line_;
};

void PrintTo(const Event& event, std::ostream* out);

// The events, ending and output of one probe run.
class Observation {
 public:
  // Throws HarnessError if the trace is not one JSON object per line.
  explicit Observation(const ProbeResult& probe_result);

  const std::vector<Event>& events() const { return events_; }
  const Ending& ending() const { return ending_; }
  // Standard output and standard error.
  const std::string& output() const { return output_; }

  // Return the events of `what` by `who`; an empty string matches everything.
  std::vector<Event> Select(const std::string& who, const std::string& what) const;
  std::optional<Event> First(const std::string& who, const std::string& what) const;

  // For people: "it was killed by SIGSEGV during vkCreateInstance".
  std::string DescribeEnding() const;
  // The ending without details that vary, such as numbers: "killed by SIGSEGV during
  // vkCreateInstance", "exited", "did not end". Reports distinguish endings by it.
  std::string EndingName() const;
  // True if the application finished and the process exited with status 0.
  bool FinishedNormally() const;

 private:
  // The call of the application that had not returned; empty if there is none.
  std::string During() const;

  std::vector<Event> events_;
  Ending ending_;
  std::string output_;
};

// Returns the names of all mocks whose library was loaded, in the order of their first load,
// without duplicates and without the application.
std::vector<std::string> Loaded(const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OBSERVATION_H_
