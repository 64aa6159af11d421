// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/native_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "harness/world/platform.h"

namespace loadstone::fuzz {
namespace {

Subject OfPlatform(const std::string& platform) {
  Subject subject;
  subject.platform = platform;
  return subject;
}

bool IsPath(std::string_view text) {
  return text.starts_with('/') && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  std::string_view("/._-").find(c) != std::string_view::npos;
         });
}

// The end of the string of JSON whose text begins at `at`: its closing quotation mark, or the end.
size_t EndOfString(const std::string& text, size_t at) {
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

std::string Escaped(const std::string& path) {
  std::string escaped;
  for (const char c : path) escaped += c == '\\' ? std::string("\\\\") : std::string(1, c);
  return escaped;
}

}  // namespace

std::map<std::string, std::string> NativeEnvironment(const Input& input) {
  std::map<std::string, std::string> environment = Environment(input);
  if (input.platform != kWindows) return environment;
  const Subject subject = OfPlatform(input.platform);
  environment.erase("HOME");
  for (auto& [name, value] : environment) value = NativeValue(subject, name, value);
  return environment;
}

std::string NativeManifest(const std::string& platform, const std::string& text) {
  if (platform != kWindows) return text;
  const Subject subject = OfPlatform(platform);
  std::string native;
  for (size_t at = 0; at < text.size();) {
    native += text[at];
    if (text[at++] != '"') continue;
    const size_t end = EndOfString(text, at);
    const std::string part = text.substr(at, end - at);
    native += IsPath(part) ? Escaped(NativeLibraryPath(subject, part)) : part;
    if (end < text.size()) native += '"';
    at = end + 1;
  }
  return native;
}

std::string FromNative(const std::string& platform, const std::string& text) {
  if (platform != kWindows || !text.starts_with("C:\\")) return text;
  std::string path = text.substr(2);
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.ends_with(".dll")) path.replace(path.size() - 4, 4, ".so");
  return path;
}

bool MayHideAPath(const std::string& text) {
  return text.find("\\/") != std::string::npos || text.find("\\u002") != std::string::npos;
}

}  // namespace loadstone::fuzz
