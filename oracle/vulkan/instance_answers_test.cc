// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/instance_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::instance_answers_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

uint32_t ThoseThatExist() {
  uint32_t found = 0;
  for (size_t i = 0; i < LookedUpFunctions().size(); ++i) {
    if (LookedUpFunctions()[i].exists) found |= uint32_t{1} << i;
  }
  return found;
}

// The bit of a function.
uint32_t Bit(LookUp by, const std::string& name) {
  for (size_t i = 0; i < LookedUpFunctions().size(); ++i) {
    const LookedUp& asked = LookedUpFunctions()[i];
    if (asked.by == by && asked.name == name) return uint32_t{1} << i;
  }
  ADD_FAILURE() << "nobody asks for " << name;
  return 0;
}

// The answer of a correct loader on an empty machine, but with these functions.
Answer Finding(uint32_t functions) {
  Answer answer;
  answer.tried_create = answer.created = true;
  answer.tried_device = true;
  answer.properties = {true, "Loadstone Mock 0", 0x10005, 1, 1};
  answer.looked_up = true;
  answer.functions = FoundFunctions(functions);
  return answer;
}

std::vector<std::string> Policies(const Answer& answer, const Machine& machine) {
  std::vector<std::string> policies;
  for (const Fault& fault : Judge(machine, answer, TestSubject())) policies.push_back(fault.policy);
  return policies;
}

Machine WithDevice() {
  Machine machine;
  machine.create = machine.device = true;
  return machine;
}

TEST(InstanceAnswersTest, EachFunctionHasABit) {
  EXPECT_LE(LookedUpFunctions().size(), 32U);
  EXPECT_EQ(FoundFunctions(0xffffffff).size(), LookedUpFunctions().size());
}

TEST(InstanceAnswersTest, FunctionsThatExistAreFoundAndNoOthers) {
  const uint32_t right = ThoseThatExist();
  const Machine machine = WithDevice();
  EXPECT_THAT(Policies(Finding(right), machine), IsEmpty());
  EXPECT_THAT(Policies(Finding(right & ~Bit(LookUp::kInstance, "vkCmdDraw")), machine),
              ElementsAre("LS_VK_PROCADDR_4"));
  EXPECT_THAT(Policies(Finding(right & ~Bit(LookUp::kDevice, "vkCmdDraw")), machine),
              ElementsAre("LS_VK_CHAIN_5"));
  for (const LookUp by : {LookUp::kGlobal, LookUp::kInstance, LookUp::kDevice}) {
    EXPECT_THAT(Policies(Finding(right | Bit(by, "vkLoadstoneNothing")), machine),
                ElementsAre("LS_VK_PROCADDR_3"));
  }
}

TEST(InstanceAnswersTest, NothingIsSaidOfFunctionsThatWereNotLookedUp) {
  Answer answer = Finding(0);
  answer.looked_up = false;
  EXPECT_THAT(Policies(answer, WithDevice()), IsEmpty());
}

TEST(InstanceAnswersTest, PropertiesAreThoseOfTheDriver) {
  Answer answer = Finding(ThoseThatExist());
  answer.properties.name = "Another";
  EXPECT_THAT(Policies(answer, WithDevice()), ElementsAre("LS_VK_CHAIN_5"));
  answer.properties = {};
  EXPECT_THAT(Policies(answer, WithDevice()), IsEmpty());
}

TEST(InstanceAnswersTest, EachPhysicalDeviceIsInOneGroup) {
  Answer answer = Finding(ThoseThatExist());
  answer.devices = {true, VK_SUCCESS, 1};
  answer.groups = {.asked = true, .found = true, .result = VK_SUCCESS, .of_usual_driver = 1};
  EXPECT_THAT(Policies(answer, WithDevice()), IsEmpty());
  for (uint32_t ListedGroups::*count :
       {&ListedGroups::devices_in_none, &ListedGroups::devices_in_several,
        &ListedGroups::other_devices}) {
    Answer wrong = answer;
    wrong.groups.*count = 1;
    EXPECT_THAT(Policies(wrong, WithDevice()), ElementsAre("LS_VK_CHAIN_5"));
    Machine mixed = WithDevice();
    mixed.environment = DriverEnvironment({Drivers().front()});
    EXPECT_THAT(Policies(wrong, mixed), ElementsAre("LDP_LOADER_8"));
    wrong.groups.asked = false;
    EXPECT_THAT(Policies(wrong, WithDevice()), IsEmpty());
  }
  answer.groups.result = VK_INCOMPLETE;
  EXPECT_THAT(Policies(answer, WithDevice()), ElementsAre("LS_VK_CHAIN_5"));
  answer.groups.found = false;
  EXPECT_THAT(Policies(answer, WithDevice()), ElementsAre("LS_VK_PROCADDR_4"));
}

TEST(InstanceAnswersTest, BesideOddListsTheGoodDriverHasAGroup) {
  for (const Library* driver : Drivers()) {
    if (!driver->misreports_lists && !driver->changes_lists) continue;
    Machine machine = WithDevice();
    machine.environment = DriverEnvironment({driver, Drivers().front()});
    Answer answer = Finding(ThoseThatExist());
    answer.devices = {true, VK_SUCCESS, 1};
    answer.groups = {.asked = true,
                     .found = true,
                     .result = VK_SUCCESS,
                     .devices_in_none = 1,
                     .other_devices = 1,
                     .of_usual_driver = 1};
    EXPECT_THAT(Policies(answer, machine), IsEmpty());
    answer.groups.of_usual_driver = 0;
    EXPECT_THAT(
        Policies(answer, machine),
        ElementsAre(driver->misreports_lists ? "LS_VK_ROBUSTNESS_4" : "LS_VK_ROBUSTNESS_6"));
    answer.groups.result = VK_ERROR_OUT_OF_HOST_MEMORY;
    EXPECT_THAT(Policies(answer, machine), IsEmpty());
  }
}

TEST(InstanceAnswersTest, BesideALayerThatLacksFunctionsAllIsOpen) {
  size_t odd = 0;
  while (Libraries()[odd].use == Use::kWorks) ++odd;
  Machine machine = WithDevice();
  machine.files[std::string(kExplicitFolder) + "/a.json"] = Manifest("VK_LAYER_LS_a", odd);
  Answer answer = Finding(0);
  answer.layers = {{"VK_LAYER_LS_a", VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"}};
  EXPECT_THAT(Policies(answer, machine), IsEmpty());
}

TEST(InstanceAnswersTest, OfOtherDriversNothingIsKnown) {
  const Installation installation = {.libraries = Libraries()};
  Machine machine = WithDevice();
  machine.installation = &installation;
  EXPECT_THAT(Policies(Finding(0), machine), IsEmpty());
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::instance_answers_test
