#include "harness/case/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace loadstone::inline cases {
namespace {

// The head of the list of blocks; there before the first of them is made.
constinit const CaseBlock* first_block = nullptr;
// Whose blocks are linked now.
constinit const char* linked_library = nullptr;

bool IsSnakeCase(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// Compilers are given the path of a source as the build has it.
std::string_view InRepository(std::string_view file) {
  const size_t room = file.rfind("suites/");
  return room == std::string_view::npos ? file : file.substr(room);
}

}  // namespace

// What has been registered so far, and who does it.
class Registry {
 public:
  static Registry& Get() {
    static auto* registry = new Registry;
    return *registry;
  }

  void Add(CaseInfo info) {
    info.file = file_;
    info.library = library_;
    cases_.push_back(std::move(info));
  }

  std::optional<CaseInfo> Find(std::string_view id) const {
    const auto found = std::find_if(cases_.begin(), cases_.end(),
                                    [&](const CaseInfo& info) { return info.id == id; });
    return found == cases_.end() ? std::nullopt : std::optional(*found);
  }

  // Fills the blocks of a file, or all.
  void Fill(const std::optional<std::string>& wanted) {
    for (const CaseBlock* block = first_block; block != nullptr; block = block->next_) {
      if (!wanted.has_value() || *wanted == InRepository(block->file_)) FillOne(*block);
    }
  }

  const std::vector<CaseInfo>& FillAll() {
    Fill(std::nullopt);
    const auto by_id = [](const CaseInfo& a, const CaseInfo& b) { return a.id < b.id; };
    std::sort(cases_.begin(), cases_.end(), by_id);
    const auto same = [](const CaseInfo& a, const CaseInfo& b) { return a.id == b.id; };
    const auto twice = std::adjacent_find(cases_.begin(), cases_.end(), same);
    if (twice != cases_.end()) {
      throw std::logic_error(fmt::format("the case {} is written twice, in {} and in {}", twice->id,
                                         twice->file, std::next(twice)->file));
    }
    return cases_;
  }

 private:
  void FillOne(const CaseBlock& block) {
    if (!filled_.insert(&block).second) return;
    file_ = InRepository(block.file_);
    library_ = block.library_ != nullptr ? block.library_ : "";
    block.fill_();
    file_.clear();
    library_.clear();
  }

  std::vector<CaseInfo> cases_;
  std::set<const CaseBlock*> filled_;
  std::string file_;
  std::string library_;
};

CaseBlock::CaseBlock(void (*fill)(), const char* file)
    : fill_(fill), file_(file), library_(linked_library), next_(first_block) {
  first_block = this;
}

void LinkBlocksOf(const char* library) { linked_library = library; }

const std::vector<CaseInfo>& AllCases() {
  static const std::vector<CaseInfo>& all = Registry::Get().FillAll();
  return all;
}

std::optional<CaseInfo> FindCase(const std::string& id) {
  AllCases();
  return Registry::Get().Find(id);
}

std::optional<CaseInfo> FindCaseInFile(const std::string& id, const std::string& file) {
  Registry::Get().Fill(file);
  return Registry::Get().Find(id);
}

void RegisterCase(std::string api, std::vector<policy::Id> policies, std::string name,
                  std::function<void(Case&)> body, const char* subject) {
  if (policies.empty()) throw std::logic_error("the case '" + name + "' cites no policy");
  if (!IsSnakeCase(name)) {
    throw std::logic_error(
        fmt::format("the case '{}/{}' has a malformed name; it takes small letters, digits and _",
                    policies.front().text, name));
  }
  CaseInfo info = {.id = fmt::format("{}/{}", policies.front().text, name),
                   .api = std::move(api),
                   .subject = subject,
                   .body = std::move(body)};
  for (const policy::Id& id : policies) info.policies.emplace_back(id.text);
  Registry::Get().Add(std::move(info));
}

}  // namespace loadstone::inline cases
