// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_TEST_FILES_H_
#define LOADSTONE_MOCK_COMMON_TEST_FILES_H_

#include <filesystem>
#include <string>
#include <vector>

#include "mock_common/json.h"

namespace loadstone::mock {

// The folder of a test, which the destructor removes with its content.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string Path(const std::string& name) const;
  // Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& text) const;
  std::string Read(const std::string& name) const;
  // The lines of a trace, each a JSON object; an invalid line fails the test.
  std::vector<rapidjson::Document> ReadTrace(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_TEST_FILES_H_
