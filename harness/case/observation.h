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

// A line of the trace lacks what it is asked for.
class TraceError : public HarnessError {
 public:
  using HarnessError::HarnessError;
};

// One line of the trace: who did what, and the fields that go with it. The application of a case
// traces like the mocks do, as "app", so all stand in the order in which they happened.
class Event {
 public:
  explicit Event(std::shared_ptr<const rapidjson::Document> line) : line_(std::move(line)) {}

  std::string who() const { return Text("who"); }
  std::string what() const { return Text("what"); }
  // "enter" or "leave" of a call whose callee traces both, else "".
  std::string phase() const { return Text("phase", ""); }

  bool Has(const char* key) const;
  // A field. Throws TraceError if it is missing or of another type, so that a misspelt key is not
  // taken for an answer of the subject. A null pointer, which the mocks write as null, is an empty
  // text, and "null" in a list.
  std::string Text(const char* key) const;
  int64_t Number(const char* key) const;
  bool Flag(const char* key) const;
  std::vector<std::string> List(const char* key) const;
  std::vector<int64_t> Numbers(const char* key) const;
  // A field that only some of the events of its kind have: `otherwise` where it is missing.
  std::string Text(const char* key, const std::string& otherwise) const;
  int64_t Number(const char* key, int64_t otherwise) const;
  bool Flag(const char* key, bool otherwise) const;
  // The whole line, as JSON; of an address, which no other run has, "0x...".
  std::string Json() const;

 private:
  JsonReader Fields() const;

  std::shared_ptr<const rapidjson::Document> line_;
};

void PrintTo(const Event& event, std::ostream* out);

// Everything that one probe run showed.
class Observation {
 public:
  // Throws HarnessError for a trace that is not one JSON object per line.
  explicit Observation(const ProbeResult& probe_result);

  const std::vector<Event>& events() const { return events_; }
  const Ending& ending() const { return ending_; }
  // What was written to standard output and standard error.
  const std::string& output() const { return output_; }

  // The events of `what` by `who`; an empty string stands for anybody or anything.
  std::vector<Event> Select(const std::string& who, const std::string& what) const;
  std::optional<Event> First(const std::string& who, const std::string& what) const;

  // "it was killed by SIGSEGV during vkCreateInstance", for people.
  std::string DescribeEnding() const;
  // How it ended without the numbers, which vary: "killed by SIGSEGV during vkCreateInstance",
  // "exited", "did not end". For reports, in which it tells one ending from another.
  std::string EndingName() const;
  // True when the application came to its end and the process exited with status 0.
  bool EndedWell() const;

 private:
  // The call of the application that had not returned; empty for none.
  std::string During() const;

  std::vector<Event> events_;
  Ending ending_;
  std::string output_;
};

// Everybody but the application whose library was loaded at least once, in the order of loading,
// each once.
std::vector<std::string> Loaded(const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OBSERVATION_H_
