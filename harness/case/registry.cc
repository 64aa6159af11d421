// SPDX-License-Identifier: Apache-2.0
#include "harness/case/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace loadstone {
namespace {

// The head of the list of blocks; constant-initialised, so that it exists before the first block is
// constructed.
constinit const CaseBlock* first_block = nullptr;
// The library whose blocks are being linked; null for the program.
constinit const char* linked_library = nullptr;

bool IsSnakeCase(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// __FILE__ is the path that the build passes to the compiler.
std::string_view InRepository(std::string_view file) {
  const size_t room = file.rfind("suites/");
  return room == std::string_view::npos ? file : file.substr(room);
}

}  // namespace

// The registered cases, and the block that is being filled.
class Registry {
 public:
  static Registry& Get() {
    static auto* registry = new Registry;
    return *registry;
  }

  // Returns whether to add the case: any, or during FindInFile only the case that is looked for.
  bool Wants(std::string_view policy, std::string_view name) const {
    return wanted_.empty() ||
           (wanted_.size() == policy.size() + 1 + name.size() && wanted_.starts_with(policy) &&
            wanted_[policy.size()] == '/' && wanted_.ends_with(name));
  }

  void Add(CaseInfo info) {
    info.file = file_;
    info.line = line_;
    info.library = library_;
    if (wanted_.empty()) {
      cases_.push_back(std::move(info));
    } else {
      found_ = std::move(info);
    }
  }

  // Returns the case with this ID that a block of this file registers, and adds no other case.
  std::optional<CaseInfo> FindInFile(std::string_view id, std::string_view file) {
    wanted_ = id;
    found_.reset();
    // Most cases have a block of their own, and all blocks of a file share one string with its
    // name.
    const char* compared = nullptr;
    bool same = false;
    for (const CaseBlock* block = first_block; block != nullptr && !found_.has_value();
         block = block->next_) {
      if (block->file_ != compared) same = file == InRepository(block->file_);
      compared = block->file_;
      if (same) Fill(*block);
    }
    wanted_ = {};
    return std::exchange(found_, std::nullopt);
  }

  const std::vector<CaseInfo>& FillAll() {
    for (const CaseBlock* block = first_block; block != nullptr; block = block->next_) {
      if (filled_.insert(block).second) Fill(*block);
    }
    const auto by_id = [](const CaseInfo& a, const CaseInfo& b) { return a.id < b.id; };
    std::sort(cases_.begin(), cases_.end(), by_id);
    const auto same = [](const CaseInfo& a, const CaseInfo& b) { return a.id == b.id; };
    const auto twice = std::adjacent_find(cases_.begin(), cases_.end(), same);
    if (twice != cases_.end()) {
      throw std::logic_error(fmt::format("the case {} is defined twice, in {} and in {}", twice->id,
                                         twice->file, std::next(twice)->file));
    }
    return cases_;
  }

 private:
  void Fill(const CaseBlock& block) {
    file_ = InRepository(block.file_);
    line_ = block.line_;
    library_ = block.library_ != nullptr ? block.library_ : "";
    block.fill_();
    file_.clear();
    library_.clear();
  }

  std::vector<CaseInfo> cases_;
  std::set<const CaseBlock*> filled_;
  std::string_view wanted_;
  std::optional<CaseInfo> found_;
  std::string file_;
  int line_ = 0;
  std::string library_;
};

CaseBlock::CaseBlock(void (*fill)(), const char* file, int line)
    : fill_(fill), file_(file), line_(line), library_(linked_library), next_(first_block) {
  first_block = this;
}

void SetLinkedLibrary(const char* library) { linked_library = library; }

const std::vector<CaseInfo>& AllCases() {
  static const std::vector<CaseInfo>& all = Registry::Get().FillAll();
  return all;
}

std::string PlaceOf(const CaseInfo& info) { return fmt::format("{}:{}", info.file, info.line); }

std::optional<CaseInfo> FindCase(const std::string& id) {
  const std::vector<CaseInfo>& all = AllCases();
  const auto before = [](const CaseInfo& info, const std::string& name) { return info.id < name; };
  const auto found = std::lower_bound(all.begin(), all.end(), id, before);
  return found == all.end() || found->id != id ? std::nullopt : std::optional(*found);
}

std::optional<CaseInfo> FindCaseInFile(const std::string& id, const std::string& file) {
  return Registry::Get().FindInFile(id, file);
}

void RegisterCase(Api api, std::vector<policy::Id> policies, std::string name,
                  std::function<void(Case&)> body, SubjectKind subject) {
  if (policies.empty()) throw std::logic_error("the case '" + name + "' cites no policy");
  if (!Registry::Get().Wants(policies.front().text, name)) return;
  if (!IsSnakeCase(name)) {
    throw std::logic_error(
        fmt::format("the case '{}/{}' has a malformed name; it takes small letters, digits and _",
                    policies.front().text, name));
  }
  CaseInfo info = {.id = fmt::format("{}/{}", policies.front().text, name),
                   .api = api,
                   .subject = subject,
                   .body = std::move(body)};
  for (const policy::Id& id : policies) info.policies.emplace_back(id.text);
  Registry::Get().Add(std::move(info));
}

}  // namespace loadstone
