#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/conformance/corpus.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

void expect_error(const std::vector<std::string>& options, int code, const std::string& part) {
  std::vector<std::string> arguments{"conformance"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(ConformanceCommand, RecordsAndReplays) {
  const TemporaryFolder folder;
  const Outcome recorded = run_command({"conformance", "--device", "cpu", "--record", folder / "c", "--samples", "3000",
                                        "--seed", "9", "--only", "3D float16"});
  EXPECT_EQ(recorded.code, 0) << recorded.err;
  const Outcome replayed = run_command({"conformance", "--replay", folder / "c", "--json"});
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  const Json report = Json::parse(replayed.out);
  EXPECT_EQ(report["seed"], 9);
  EXPECT_EQ(report["mismatches"], 0);
  EXPECT_TRUE(report["is_exact"].get<bool>());
  EXPECT_GE(report["samples"].get<int>(), 3000);
  ASSERT_FALSE(report["classes"].empty());
  EXPECT_EQ(report["classes"][0]["group"], "samples");
  EXPECT_EQ(report["classes"][0]["name"], "3D float16 point");
  EXPECT_EQ(report["classes"][0]["largest_ulp"], 0);
}

TEST(ConformanceCommand, NamesAllClassesThatDifferInOneLine) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_command({"conformance", "--device", "cpu", "--record", folder / "c", "--samples", "3000", "--only",
                         "3D float16"})
                .code,
            0);
  Corpus corpus = load_corpus(folder / "c");
  for (CorpusEntry& entry : corpus.entries) {
    if (entry.number == 0 && (entry.class_name == "3D float16 point" || entry.class_name == "3D float16 linear")) {
      entry.results.front()[0] ^= 0x3F800000U;
    }
  }
  save_corpus(folder / "c", corpus);
  const Outcome replayed = run_command({"conformance", "--replay", folder / "c"});
  EXPECT_EQ(replayed.code, 1) << replayed.err;
  EXPECT_NE(replayed.out.find(" classes differ: 3D float16 point; 3D float16 linear\n"), std::string::npos)
      << replayed.out;
}

TEST(ConformanceCommand, PrintsALineForEachClassAndASummary) {
  const Outcome outcome = run_command({"conformance", "--device", "cpu", "--samples", "5000", "--only", "2D uint8"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"2D uint8 sRGB linear, border", "exact", "0 mismatches", "classes exact"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
  }
  EXPECT_NE(outcome.err.find("device cpu is the model"), std::string::npos) << outcome.err;
}

TEST(ConformanceCommand, ReportsThatNoDeviceIsAvailable) {
  const auto devices = gpu::find_devices();
  if (devices.front().id.kind == gpu::DeviceKind::cuda && devices.front().properties) {
    GTEST_SKIP() << "there is a GPU to compare with";
  }
  expect_error({}, 3, "no device to compare the model with");
}

TEST(ConformanceCommand, PrintsOneLineForInvalidInput) {
  const TemporaryFolder folder;
  expect_error({"--samples", "0"}, 2, "--samples cannot be '0'");
  expect_error({"--seed", "x"}, 2, "--seed cannot be 'x'");
  expect_error({"--only", "4D"}, 2, "--only cannot be '4D'");
  expect_error({"--replay", folder / "missing"}, 2, "no such file");
  expect_error({"--replay", folder.write("text", "no corpus")}, 2, "not a corpus of texture fetches");
  expect_error({"--replay", folder / "c", "--record", folder / "d"}, 2,
               "--replay reads the samples and seed from the file");
  expect_error({"--record", folder / "missing/c", "--device", "cpu"}, 2, "does not exist; create it first");
}

}  // namespace
}  // namespace texelscope::app
