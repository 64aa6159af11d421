// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/android/brokers.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// Runtime Interaction, "Android Active Runtime Location": several rows of a broker and several
// calls of an application, what is not loaded, and names in rows.
namespace loadstone::suites::android_broker_rows {
namespace {

constexpr char kRenamed[] = "openxr_runtime_renamed";
constexpr char kExtension[] = R"({"extensions": [{"name": "XR_LS_of_broker", "version": 1}]})";

// Lists the extensions and uses two instances in turn.
void UseRepeatedly(OpenXrApp& app) {
  app.EnumerateExtensions();
  app.RunFullSequence();
  app.RunFullSequence();
}

void ExpectEachTime(const Observation& seen, const char* why) {
  EXPECT_SEEN(ListedExtensionNames(seen), Contains("XR_LS_of_broker")) << why;
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kOfBroker, kOfBroker)) << why;
  EXPECT_SEEN(XrResultsOf(seen, "xrCreateInstance"), ElementsAre("XR_SUCCESS", "XR_SUCCESS"))
      << why;
}

// Of the runtimes in the rows, the one after those that cannot be opened is used, by each call.
void JudgeRows(Case& c, const Broker& broker, size_t missing, size_t later) {
  BrokerWorld world(c);
  std::vector<std::string> rows = MissingRows(missing);
  rows.push_back(Row(world.Install(kOfBroker, "openxr_runtime", kExtension)));
  for (size_t i = 0; i < later; ++i) {
    rows.push_back(Row(world.Install(fmt::format("of_a_later_row_{}", i))));
  }
  world.Active(broker.authority, rows);
  const Observation seen = world.Run(c, UseRepeatedly);
  ExpectEachTime(seen, "the first runtime that can be opened is used by each call");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kOfBroker))
      << "the rows are tried one after another, until a library can be opened";
}

// The runtime negotiates by the function that its package's table names, among others with similar
// names.
void JudgeRenamed(Case& c, const Broker& broker, const std::string& package) {
  BrokerWorld world(c);
  const std::string library = world.Install(kOfBroker, kRenamed, kExtension);
  world.Active(broker.authority, {Row(library, true, package.c_str())})
      .Answer(broker.authority, fmt::format("{}{}/functions", kOwnTables, package),
              R"([{"function_name": "xrNegotiateLoaderRuntimeInterfaceLS",
                   "symbol_name": "lsMissing"},
                  {"function_name": "xrNegotiateLoaderRuntime", "symbol_name": "lsMissing"},
                  {"function_name": "xrNegotiateLoaderRuntimeInterface",
                   "symbol_name": "lsNegotiate"}])");
  ExpectEachTime(world.Run(c, UseRepeatedly),
                 "the table of functions names the negotiation function for each call");
}

REGISTER_CASES {
  for (const Broker& broker : kBrokers) {
    for (const size_t missing : {0U, 2U}) {
      for (const size_t later : {1U, 3U}) {
        RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_16},
                     fmt::format("{}_with_{}_rows_before_and_{}_after_the_one_that_is_used",
                                 broker.name, missing, later),
                     [&broker, missing, later](Case& c) { JudgeRows(c, broker, missing, later); });
      }
    }
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_RUNTIME_DISCOVERY_18, policy::LS_XR_RUNTIME_DISCOVERY_15},
                 fmt::format("{}_makes_the_files_unnecessary", broker.name), [&broker](Case& c) {
                   BrokerWorld world(c);
                   world.Active(broker.authority,
                                {Row(world.Install(kOfBroker, "openxr_runtime", kExtension))});
                   const Observation seen = world.Run(c, UseRepeatedly);
                   ExpectEachTime(seen, "the runtime that a broker reports is used by each call");
                   EXPECT_SEEN(Loaded(seen), ElementsAre(kOfBroker))
                       << "the files count only if no broker names a runtime";
                 });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_17},
                 fmt::format("renamed_function_of_the_{}_for_each_call", broker.name),
                 [&broker](Case& c) { JudgeRenamed(c, broker, kPackage); });
  }
}

// Both brokers name a runtime; the documents do not say whose is used.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_15, runtimes_of_both_brokers,
            policy::LS_XR_RUNTIME_DISCOVERY_18) {
  constexpr char kOther[] = "of_the_other_broker";
  BrokerWorld world(c);
  world.Active(kSystemBroker, {Row(world.Install(kOfBroker))})
      .Active(kInstallableBroker, {Row(world.Install(kOther))});
  const Observation seen = world.Run(c);
  EXPECT_SEEN(RuntimesReached(seen), AnyOf(ElementsAre(kOfBroker), ElementsAre(kOther)))
      << "one of the runtimes that brokers report as active is used";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "one of the runtimes that brokers report as active is used";
}

struct Package {
  const char* name;
  std::string package;
};

// Android's own folders of libraries look like the second one.
constexpr struct {
  const char* name;
  const char* folder;
  const char* file;
} kPlaces[] = {
    {"spaces", "/data/app/a folder", "lib a runtime.so"},
    {"equals_signs_and_tildes", "/data/app/~~q1w2e3r4==/org.example.runtime-A_b-C==/lib/x86_64",
     "libruntime.so"},
    {"percent_signs", "/data/app/%s%20n", "lib%srun%d.so"},
    {"letters_of_other_languages", "/data/app/\xC3\xA9\xE6\x97\xA5", "lib\xC3\xA9.so"},
};

REGISTER_CASES {
  static const Package kPackages[] = {
      {"capitals_digits_and_underscores", "Org.Example_2.XR9.Runtime"},
      {"a_name_of_200_characters", "org.example." + std::string(188, 'r')},
  };
  for (const Package& package : kPackages) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_17},
                 fmt::format("functions_of_a_package_with_{}", package.name),
                 [&package](Case& c) { JudgeRenamed(c, kBrokers[0], package.package); });
  }
  for (const auto& place : kPlaces) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_15},
                 fmt::format("library_in_a_place_with_{}", place.name), [&place](Case& c) {
                   BrokerWorld world(c);
                   const std::string path = fmt::format("{}/{}", place.folder, place.file);
                   world.InstallAt(path, kOfBroker);
                   world.Active(kSystemBroker, {Row(path)});
                   ExpectRuntime(world.Run(c), kOfBroker,
                                 "folder and file name of a row make the path of the runtime");
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_broker_rows
