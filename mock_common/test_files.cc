// SPDX-License-Identifier: Apache-2.0
#include "mock_common/test_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>

namespace loadstone::mock {

TestFolder::TestFolder() {
  std::string name = testing::TempDir() + "/loadstone-mock-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no folder " << name;
  folder_ = name;
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TestFolder::Path(const std::string& name) const { return (folder_ / name).string(); }

std::string TestFolder::Write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return Path(name);
}

std::string TestFolder::Read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<rapidjson::Document> TestFolder::ReadTrace(const std::string& name) const {
  std::vector<rapidjson::Document> events;
  std::istringstream lines(Read(name));
  for (std::string line; std::getline(lines, line);) {
    rapidjson::Document event;
    event.Parse(line.c_str());
    if (event.HasParseError() || !event.IsObject()) ADD_FAILURE() << "not an object: " << line;
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace loadstone::mock
