// SPDX-License-Identifier: Apache-2.0
// What cases use of GoogleTest, for a program that reports nothing: what is expected is told by the
// tool, and a probe ends with the application, before most of it. GoogleTest itself reads the
// environment for its flags when a program starts, a third of the instructions of the start of a
// probe, and a probe starts once per case. Weak, so that GoogleTest's own count where some other
// part of it is linked.

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>
#include <string>

namespace testing {

[[gnu::weak]] Message::Message() : ss_(new std::stringstream) {}

[[gnu::weak]] bool Test::HasFatalFailure() { return false; }

[[gnu::weak]] bool Test::HasNonfatalFailure() { return false; }

[[gnu::weak]] void Test::RecordProperty(const std::string&, const std::string&) {}

namespace internal {

[[gnu::weak]] AssertHelper::AssertHelper(TestPartResult::Type, const char*, int, const char*)
    : data_(nullptr) {}

[[gnu::weak]] AssertHelper::~AssertHelper() = default;

[[gnu::weak]] void AssertHelper::operator=(const Message&) const {}

[[gnu::weak]] void PrintStringTo(const std::string& text, std::ostream* stream) { *stream << text; }

}  // namespace internal
}  // namespace testing
