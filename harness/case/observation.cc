// SPDX-License-Identifier: Apache-2.0
#include "harness/case/observation.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "harness/json/json_member.h"
#include "harness/json/json_reader.h"
#include "harness/probe/app_trace.h"
#include "harness/world/signal_name.h"

namespace loadstone {
namespace {

// The last line of every sanitizer's report begins with this.
constexpr char kSanitizerSummary[] = "SUMMARY: ";
// A bad ending is described with the memory in use from this size on: half of a probe's limit.
constexpr uint64_t kMuchMemory = Limits{}.memory_bytes / 2;

// All values of a trace share one allocator: a separate document takes 64 KiB per line, which the
// process would request from the system and return for every case.
using Memory = rapidjson::Document::AllocatorType;

struct Line {
  explicit Line(std::shared_ptr<Memory> shared)
      : memory(std::move(shared)), document(memory.get()) {}

  std::shared_ptr<Memory> memory;
  rapidjson::Document document;
};

}  // namespace

JsonReader Event::Fields() const {
  return JsonReader(*line_, [this](const std::string& key, const std::string& problem) {
    throw TraceError(fmt::format("the trace: \"{}\" {} in {}", key, problem, Json()));
  });
}

bool Event::Has(const char* key) const { return line_->HasMember(key); }

bool Event::IsNull(const char* key) const { return Has(key) && (*line_)[key].IsNull(); }

std::string Event::Text(const char* key) const {
  const JsonReader fields = Fields();
  const rapidjson::Value& value = fields.Get(key);
  return value.IsNull() ? "" : fields.TextOf(value, key);
}

int64_t Event::Number(const char* key) const { return Fields().Number(key); }

bool Event::Flag(const char* key) const { return Fields().Flag(key); }

std::vector<std::string> Event::List(const char* key) const {
  const JsonReader fields = Fields();
  std::vector<std::string> texts;
  for (const rapidjson::Value& element : fields.Array(key).GetArray()) {
    texts.push_back(element.IsNull() ? "null" : fields.TextOf(element, key));
  }
  return texts;
}

std::vector<int64_t> Event::Numbers(const char* key) const { return Fields().Numbers(key); }

std::string Event::Text(const char* key, const std::string& otherwise) const {
  return Has(key) ? Text(key) : otherwise;
}

int64_t Event::Number(const char* key, int64_t otherwise) const {
  return Has(key) ? Number(key) : otherwise;
}

bool Event::Flag(const char* key, bool otherwise) const { return Has(key) ? Flag(key) : otherwise; }

std::string Event::Json() const {
  // The format in which the mocks write addresses.
  constexpr std::string_view kStart = "\"0x";
  constexpr size_t kDigits = 16;
  std::string json = ToText(*line_);
  for (size_t at = json.find(kStart); at != std::string::npos; at = json.find(kStart, at + 1)) {
    const size_t first = at + kStart.size();
    const size_t end = json.find_first_not_of("0123456789abcdef", first);
    if (end == first + kDigits && json[end] == '"') json.replace(first, kDigits, "...");
  }
  return json;
}

void PrintTo(const Event& event, std::ostream* out) { *out << event.who() << ": " << event.what(); }

Observation::Observation(const ProbeResult& probe_result)
    : ending_(probe_result.ending), output_(probe_result.output) {
  const auto memory = std::make_shared<Memory>();
  std::istringstream lines(probe_result.trace);
  std::string line;
  while (std::getline(lines, line)) {
    const auto read = std::make_shared<Line>(memory);
    rapidjson::Document& document = read->document;
    document.Parse(line.data(), line.size());
    if (document.HasParseError() || !document.IsObject()) {
      // If the process was killed while it wrote, the last line may be incomplete.
      if (lines.peek() == EOF && !FinishedNormally()) break;
      throw HarnessError("the trace has a line that is no JSON object: " + line.substr(0, 200));
    }
    events_.emplace_back(std::shared_ptr<const rapidjson::Document>(read, &document));
  }
}

std::vector<Event> Observation::Select(const std::string& who, const std::string& what) const {
  std::vector<Event> selected;
  for (const Event& event : events_) {
    if ((who.empty() || event.who() == who) && (what.empty() || event.what() == what)) {
      selected.push_back(event);
    }
  }
  return selected;
}

std::optional<Event> Observation::First(const std::string& who, const std::string& what) const {
  for (const Event& event : events_) {
    if ((who.empty() || event.who() == who) && (what.empty() || event.what() == what)) return event;
  }
  return std::nullopt;
}

namespace {

std::string DescribeTimeOut(const Ending& ending) {
  switch (ending.stuck) {
    case Stuck::kBusy:
      return fmt::format("it had not ended after {:.0f} s of processor time",
                         ending.processor_seconds);
    case Stuck::kBlocked:
      return "it hung with every thread asleep";
    case Stuck::kUnknown:
      break;
  }
  return fmt::format("it had not ended after {:.0f} s, {:.1f} s of them of processor time",
                     ending.seconds, ending.processor_seconds);
}

}  // namespace

std::string Observation::DescribeEnding() const {
  std::string how;
  switch (ending_.kind) {
    case Ending::Kind::kExited:
      how = fmt::format("it exited with status {}", ending_.value);
      break;
    case Ending::Kind::kSignalled:
      how = "it was killed by " + SignalName(ending_.value);
      break;
    case Ending::Kind::kTimedOut:
      how = DescribeTimeOut(ending_);
      break;
  }
  if (const std::string during = During(); !during.empty()) how += " during " + during;
  const size_t summary = output_.find(kSanitizerSummary);
  if (!FinishedNormally() && summary != std::string::npos) {
    how += ", " + output_.substr(summary, output_.find('\n', summary) - summary);
  }
  if (!FinishedNormally() && ending_.peak_memory_bytes > kMuchMemory) {
    how += fmt::format(", having used {} MiB of memory", ending_.peak_memory_bytes >> 20);
  }
  return how;
}

std::string Observation::EndingName() const {
  std::string how;
  switch (ending_.kind) {
    case Ending::Kind::kExited:
      how = "exited";
      break;
    case Ending::Kind::kSignalled:
      how = "killed by " + SignalName(ending_.value);
      break;
    case Ending::Kind::kTimedOut:
      how = "did not end";
      break;
  }
  const std::string during = During();
  return during.empty() ? how : how + " during " + during;
}

std::string Observation::During() const {
  std::string during;
  for (const Event& event : events_) {
    if (event.who() != kAppName) continue;
    if (event.what() == kAppDone) {
      during.clear();
    } else if (event.phase() == "enter") {
      during = event.what();
    } else if (event.phase() == "leave") {
      during.clear();
    }
  }
  return during;
}

bool Observation::FinishedNormally() const {
  return ending_.kind == Ending::Kind::kExited && ending_.value == 0;
}

std::vector<std::string> Loaded(const Observation& seen) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select({}, "load")) {
    if (event.who() != kAppName &&
        std::find(names.begin(), names.end(), event.who()) == names.end())
      names.push_back(event.who());
  }
  return names;
}

}  // namespace loadstone
