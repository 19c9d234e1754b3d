#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::ChildProgram;
using tests::numbers_of;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

class Surface : public testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"surface", "--out", out(), "--device", "cpu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
  }
  [[nodiscard]] std::filesystem::path out() const { return folder / "o.npy"; }
  template <class T>
  [[nodiscard]] std::vector<T> written(const std::string& shape) const {
    const gpu::NpyArray array = gpu::read_npy(out());
    EXPECT_EQ(array.type, gpu::element_type_of<T>);
    EXPECT_EQ(to_string(array.layout.shape()), shape);
    return numbers_of<T>(array.bytes());
  }
  void expect_error(const std::vector<std::string>& options, int code, const std::string& part) {
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out()));
  }

  TemporaryFolder folder;
};

TEST_F(Surface, WritesTheResultToAFile) {
  const Outcome outcome = run(
      {"--size", "4x3", "--format", "int16", "--channels", "2", "--at", "1,2", "--brush", "2x1", "--value", "-5,300"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("2 texels changed: (1, 2) (2, 2)"), std::string::npos) << outcome.out;
  std::vector<std::int16_t> expected(24);
  expected[18] = expected[20] = -5;
  expected[19] = expected[21] = 300;
  EXPECT_EQ(written<std::int16_t>("(3, 4, 2)"), expected);
}

TEST_F(Surface, WarnsOnStandardErrorIfAByteOffsetIsUsedAsATexelIndex) {
  const Outcome outcome = run({"--at", "8,1", "--x-in", "mistaken", "--value", "9"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err,
            "texelscope: warning: x = 8 is an element index used as a byte offset, but elements have 4 bytes: multiply "
            "x by 4\n");
  EXPECT_NE(run({"--at", "0,1", "--x-in", "mistaken", "--brush", "8x1", "--boundary", "zero"})
                .err.find("x = 0 to 7 are element indices used as byte offsets"),
            std::string::npos);
  EXPECT_EQ(run({"--at", "8,1", "--x-in", "mistaken", "--value", "9"}).code, 0);
  const std::vector<std::uint8_t> bytes = written<std::uint8_t>("(4, 16, 4)");
  EXPECT_EQ(bytes[64 + 8], 9) << "texel 2";
  EXPECT_EQ(bytes[64 + 32], 0) << "not texel 8";
  EXPECT_EQ(run({"--at", "8,1", "--x-in", "mistaken", "--channels", "1"}).err, "")
      << "one-byte elements need no warning";
  EXPECT_EQ(run({"--at", "8,1", "--x-in", "bytes"}).err, "") << "a multiple of 4";
}

TEST_F(Surface, PrintsJson) {
  const Outcome outcome = run({"--at", "-1,0", "--brush", "3x1", "--boundary", "clamp", "--fill", "numbers", "--json"});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("element_size"), 4);
  EXPECT_EQ(json.at("row_bytes"), 64);
  EXPECT_EQ(json.at("x_bytes"), -4);
  EXPECT_EQ(json.at("writes"), 3);
  EXPECT_EQ(json.at("writes_outside"), 1);
  EXPECT_EQ(json.at("writes_misaligned"), 0);
  EXPECT_EQ(json.at("is_in_child_process"), false);
  EXPECT_EQ(json.at("ending"), "written");
  EXPECT_TRUE(json.at("warning").is_null());
  EXPECT_EQ(json.at("changed_texels"), nlohmann::json::parse("[[0, 0]]")) << "texel 1 had 1 already";
}

TEST_F(Surface, TriesATrapInAChildProcess) {
  const ChildProgram program(tests::built_program());
  expect_error({"--at", "15,1", "--brush", "2x1"}, 1, "CUDA_ERROR_LAUNCH_FAILED");
  const auto json = nlohmann::json::parse(run({"--at", "0,4", "--json"}).out);
  EXPECT_EQ(json.at("is_in_child_process"), true);
  EXPECT_EQ(json.at("ending"), "context_lost");
  EXPECT_EQ(json.at("status"), "CUDA_ERROR_LAUNCH_FAILED");
}

TEST_F(Surface, ReportsThatATrapCannotBeTried) {
  const ChildProgram program("/no/texelscope");
  expect_error({"--at", "16,0"}, 3, "was not run: cannot start /no/texelscope");
}

TEST_F(Surface, RejectsInvalidOptions) {
  expect_error({"--at", "1"}, 2, "--at cannot be '1'");
  expect_error({"--at", "1,2,3"}, 2, "--at cannot be");
  expect_error({"--at", "1,9999999999"}, 2, "--at cannot be");
  expect_error({"--at", "0,0", "--size", "0x4"}, 2, "--size cannot be '0x4'");
  expect_error({"--at", "0,0", "--size", "5000x4"}, 2, "from 1 to 4096");
  expect_error({"--at", "0,0", "--brush", "257x1"}, 2, "--brush cannot be");
  expect_error({"--at", "0,0", "--format", "float64"}, 2, "--format cannot be 'float64'");
  expect_error({"--at", "0,0", "--channels", "3"}, 2, "--channels cannot be '3': use 1, 2, 4");
  expect_error({"--at", "0,0", "--x-in", "bits"}, 2, "use texels, bytes, mistaken");
  expect_error({"--at", "0,0", "--boundary", "wrap"}, 2, "use trap, clamp, zero");
  expect_error({"--at", "0,0", "--fill", "noise"}, 2, "--fill cannot be 'noise'");
  expect_error({"--at", "0,0", "--value", "256"}, 2, "256 is not a valid uint8");
  expect_error({"--at", "0,0", "--channels", "1", "--value", "1,2"}, 2, "--value cannot be '1,2'");
  expect_error({}, 2, "--at is required");
}

TEST(SurfaceTrialCommand, IsForThisProgramOnly) {
  EXPECT_EQ(run_command({"--help"}).out.find("surface-trial"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
