#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/instruments/bench/operation_cost.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

/// The answers to a batch, one per nonblank line.
std::vector<Json> answers_to(const std::string& lines) {
  const TemporaryFolder folder;
  std::ofstream(folder / "cases.jsonl") << lines;
  const Outcome outcome = run_command({"layout", "--batch", folder / "cases.jsonl"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::vector<Json> answers;
  std::istringstream stream(outcome.out);
  for (std::string line; std::getline(stream, line);) {
    answers.push_back(Json::parse(line));
  }
  return answers;
}

TEST(LayoutBatch, RejectsACaseThatIsNestedTooDeeply) {
  // The id is nested so deeply that echoing it would exhaust the stack.
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  const std::vector<Json> answers = answers_to(R"({"id": )" + nested + ", \"shape\": [1]}\n{\"shape\": [1]}\n");
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["error"], "line 1: nested deeper than 64 levels");
  EXPECT_EQ(answers[1]["shape"], Json::parse("[1]"));
}

TEST(LayoutCommand, PrintsEveryPropertyAsJson) {
  const Outcome outcome = run_command({"layout", "--shape", "5,3,4", "--itemsize", "4", "--op", "permuted(2,0,1)",
                                       "--op", "sliced(::-2, 1:, 2)", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out), Json::parse(R"({
    "ndim": 2, "shape": [2, 4], "strides": [-2, 12], "strides_in_bytes": [-8, 48], "stride_order": [1, 0],
    "volume": 8, "itemsize": 4, "slice_offset": 23, "slice_offset_in_bytes": 92, "offset_bounds": [21, 59],
    "is_unique": true, "uniqueness": "yes", "is_contiguous_c": false, "is_contiguous_f": false,
    "is_contiguous_any": false, "is_dense": false, "flattened_axis_mask": 0, "required_size_in_bytes": 240})"));
}

TEST(LayoutCommand, PrintsTheSamePropertiesAsATable) {
  std::vector<std::string> arguments{"layout", "--shape",         "5,3,4", "--itemsize",         "4",
                                     "--op",   "permuted(2,0,1)", "--op",  "sliced(::-2, 1:, 2)"};
  const std::string table = '\n' + run_command(arguments).out;
  arguments.emplace_back("--json");
  Json properties = Json::parse(run_command(arguments).out);
  // The table writes it beside is_unique.
  properties.erase("uniqueness");
  for (const auto& [name, value] : properties.items()) {
    std::string text = value.is_boolean() ? value.get<bool>() ? "yes\n" : "no: " : value.dump();
    if (value.is_array()) {
      text = fmt::format("({})", fmt::join(value.get<std::vector<std::int64_t>>(), ", "));
    } else if (name == "flattened_axis_mask") {
      text = fmt::format("{:#x}\n", value.get<std::uint64_t>());
    }
    EXPECT_NE(table.find(fmt::format("\n{:<24}{}", name, text)), std::string::npos) << name << " in" << table;
  }
}

TEST(LayoutCommand, PrintsEveryPropertyWithTheReasonIfItIsFalse) {
  const Outcome outcome = run_command({"layout", "--shape", "(5,3)", "--strides=-4,0"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"offset_bounds           (-16, 0)", "is_unique               no: axis 1 with stride 0 repeats",
        "is_contiguous_c         no: axis 1 has stride 0 instead of 1",
        "required_size_in_bytes  none: an element is below offset 0, at -16"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
  }
}

TEST(LayoutCommand, AcceptsEveryOrderAndRankZero) {
  const auto strides = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"layout", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return Json::parse(run_command(all).out)["strides"];
  };
  EXPECT_EQ(strides({"--shape", "5,3,7", "--order", "F"}), Json({1, 5, 15}));
  EXPECT_EQ(strides({"--shape", "5,3,7", "--order", "2,0,1"}), Json({3, 1, 15}));
  EXPECT_EQ(strides({"--shape", "()"}), Json::array());
  EXPECT_EQ(strides({"--shape", "5,3", "--strides", "-4,1"}), Json({-4, 1}));
}

TEST(LayoutCommand, PrintsOneLineForInvalidInput) {
  const auto expect_error = [](const std::vector<std::string>& options, const std::string& part) {
    std::vector<std::string> arguments{"layout"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  expect_error({}, "--shape is missing");
  expect_error({"--shape", "5x3"}, "--shape: '5x3', position 1");
  expect_error({"--shape", "5,-3"}, "negative extent -3 on axis 1");
  expect_error({"--shape", "5", "--strides", "1", "--order", "F"}, "--strides and --order are mutually exclusive");
  expect_error({"--shape", "5", "--itemsize", "four"}, "--itemsize: 'four', position 0");
  expect_error({"--shape", "5", "--itemsize", "0"}, "itemsize of 0 bytes");
  expect_error({"--shape", "5", "--order", "K"}, "order K");
  expect_error({"--shape", "5", "--op", "permute(0)"}, "--op: 'permute(0)', position 0");
  expect_error({"--shape", "5", "--op", "sliced(7)"}, "--op: cannot take 7 of axis 0");
  expect_error({"--shape", "5", "--batch", "-"}, "--batch reads all cases from the file");
  expect_error({"--batch", "missing.jsonl"}, "cannot read 'missing.jsonl'");
  expect_error({"--batch", "."}, "cannot read '.'");
  expect_error({"--batch", "/dev/zero"}, "line 1 is longer than 1048576 bytes");
}

TEST(LayoutBatch, AnswersEachLineAndContinuesAfterErrors) {
  const std::vector<Json> answers = answers_to(
      R"json({"id": 7, "shape": [5, 3, 4], "strides": [12, 4, 1], "itemsize": 4, "ops": ["permuted(2,0,1)"]})json"
      "\n\n"
      R"({"id": "a", "shape": [5, 3], "strides": null, "itemsize": 2, "order": "F"})"
      "\r\n"
      R"json({"id": 8, "shape": [5, 3], "ops": ["reshaped(4)"]})json"
      "\n{\"id\": 9, \"shape\n[]\n\xff\n"
      R"({"id": 10, "shape": [5], "order": [0], "strides": null, "ops": []})");
  ASSERT_EQ(answers.size(), 7U);
  EXPECT_EQ(answers[0]["id"], 7);
  EXPECT_EQ(answers[0]["strides"], Json({1, 12, 4}));
  EXPECT_EQ(answers[1]["id"], "a");
  EXPECT_EQ(answers[1]["strides_in_bytes"], Json({2, 10}));
  EXPECT_EQ(answers[2]["id"], 8);
  EXPECT_NE(answers[2]["error"].get<std::string>().find("cannot reshape (5, 3) to (4,)"), std::string::npos);
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_TRUE(answers[i]["id"].is_null());
    EXPECT_TRUE(answers[i]["error"].is_string()) << answers[i];
  }
  EXPECT_EQ(answers[6]["id"], 10);
  EXPECT_EQ(answers[6]["volume"], 5);
}

TEST(LayoutBatch, NamesTheInvalidMember) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({})", "\"shape\" must be a list"},
      {R"({"shape": [1.5]})", "\"shape\" must be a list"},
      {R"({"shape": [9223372036854775808]})", "\"shape\" must be a list"},
      {R"({"shape": [5], "itemsize": "4"})", "\"itemsize\" must be a 64-bit integer"},
      {R"({"shape": [5], "strides": 1})", "\"strides\" must be a list"},
      {R"({"shape": [5], "strides": [1], "order": "F"})", "are mutually exclusive"},
      {R"({"shape": [5], "order": "X"})", "C, F, K or a permutation"},
      {R"json({"shape": [5], "ops": "squeezed()"})json", "\"ops\" must be a list of strings"},
      {R"({"shape": [5], "ops": [1]})", "\"ops\" must be a list of strings"},
  };
  std::string lines;
  for (const auto& [line, part] : cases) {
    lines += line + "\n";
  }
  const std::vector<Json> answers = answers_to(lines);
  ASSERT_EQ(answers.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string error = answers[i].value("error", "");
    EXPECT_NE(error.find(cases[i].second), std::string::npos) << cases[i].first << '\n' << error;
  }
}

/// The error that a batch reports for a case.
std::string error_of_case(const std::string& line) {
  const std::vector<Json> answers = answers_to(line + "\n");
  return answers.size() == 1 ? answers[0].value("error", "") : "";
}

TEST(LayoutBatch, ReportsErrorsInItsOwnWords) {
  for (const char* line : {"{", "{\"shape\": [1e400]}", "\xff"}) {
    const std::string error = error_of_case(line);
    EXPECT_TRUE(error.starts_with("line 1, column ")) << error;
    EXPECT_EQ(error.find("json.exception"), std::string::npos) << error;
  }
}

TEST(LayoutBatch, RejectsUnknownAndDuplicateMembers) {
  EXPECT_EQ(error_of_case(R"({"id": 1, "shape": [2], "bogus": 1})"),
            "line 1: unknown key \"bogus\" in a case; the keys are id, shape, strides, itemsize, order, ops");
  EXPECT_EQ(error_of_case(R"({"id": 1, "shape": [2], "id": 2})"),
            "line 1: duplicate key id, first used in line 1; remove one of them");
  EXPECT_EQ(error_of_case(R"({"id": {"bogus": 1, "shape": 2}, "shape": [2]})"), "");
}

TEST(LayoutBatch, ReportsTheLineOfEachError) {
  const std::vector<Json> answers = answers_to(
      "\n{\"id\": 1, \"shape\": [2]}\n\n{\"shape\": 5}\n{\"shape\": [2],\n"
      R"json({"shape": [5, 3], "ops": ["reshaped(4)"]})json");
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_FALSE(answers[0].contains("error")) << answers[0];
  const std::array<const char*, 3> starts{"line 4: \"shape\" must be", "line 5, column 14: syntax error",
                                          "line 6: cannot reshape"};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string error = answers[i + 1].value("error", "");
    EXPECT_TRUE(error.starts_with(starts[i])) << error;
  }
}

TEST(LayoutBatch, ReportsAnInputThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string program = tests::built_program().string();
  std::ofstream(folder / "cases") << "{\"shape\": [1]}\n";
  for (const char* const input : {"<.", "<&-", "0>/dev/null"}) {
    const tests::Ending ending = tests::run_program(
        {.arguments = {"-c", program + " layout --batch - " + input}, .folder = folder.path(), .program = "/bin/sh"});
    EXPECT_EQ(ending.code(), 2) << input;
    EXPECT_NE(ending.err.find("cannot read the standard input"), std::string::npos) << input << ": " << ending.err;
  }
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const Outcome outcome = run_command({"layout", "--batch", folder / "pipe"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("named pipe"), std::string::npos) << outcome.err;
  const tests::Ending piped =
      tests::run_program({.arguments = {"-c", "cat cases | " + program + " layout --batch /dev/stdin"},
                          .folder = folder.path(),
                          .program = "/bin/sh"});
  EXPECT_EQ(piped.code(), 0) << piped.err;
}

TEST(LayoutBatch, HasNoSizeIfAnElementIsBelowOffsetZero) {
  const std::vector<Json> answers = answers_to(R"({"id": 1, "shape": [5], "strides": [-1]})");
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_TRUE(answers[0].at("required_size_in_bytes").is_null());
}

TEST(BenchLayouts, CountsNoAllocationsInAnyOperation) {
  const Json report = Json::parse(run_command({"bench", "layouts", "--json"}).out);
  EXPECT_GE(report["figures"].size(), 5U);
  for (const Json& figure : report["figures"]) {
    EXPECT_EQ(figure["allocations"], 0) << figure;
    EXPECT_GT(figure["median_ns"], 0) << figure;
  }
}

TEST(AllocationCount, CountsAllocations) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers replace the allocation operators";
#endif
  const std::uint64_t former = allocation_count();
  EXPECT_EQ(std::vector<int>(100).size(), 100U);
  EXPECT_GE(allocation_count(), former + 1);
}

TEST(AllocationCount, DoesNotGrowForLayoutsOfTheHighestRank) {
  const gpu::StridedLayout layout = gpu::StridedLayout::dense(gpu::Dimensions::filled(64, 1), 4);
  const std::uint64_t former = allocation_count();
  const gpu::StridedLayout result = layout.flattened().unsqueezed({0}).broadcast_to({3, 1}).to_dense();
  EXPECT_TRUE(result.sliced({gpu::AxisSlice{1, 3}}).reshaped({-1}).is_unique());
  EXPECT_EQ(allocation_count(), former);
}

}  // namespace
}  // namespace texelscope::app
