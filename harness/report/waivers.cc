// SPDX-License-Identifier: Apache-2.0
#include "harness/report/waivers.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "harness/json/json_reader.h"
#include "harness/report/input_file.h"
#include "harness/report/json_text.h"
#include "harness/report/kind.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;
constexpr std::size_t kMaxGlobBytes = 1024;
constexpr std::size_t kMostReasonColumns = 300;
constexpr std::size_t kMostKindColumns = 100;

using Date = std::chrono::year_month_day;
using Json = rapidjson::Value;

[[noreturn]] void Refuse(std::string_view where, std::string_view what) {
  throw std::runtime_error(fmt::format("{}: {}", where, what));
}

// Returns the line and column, from 1, of a byte in a text.
std::string Position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return fmt::format("{}:{}", line, column);
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool HasControlCharacter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

std::string TextOf(const Json& value, const std::string& where) {
  if (!value.IsString()) Refuse(where, "must be a string");
  std::string text(value.GetString(), value.GetStringLength());
  if (IsBlank(text)) Refuse(where, "must not be empty");
  if (HasControlCharacter(text)) Refuse(where, "must be one line without control characters");
  return text;
}

std::string GlobOf(const Json& value, const std::string& where) {
  std::string glob = TextOf(value, where);
  if (glob.size() > kMaxGlobBytes) {
    Refuse(where, fmt::format("must not be longer than {} bytes", kMaxGlobBytes));
  }
  return glob;
}

// Parses a date of the form YYYY-MM-DD that exists in the calendar.
Date DateOf(const Json& value, const std::string& where) {
  const std::string text = TextOf(value, where);
  constexpr std::string_view kForm = "0000-00-00";
  bool well_formed = text.size() == kForm.size();
  for (std::size_t i = 0; well_formed && i < kForm.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    well_formed = kForm[i] == '0' ? digit : text[i] == kForm[i];
  }
  Date date;
  if (well_formed) {
    date = Date(std::chrono::year(std::stoi(text.substr(0, 4))),
                std::chrono::month(static_cast<unsigned>(std::stoi(text.substr(5, 2)))),
                std::chrono::day(static_cast<unsigned>(std::stoi(text.substr(8, 2)))));
  }
  if (!well_formed || !date.ok()) {
    Refuse(where,
           fmt::format("must be a date as YYYY-MM-DD, not \"{}\"", Truncate(OneLine(text), 40)));
  }
  return date;
}

void CheckFieldNames(const Json& entry, std::initializer_list<std::string_view> known,
                     const std::string& where) {
  for (auto member = entry.MemberBegin(); member != entry.MemberEnd(); ++member) {
    const std::string_view name(member->name.GetString(), member->name.GetStringLength());
    const std::string shown = Truncate(OneLine(name), 40);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      Refuse(where, fmt::format("unknown field \"{}\"", shown));
    }
    // FindMember returns the first member of that name.
    if (entry.FindMember(member->name) != member) {
      Refuse(where, fmt::format("field \"{}\" occurs twice", shown));
    }
  }
}

WaivedCause CauseOf(const Json& entry, const std::string& where) {
  if (!entry.IsObject()) Refuse(where, "must be an object");
  CheckFieldNames(entry, {"verdict", "violates", "ending", "reason", "expected", "observed"},
                  where);
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto member = entry.FindMember(name);
    if (member == entry.MemberEnd()) return std::nullopt;
    return TextOf(member->value, where + "." + name);
  };
  WaivedCause cause = {.verdict = std::nullopt,
                       .violates = text("violates"),
                       .ending = text("ending"),
                       .reason = text("reason"),
                       .expected = text("expected"),
                       .observed = text("observed")};
  if (const std::optional<std::string> verdict = text("verdict")) {
    cause.verdict = VerdictFromName(*verdict);
    if (cause.verdict != Verdict::kFail && cause.verdict != Verdict::kWarn) {
      Refuse(where + ".verdict", "must be \"fail\" or \"warn\"");
    }
  }
  return cause;
}

Waiver WaiverOf(const Json& entry, const std::string& where) {
  if (!entry.IsObject()) Refuse(where, "must be an object");
  CheckFieldNames(entry, {"case", "policy", "reason", "link", "expires", "cause"}, where);
  const JsonReader fields(entry, [&](const std::string& field, const std::string& problem) {
    Refuse(where, fmt::format("field \"{}\" {}", field, problem));
  });
  const bool by_case = fields.Has("case");
  if (by_case == fields.Has("policy")) {
    Refuse(where, "must have exactly one of the fields \"case\" and \"policy\"");
  }
  Waiver waiver;
  if (by_case) {
    waiver.case_glob = GlobOf(fields.Get("case"), where + ".case");
  } else {
    waiver.policy_glob = GlobOf(fields.Get("policy"), where + ".policy");
  }
  waiver.reason = TextOf(fields.Get("reason"), where + ".reason");
  waiver.expires = DateOf(fields.Get("expires"), where + ".expires");
  if (fields.Has("link")) waiver.link = TextOf(fields.Get("link"), where + ".link");
  if (fields.Has("cause")) waiver.cause = CauseOf(fields.Get("cause"), where + ".cause");
  return waiver;
}

std::string Show(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// Returns the name of an entry in warnings.
std::string Describe(const std::string& name, std::size_t index, const Waiver& waiver) {
  const bool by_case = !waiver.case_glob.empty();
  return fmt::format("{}: [{}]: the waiver for {} {}", OneLine(name), index,
                     by_case ? "case" : "policy",
                     OneLine(by_case ? waiver.case_glob : waiver.policy_glob));
}

bool Matches(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

// A case that a waiver names but that no waiver covers, and why this one does not.
struct Missed {
  std::string id = {};
  std::string why = {};
  std::size_t more = 0;  // number of further cases
};

std::string Describe(const Missed& missed) {
  return fmt::format("does not cover {}{}, because {}", OneLine(missed.id),
                     missed.more == 0 ? "" : fmt::format(" and {} more", missed.more), missed.why);
}

void Waive(CaseResult& result, const Waiver& waiver) {
  result.verdict = Verdict::kWaived;
  if (!result.reason.empty()) result.reason += "; ";
  result.reason += fmt::format("{}{} (until {}{}{})", kWaivedBy, waiver.reason,
                               Show(waiver.expires), waiver.link.empty() ? "" : ", ", waiver.link);
}

}  // namespace

std::chrono::year_month_day TodayUtc() {
  return Date(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
}

bool Waiver::Names(const CaseResult& result) const {
  const bool by_case = !case_glob.empty();
  return Matches(by_case ? case_glob : policy_glob, by_case ? result.id : BlamedPolicy(result));
}

std::string Waiver::WhyNot(const CaseResult& result) const {
  const std::string ending = EndingOf(result);
  if (cause.ending.has_value() ? !Matches(*cause.ending, ending) : !ending.empty()) {
    return ending.empty() ? "the process finished normally"
                          : fmt::format("the ending of the process is \"{}\"", OneLine(ending));
  }
  if (cause.verdict == Verdict::kWarn && result.verdict == Verdict::kFail) {
    return "its verdict is fail";
  }
  if (cause.violates.value_or(BlamedPolicy(result)) != BlamedPolicy(result)) {
    return OneLine(BlamedPolicy(result)) + " is violated";
  }
  const std::tuple<const char*, const std::optional<std::string>&, const std::string&> texts[] = {
      {"reason", cause.reason, result.reason},
      {"expected", cause.expected, result.expected},
      {"observed", cause.observed, result.observed}};
  for (const auto& [name, wanted, text] : texts) {
    if (wanted.has_value() && KindOfText(*wanted) != KindOfText(text)) {
      return fmt::format("{} is \"{}\"", name, Truncate(KindOfText(text), kMostKindColumns));
    }
  }
  return "";
}

Waivers Waivers::Load(const std::string& path) {
  return Parse(ReadInputFile(path, "waivers", kMaxBytes), path);
}

Waivers Waivers::Parse(std::string_view text, const std::string& name) {
  const std::string shown = OneLine(name);
  if (text.size() > kMaxBytes) Refuse(shown, "larger than 1 MiB");
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (IsBlank(text)) Refuse(shown, "is empty; it must be a list of waivers ([] for no waivers)");
  rapidjson::Document document;
  // Uses the iterative parser, because nesting must not exhaust the stack.
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      text.data(), text.size());
  if (document.HasParseError()) {
    Refuse(fmt::format("{}:{}", shown, Position(text, document.GetErrorOffset())),
           rapidjson::GetParseError_En(document.GetParseError()));
  }
  if (!document.IsArray()) Refuse(shown, "must be a list of waivers");
  Waivers waivers;
  waivers.name_ = name;
  for (rapidjson::SizeType i = 0; i < document.Size(); ++i) {
    waivers.entries_.push_back(WaiverOf(document[i], fmt::format("{}: [{}]", shown, i)));
  }
  return waivers;
}

std::vector<std::string> Waivers::Apply(RunReport& report, Date today) const {
  std::vector<bool> used(entries_.size(), false);
  std::vector<Missed> missed(entries_.size());
  for (CaseResult& result : report.cases) {
    if (result.verdict != Verdict::kFail && result.verdict != Verdict::kWarn) continue;
    const Waiver* first = nullptr;
    std::map<std::size_t, std::string> why_not;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].expires < today || !entries_[i].Names(result)) continue;
      if (std::string why = entries_[i].WhyNot(result); !why.empty()) {
        why_not.emplace(i, std::move(why));
        continue;
      }
      used[i] = true;
      if (first == nullptr) first = &entries_[i];
    }
    if (first != nullptr) {
      Waive(result, *first);
      continue;
    }
    for (auto& [i, why] : why_not) {
      if (missed[i].id.empty()) {
        missed[i] = {result.id, std::move(why)};
      } else {
        ++missed[i].more;
      }
    }
  }
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::string waiver = Describe(name_, i, entries_[i]);
    if (entries_[i].expires < today) {
      warnings.push_back(
          fmt::format("{} expired after {} and does not apply", waiver, Show(entries_[i].expires)));
    } else if (!missed[i].id.empty()) {
      warnings.push_back(fmt::format("{} {}", waiver, Describe(missed[i])));
    } else if (!used[i]) {
      warnings.push_back(fmt::format("{} covers no failing case of this run", waiver));
    }
  }
  return warnings;
}

namespace {

// Writes the cause of a violation in the format of a waiver.
void WriteCause(JsonWriter& writer, const CaseResult& result) {
  const Kind kind = KindOf(result);
  writer.Key("cause");
  writer.StartObject();
  WriteMember(writer, "verdict", VerdictName(result.verdict));
  WriteMember(writer, "violates", kind.violates);
  const std::pair<const char*, std::string> texts[] = {{"ending", kind.ending},
                                                       {"reason", kind.reason},
                                                       {"expected", kind.expected},
                                                       {"observed", kind.observed}};
  for (const auto& [name, text] : texts) {
    if (!text.empty()) WriteMember(writer, name, text);
  }
  writer.EndObject();
}

}  // namespace

std::string DraftWaivers(const RunReport& report, Date expires) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartArray();
  for (const CaseResult& result : report.cases) {
    if (result.verdict != Verdict::kFail && result.verdict != Verdict::kWarn) continue;
    writer.StartObject();
    WriteMember(writer, "case", result.id);
    WriteMember(writer, "reason",
                Truncate(OneLine(fmt::format("{} ({}): {}", BlamedPolicy(result), result.level,
                                             Headline(result))),
                         kMostReasonColumns));
    WriteMember(writer, "expires", Show(expires));
    WriteCause(writer, result);
    writer.EndObject();
  }
  writer.EndArray();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone
