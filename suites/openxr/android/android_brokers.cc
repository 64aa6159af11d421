// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/android/brokers.h"
#include "suites/openxr/runtimes.h"

// Runtime Interaction, "Android Active Runtime Location": the content provider of a runtime broker
// returns the active runtime.
namespace loadstone::suites::android_brokers {
namespace {

REGISTER_CASES {
  for (const auto& broker : kBrokers) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_15}, broker.name, [&broker](Case& c) {
          BrokerWorld world(c);
          world.Active(broker.authority, {Row(world.Install(kOfBroker))});
          ExpectRuntime(
              world.Run(c), kOfBroker,
              "the runtime that a broker reports as active is used, not one that a file names");
        });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_15, runtime_for_each_of_three_instances) {
  constexpr size_t kInstances = 3;
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker))});
  const Observation seen = world.Run(c, [](OpenXrApp& app) {
    for (size_t i = 0; i < kInstances; ++i) {
      if (app.CreateInstance() != XR_SUCCESS) return;
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(seen.Select(kOfBroker, "xrCreateInstance"), SizeIs(Ge(kInstances)))
      << "the runtime that a broker reports as active is used for each instance";
  EXPECT_SEEN(RuntimesReached(seen), Not(Contains(kOfFiles)))
      << "the runtime that a broker reports as active is used for each instance";
}

// Tables for other applications, which the loader must not use.
constexpr struct {
  const char* name;
  const char* authority;
  const char* table;
} kOtherTables[] = {
    {"other_major_version", kSystemBroker, "/openxr/2/abi/x86_64/runtimes/active"},
    {"other_abi", kSystemBroker, "/openxr/1/abi/arm64-v8a/runtimes/active"},
    {"other_authority", "org.example.runtime_broker", "/openxr/1/abi/x86_64/runtimes/active"},
    {"runtimes_that_are_not_active", kSystemBroker, "/openxr/1/abi/x86_64/runtimes/available"},
};

REGISTER_CASES {
  for (const auto& table : kOtherTables) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_15}, table.name, [&table](Case& c) {
      BrokerWorld world(c);
      world.Answer(table.authority, table.table,
                   fmt::format("[{}]", Row(world.Install(kOfBroker))));
      ExpectRuntime(world.Run(c), kOfFiles,
                    "only the table of the application's own version and ABI counts");
    });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_18, broker_with_no_runtime) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {}).Active(kInstallableBroker, {});
  ExpectRuntime(world.Run(c), kOfFiles, "if no provider has a runtime, the files count");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_16, second_row_where_the_first_cannot_be_opened) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row("/opt/missing/libruntime.so"), Row(world.Install(kOfBroker))});
  ExpectRuntime(world.Run(c), kOfBroker, "the first runtime that can be opened is used");
}

REGISTER_CASES {
  for (const auto& broker : kBrokers) {
    for (const size_t missing : {2U, 3U, 8U}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_16},
          fmt::format("{}_with_{}_rows_before_one_that_can_be_opened", broker.name, missing),
          [&broker, missing](Case& c) {
            BrokerWorld world(c);
            std::vector<std::string> rows = MissingRows(missing);
            rows.push_back(Row(world.Install(kOfBroker)));
            world.Active(broker.authority, rows);
            ExpectRuntime(world.Run(c), kOfBroker, "the first runtime that can be opened is used");
          });
    }
    for (const size_t missing : {1U, 2U}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_16, policy::LS_XR_RUNTIME_DISCOVERY_18},
          fmt::format("{}_with_{}_rows_of_which_none_can_be_opened", broker.name, missing),
          [&broker, missing](Case& c) {
            BrokerWorld world(c);
            world.Active(broker.authority, MissingRows(missing));
            ExpectRuntime(world.Run(c), kOfFiles,
                          "a provider whose libraries cannot be opened has no runtime, and the "
                          "files count");
          });
    }
    const std::string other =
        std::string(broker.authority) == kSystemBroker ? kInstallableBroker : kSystemBroker;
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_15},
        fmt::format("{}_where_the_other_has_no_runtime", broker.name), [&broker, other](Case& c) {
          BrokerWorld world(c);
          world.Active(other, {}).Active(broker.authority, {Row(world.Install(kOfBroker))});
          ExpectRuntime(world.Run(c), kOfBroker,
                        "the runtime that either broker reports as active is used");
        });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_15},
                 fmt::format("{}_with_a_slash_after_the_folder", broker.name), [&broker](Case& c) {
                   BrokerWorld world(c);
                   world.Active(broker.authority,
                                {Row(world.Install(kOfBroker), false, kPackage, "/")});
                   ExpectRuntime(world.Run(c), kOfBroker,
                                 "folder and file name of a row make the path of the runtime");
                 });
  }
}

// Android's folders of libraries have long names.
void JudgeFolder(Case& c, size_t size) {
  BrokerWorld world(c);
  const std::string folder = world.InstallBelow(kOfBroker, size);
  world.Active(kSystemBroker, {Row(folder + "/libruntime.so")});
  ExpectRuntime(world.Run(c), kOfBroker, "native_lib_dir is the folder of the library");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_15, folder_of_300_characters) { JudgeFolder(c, 300); }
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_15, folder_of_1100_characters) { JudgeFolder(c, 1100); }

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_16, first_of_two_rows) {
  BrokerWorld world(c);
  const std::string first = world.Install(kOfBroker);
  world.Active(kSystemBroker, {Row(first), Row(world.Install("of_the_second_row"))});
  ExpectRuntime(world.Run(c), kOfBroker, "the runtimes are tried in the order of the answer");
}

// Gives the functions of a runtime other names; the table also has rows for other functions.
std::string Functions() {
  return R"([{"function_name": "xrGetInstanceProcAddr", "symbol_name": "lsOther"},
             {"function_name": "xrNegotiateLoaderRuntimeInterface", "symbol_name": "lsNegotiate"}])";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, renamed_function) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker, "openxr_runtime_renamed"), true)})
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage), Functions());
  ExpectRuntime(world.Run(c), kOfBroker, "the table of functions names the negotiation function");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, renamed_function_in_the_first_row_of_the_table) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker, "openxr_runtime_renamed"), true)})
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage),
              R"([{"function_name": "xrNegotiateLoaderRuntimeInterface",
                   "symbol_name": "lsNegotiate"},
                  {"function_name": "xrGetInstanceProcAddr", "symbol_name": "lsOther"}])");
  ExpectRuntime(world.Run(c), kOfBroker, "the table of functions names the negotiation function");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, functions_of_a_package_that_has_none) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker), false)})
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage), Functions());
  ExpectRuntime(world.Run(c), kOfBroker,
                "the table of functions counts only where the row says that there is one");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, functions_of_another_package) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker), true)})
      .Answer(kSystemBroker, std::string(kOwnTables) + "org.example.other/functions", Functions())
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage), "[]");
  ExpectRuntime(world.Run(c), kOfBroker, "the table of functions is that of the runtime's package");
}

// The rows are those of one runtime, and only the second names a library that can be opened. Before
// LS_XR_RUNTIME_DISCOVERY_16 there is one row at most.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, renamed_function_of_the_second_row,
            policy::LS_XR_RUNTIME_DISCOVERY_16) {
  BrokerWorld world(c);
  world
      .Active(kSystemBroker, {Row("/opt/missing/libruntime.so"),
                              Row(world.Install(kOfBroker, "openxr_runtime_renamed"), true)})
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage), Functions());
  ExpectRuntime(world.Run(c), kOfBroker,
                "the runtime that is used negotiates by the function of its own row");
}

// The rows are those of two packages, and only the second library can be opened. The first package
// has no function of another name, or renames to one that no library has.
void JudgeSecondPackage(Case& c, bool first_has_functions, const char* of_first) {
  constexpr char kOther[] = "org.example.other";
  BrokerWorld world(c);
  world
      .Active(kSystemBroker, {Row("/opt/missing/libruntime.so", first_has_functions, kOther),
                              Row(world.Install(kOfBroker, "openxr_runtime_renamed"), true)})
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kOther), of_first)
      .Answer(kSystemBroker, fmt::format("{}{}/functions", kOwnTables, kPackage), Functions());
  ExpectRuntime(world.Run(c), kOfBroker,
                "the table of functions is that of the package of the runtime that is used");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, functions_of_the_second_package,
            policy::LS_XR_RUNTIME_DISCOVERY_16) {
  JudgeSecondPackage(c, false, "[]");
}
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_17, other_functions_of_the_second_package,
            policy::LS_XR_RUNTIME_DISCOVERY_16) {
  JudgeSecondPackage(c, true, R"([{"function_name": "xrNegotiateLoaderRuntimeInterface",
                                   "symbol_name": "lsMissing"}])");
}

// The other provider has a table for a package of that name as well.
REGISTER_CASES {
  for (const auto& broker : kBrokers) {
    const std::string other =
        std::string(broker.authority) == kSystemBroker ? kInstallableBroker : kSystemBroker;
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_17},
                 fmt::format("functions_of_the_{}", broker.name), [&broker, other](Case& c) {
                   BrokerWorld world(c);
                   const std::string table = fmt::format("{}{}/functions", kOwnTables, kPackage);
                   world
                       .Active(broker.authority,
                               {Row(world.Install(kOfBroker, "openxr_runtime_renamed"), true)})
                       .Answer(broker.authority, table, Functions())
                       .Answer(other, table, "[]");
                   ExpectRuntime(
                       world.Run(c), kOfBroker,
                       "the table of functions is that of the provider that names the runtime");
                 });
  }
}

OPENXR_CASE(LS_XR_NEGOTIATION_11, runtime_of_a_broker) {
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker))});
  const Observation seen = world.Run(c);
  ExpectRuntime(seen, kOfBroker, "the runtime of a broker is used");
  std::vector<std::string> steps;
  for (const Event& event : seen.Select(kOfBroker, "")) steps.push_back(event.what());
  ASSERT_SEEN(steps, SizeIs(Gt(2u))) << "the runtime of a broker is used";
  EXPECT_SEEN(std::vector<std::string>(steps.begin(), steps.begin() + 2),
              ElementsAre("load", "negotiate"))
      << "negotiation is the first call into the runtime of a broker";
}

// Runtimes with which negotiation fails; they export the commands of OpenXR as well, so that they
// could be used without it.
constexpr struct {
  const char* name;
  const char* variant;
  const char* behaviour;
} kFailures[] = {
    {"runtime_of_a_broker_that_refuses", "openxr_runtime_direct",
     R"({"negotiation": {"result": -6}})"},
    {"runtime_of_a_broker_without_functions", "openxr_runtime_direct",
     R"({"negotiation": {"null_gipa": true}})"},
    {"runtime_of_a_broker_without_negotiation", "openxr_runtime_commands", "{}"},
};

REGISTER_CASES {
  for (const auto& failure : kFailures) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_11, policy::LS_XR_NEGOTIATION_6},
                 failure.name, [&failure](Case& c) {
                   BrokerWorld world(c);
                   world.Active(
                       kSystemBroker,
                       {Row(world.Install(kOfBroker, failure.variant, failure.behaviour))});
                   const Observation seen = world.Run(c);
                   EXPECT_SEEN(Loaded(seen), Contains(kOfBroker))
                       << "the runtime that the broker reports is tried";
                   EXPECT_SEEN(RuntimesReached(seen), Not(Contains(kOfBroker)))
                       << "a runtime whose negotiation fails must not be used, whoever names it";
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_brokers
