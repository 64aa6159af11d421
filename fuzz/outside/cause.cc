// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "oracle/path_list.h"

namespace loadstone::fuzz {
namespace {

// Longer than all texts that the generators write without mutation.
constexpr size_t kLong = 64;

void Replace(std::string& text, const std::string& old, const std::string& with) {
  for (size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size()) {
    text.replace(at, old.size(), with);
  }
}

// The long texts between quotation marks, except paths.
std::set<std::string> LongTexts(const std::string& manifest) {
  std::set<std::string> texts;
  for (size_t begin = manifest.find('"'); begin != std::string::npos;) {
    const size_t end = manifest.find('"', begin + 1);
    if (end == std::string::npos) break;
    const std::string text = manifest.substr(begin + 1, end - begin - 1);
    if (text.size() >= kLong && text.find('/') == std::string::npos) texts.insert(text);
    begin = manifest.find('"', end + 1);
  }
  return texts;
}

std::set<std::string> AllLongTexts(const Input& input) {
  std::set<std::string> texts;
  for (const auto& [path, manifest] : input.files) texts.merge(LongTexts(manifest));
  return texts;
}

bool Has(const std::vector<Fault>& faults, const std::function<bool(const Fault&)>& wanted) {
  return std::any_of(faults.begin(), faults.end(), wanted);
}

// The long text whose shortening removes the fault, if any.
std::optional<std::string> FindLengthCause(const Fault& fault, const Input& input,
                                           const Retry& retry) {
  for (const std::string& text : AllLongTexts(input)) {
    const bool still = Has(retry(WithShortText(input, text)),
                           [&](const Fault& other) { return other.match == fault.match; });
    if (!still) return text;
  }
  return std::nullopt;
}

bool IsName(const Input& input, const std::string& text) {
  return std::any_of(input.files.begin(), input.files.end(), [&](const auto& file) {
    return file.second.find(fmt::format("\"name\":\"{}\"", text)) != std::string::npos;
  });
}

// Whether a manifest that was not found in its folder is not found in any of `folders` either.
bool IsMissingInAllFolders(const Fault& fault, const Input& input,
                           const std::vector<std::string>& folders, const Retry& retry) {
  if (folders.empty()) return false;
  return std::all_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    Input moved = input;
    const std::string text = moved.files.at(fault.file);
    moved.files.erase(fault.file);
    moved.files[folder + "/moved.json"] = text;
    return Has(retry(moved), [&](const Fault& other) { return other.cause == fault.cause; });
  });
}

}  // namespace

Input WithShortText(const Input& input, const std::string& text) {
  // The shortened name keeps the prefix of the API's names.
  const std::string with = text.substr(0, kLong / 2);
  Input shorter = input;
  for (auto& [path, manifest] : shorter.files) Replace(manifest, text, with);
  for (auto& [name, value] : shorter.environment) Replace(value, text, with);
  for (std::string& layer : shorter.layers) Replace(layer, text, with);
  for (std::string& extension : shorter.extensions) Replace(extension, text, with);
  return shorter;
}

Fault NameCause(const Fault& fault, const Input& input, const FuzzedApi& api,
                const Subject& subject, const Retry& retry) {
  Fault named = fault;
  if (fault.ending || fault.left) return named;
  if (const auto text = FindLengthCause(fault, input, retry)) {
    const bool name = IsName(input, *text);
    named.policy = api.LongTextPolicy(name);
    named.cause =
        fmt::format("a long {} that fits into the properties of a layer", name ? "name" : "text");
    named.expected += fmt::format(", as with fewer than {} characters", text->size());
    return named;
  }
  if (fault.policy == api.MissingLayerPolicy()) return named;
  if (fault.file.empty() || !input.files.contains(fault.file)) return named;
  const std::vector<std::string> folders = api.OtherFolders(input, subject, fault.file);
  if (IsMissingInAllFolders(fault, input, folders, retry)) {
    named.policy = api.MissingLayerPolicy();
    named.cause += ", whatever folder it is in";
  }
  return named;
}

}  // namespace loadstone::fuzz
