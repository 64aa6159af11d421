// SPDX-License-Identifier: Apache-2.0
#include "tool/tracefile.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "harness/policy/print.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr size_t kLineColumns = 120;

// Reads "DA:line,count" and "BRDA:line,block,branch,count", whose count is "-" if the line was not
// executed. Returns false for a line of another form.
bool ReadRecord(const std::string& line, CoveredFile& file) {
  unsigned number = 0;
  unsigned long long count = 0;
  if (std::sscanf(line.c_str(), "DA:%u,%llu", &number, &count) == 2) {
    file.lines[number] += count;
    return true;
  }
  int end = 0;
  if (std::sscanf(line.c_str(), "BRDA:%u,%*[^,],%*[^,],%n", &number, &end) != 1 || end == 0) {
    return false;
  }
  const std::string taken = line.substr(static_cast<size_t>(end));
  ++file.branches.all;
  if (taken != "-" && taken != "0") {
    ++file.branches.reached;
  } else if (taken == "0") {
    file.partial_lines.insert(number);
  }
  return true;
}

void Add(const Share& more, Share& sum) {
  sum.all += more.all;
  sum.reached += more.reached;
}

std::string Text(const Share& share, const char* what) {
  return fmt::format("{:.1f} % of {} {}", share.Percent(), share.all, what);
}

}  // namespace

double Share::Percent() const {
  return all == 0 ? 100 : 100 * static_cast<double>(reached) / static_cast<double>(all);
}

Reached CoveredFile::Count() const {
  Reached count = {.lines = {.all = lines.size()}, .branches = branches};
  count.lines.reached = lines.size() - UnreachedLines().size();
  return count;
}

std::vector<unsigned> CoveredFile::UnreachedLines() const {
  std::vector<unsigned> unreached;
  for (const auto& [number, count] : lines) {
    if (count == 0) unreached.push_back(number);
  }
  return unreached;
}

std::vector<CoveredFile> ReadTracefile(const std::string& path) {
  std::ifstream stream(path);
  std::map<std::string, CoveredFile> files;
  CoveredFile* file = nullptr;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("SF:")) {
      file = &files[line.substr(3)];
      file->path = line.substr(3);
    } else if (file != nullptr && (line.starts_with("DA:") || line.starts_with("BRDA:"))) {
      if (!ReadRecord(line, *file)) {
        throw std::runtime_error(path + " is not a tracefile of lcov: " + OneLine(line));
      }
    }
  }
  std::vector<CoveredFile> read;
  for (auto& [name, one] : files) {
    if (!name.starts_with("/usr/")) read.push_back(std::move(one));
  }
  if (read.empty()) throw std::runtime_error(path + " names no sources outside of /usr");
  return read;
}

std::string Ranges(const std::vector<unsigned>& lines) {
  std::string text;
  for (size_t i = 0; i < lines.size();) {
    size_t last = i;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", lines[i]);
    if (last > i) text += fmt::format("-{}", lines[last]);
    i = last + 1;
  }
  return text;
}

Reached PrintCoveredFiles(const std::vector<CoveredFile>& files) {
  Reached sum;
  for (const CoveredFile& file : files) {
    const Reached count = file.Count();
    Add(count.lines, sum.lines);
    Add(count.branches, sum.branches);
    const std::vector<unsigned> lines = file.UnreachedLines();
    const std::vector<unsigned> partial(file.partial_lines.begin(), file.partial_lines.end());
    if (lines.empty() && partial.empty()) continue;
    fmt::print("{}: {}, {}\n", OneLine(file.path), Text(count.lines, "lines"),
               Text(count.branches, "branches"));
    if (!lines.empty()) {
      fmt::print("{}", policy::Wrap("  lines not reached: ", Ranges(lines), kLineColumns));
    }
    if (!partial.empty()) {
      fmt::print("{}",
                 policy::Wrap("  branches not taken in lines: ", Ranges(partial), kLineColumns));
    }
  }
  fmt::print("\nall {} sources: {}, {}\n", files.size(), Text(sum.lines, "lines"),
             Text(sum.branches, "branches"));
  return sum;
}

}  // namespace loadstone
