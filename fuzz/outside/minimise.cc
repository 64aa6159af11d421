// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/minimise.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace loadstone::fuzz {
namespace {

constexpr int kMaxDepth = 32;

// Removes the `index`th member or element of the tree, in document order; returns false if there
// are not so many.
bool RemoveNth(rapidjson::Value& value, size_t& index, int depth) {
  if (depth > kMaxDepth) return false;
  if (value.IsObject()) {
    for (auto member = value.MemberBegin(); member != value.MemberEnd(); ++member) {
      if (index-- == 0) {
        value.EraseMember(member);
        return true;
      }
      if (RemoveNth(member->value, index, depth + 1)) return true;
    }
  } else if (value.IsArray()) {
    for (auto element = value.Begin(); element != value.End(); ++element) {
      if (index-- == 0) {
        value.Erase(element);
        return true;
      }
      if (RemoveNth(*element, index, depth + 1)) return true;
    }
  }
  return false;
}

std::optional<std::string> WithoutNth(const std::string& text, size_t index) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (document.HasParseError() || !RemoveNth(document, index, 0)) return std::nullopt;
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  if (!document.Accept(writer)) return std::nullopt;
  return std::string(buffer.GetString(), buffer.GetSize());
}

bool IsJson(const std::string& text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  return !document.HasParseError();
}

// The list without its `index`th element, if it has one.
std::optional<std::string> WithoutElement(const std::string& list, size_t index) {
  const char separator = list.find(',') != std::string::npos ? ',' : ':';
  size_t begin = 0;
  for (; index > 0; --index) {
    begin = list.find(separator, begin);
    if (begin == std::string::npos) return std::nullopt;
    ++begin;
  }
  const size_t end = list.find(separator, begin);
  if (end != std::string::npos) return list.substr(0, begin) + list.substr(end + 1);
  if (begin == 0) return std::nullopt;
  return list.substr(0, begin - 1);
}

class Minimiser {
 public:
  Minimiser(Input input, size_t budget, const std::function<bool(const Input&)>& still_fails)
      : input_(std::move(input)), budget_(budget), still_fails_(still_fails) {}

  Input Make() {
    for (changed_ = true; changed_ && budget_ > 0;) {
      changed_ = false;
      DropFiles();
      DropVariables();
      DropValues();
      DropRequests();
      ShortenLists();
      ShortenFiles();
    }
    return std::move(input_);
  }

 private:
  bool Try(const Input& smaller) {
    if (budget_ == 0) return false;
    --budget_;
    if (!still_fails_(smaller)) return false;
    input_ = smaller;
    changed_ = true;
    return true;
  }

  template <typename Map>
  static std::vector<std::string> Keys(const Map& map) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
  }

  void DropFiles() {
    for (const std::string& path : Keys(input_.files)) {
      Input smaller = input_;
      smaller.files.erase(path);
      Try(smaller);
    }
  }

  void DropVariables() {
    for (const std::string& name : Keys(input_.environment)) {
      Input smaller = input_;
      smaller.environment.erase(name);
      Try(smaller);
    }
  }

  void DropValues() {
    for (size_t i = input_.registry.size(); i-- > 0;) {
      Input smaller = input_;
      smaller.registry.erase(smaller.registry.begin() + static_cast<std::ptrdiff_t>(i));
      Try(smaller);
    }
  }

  void DropRequests() {
    for (size_t i = input_.layers.size(); i-- > 0;) {
      Input smaller = input_;
      smaller.layers.erase(smaller.layers.begin() + static_cast<std::ptrdiff_t>(i));
      Try(smaller);
    }
    for (size_t i = input_.extensions.size(); i-- > 0;) {
      Input smaller = input_;
      smaller.extensions.erase(smaller.extensions.begin() + static_cast<std::ptrdiff_t>(i));
      Try(smaller);
    }
    if (input_.device) {
      Input smaller = input_;
      smaller.device = false;
      Try(smaller);
    }
    if (input_.create) {
      Input smaller = input_;
      smaller.create = smaller.device = false;
      smaller.layers.clear();
      smaller.extensions.clear();
      Try(smaller);
    }
  }

  void ShortenLists() {
    for (const std::string& name : Keys(input_.environment)) {
      for (size_t i = 0;;) {
        const auto shorter = WithoutElement(input_.environment[name], i);
        if (!shorter.has_value() || budget_ == 0) break;
        Input smaller = input_;
        smaller.environment[name] = *shorter;
        if (!Try(smaller)) ++i;
      }
    }
  }

  void ShortenFiles() {
    for (const std::string& path : Keys(input_.files)) {
      if (IsJson(input_.files[path])) {
        ShortenTree(path);
      } else {
        ShortenText(path);
      }
    }
  }

  void ShortenTree(const std::string& path) {
    for (size_t i = 0;;) {
      const auto shorter = WithoutNth(input_.files[path], i);
      if (!shorter.has_value() || budget_ == 0) break;
      Input smaller = input_;
      smaller.files[path] = *shorter;
      if (!Try(smaller)) ++i;
    }
  }

  // Removes ever smaller parts.
  void ShortenText(const std::string& path) {
    for (size_t piece = input_.files[path].size() / 2; piece > 0; piece /= 2) {
      for (size_t at = 0; at + piece <= input_.files[path].size() && budget_ > 0;) {
        Input smaller = input_;
        smaller.files[path].erase(at, piece);
        if (!Try(smaller)) at += piece;
      }
    }
  }

  Input input_;
  size_t budget_;
  const std::function<bool(const Input&)>& still_fails_;
  bool changed_ = false;
};

}  // namespace

Input Minimise(Input input, size_t budget, const std::function<bool(const Input&)>& still_fails) {
  return Minimiser(std::move(input), budget, still_fails).Make();
}

std::vector<Input> LeaveOut(std::vector<Input> inputs,
                            const std::function<bool(const std::vector<Input>&)>& fails) {
  for (size_t width = (inputs.size() + 1) / 2; width > 0; width /= 2) {
    for (size_t at = 0; at < inputs.size();) {
      const size_t end = std::min(at + width, inputs.size());
      std::vector<Input> fewer(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(at));
      fewer.insert(fewer.end(), inputs.begin() + static_cast<ptrdiff_t>(end), inputs.end());
      if (fails(fewer)) {
        inputs = std::move(fewer);
      } else {
        at = end;
      }
    }
  }
  return inputs;
}

}  // namespace loadstone::fuzz
