// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/layers.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <utility>

namespace loadstone::oracle::vulkan {
namespace {

// A part of a version: a decimal number without a sign and without leading zeros, at most `most`.
std::optional<uint32_t> ReadPart(std::string_view text, uint32_t most) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > most) {
    return std::nullopt;
  }
  return number;
}

bool IsFormatFrom(std::string_view format, const char* first) {
  const auto* const end = std::end(kManifestFormats);
  const auto* const found = std::find(std::begin(kManifestFormats), end, format);
  return found != end &&
         found >= std::find(std::begin(kManifestFormats), end, std::string_view(first));
}

}  // namespace

bool IsManifestFormat(std::string_view format) { return IsFormatFrom(format, kManifestFormats[0]); }

bool HasArrayOfLayers(std::string_view format) { return IsFormatFrom(format, "1.0.1"); }

bool HasMetaLayers(std::string_view format) { return IsFormatFrom(format, "1.1.1"); }

bool IsManifestName(std::string_view file) { return file.ends_with(".json"); }

bool IsLayerName(std::string_view name) {
  constexpr std::string_view kPrefix = "VK_LAYER_";
  if (!name.starts_with(kPrefix)) return false;
  const std::string_view rest = name.substr(kPrefix.size());
  const size_t vendor = rest.find('_');
  const auto is_capital = [](unsigned char c) { return std::isupper(c) || std::isdigit(c); };
  const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return vendor != rest.npos && vendor > 0 && vendor + 1 < rest.size() &&
         std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(vendor),
                     is_capital) &&
         std::all_of(rest.begin(), rest.end(), is_word);
}

std::optional<policy::Version> ReadApiVersion(std::string_view text) {
  // The limits of VK_MAKE_API_VERSION's bit fields.
  constexpr uint32_t kMaxMajor = 127, kMaxMinor = 1023, kMaxPatch = 4095;
  const size_t first = text.find('.');
  const size_t second = first == text.npos ? first : text.find('.', first + 1);
  if (second == text.npos) return std::nullopt;
  const auto major = ReadPart(text.substr(0, first), kMaxMajor);
  const auto minor = ReadPart(text.substr(first + 1, second - first - 1), kMaxMinor);
  const auto patch = ReadPart(text.substr(second + 1), kMaxPatch);
  if (!major || !minor || !patch) return std::nullopt;
  return policy::Version{*major, *minor, *patch};
}

Tristate LoadsApiVersion(std::string_view api_version, const policy::Version& loader) {
  const auto version = ReadApiVersion(api_version);
  return version.has_value() ? LoadsApiVersion(*version, loader) : Tristate::kMaybe;
}

Tristate LoadsApiVersion(const policy::Version& api_version, const policy::Version& loader) {
  if (api_version.major == 0) return Tristate::kMaybe;
  if (api_version.major != loader.major) return Tristate::kNo;
  return loader < api_version ? Tristate::kMaybe : Tristate::kYes;
}

Tristate IsComponentVersion(const policy::Version& component, const policy::Version& meta) {
  const auto minor = [](const policy::Version& version) {
    return std::pair(version.major, version.minor);
  };
  if (minor(component) < minor(meta)) return Tristate::kNo;
  return component == meta ? Tristate::kYes : Tristate::kMaybe;
}

bool IsDisabledByVariable(const Variables& variables) {
  return variables.disable.has_value() && !variables.disable->empty();
}

Tristate IsImplicitLayerOn(const Variables& variables) {
  if (IsDisabledByVariable(variables)) return Tristate::kNo;
  Tristate on = Tristate::kYes;
  if (variables.enable_value.has_value()) {
    if (!variables.enable.has_value()) return Tristate::kNo;
    const bool as_given = variables.enable == variables.enable_value;
    on = as_given && !variables.enable->empty() ? Tristate::kYes : Tristate::kMaybe;
  }
  // An empty value may count as a value or not.
  return variables.disable.has_value() ? std::min(on, Tristate::kMaybe) : on;
}

}  // namespace loadstone::oracle::vulkan
