#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/labs/kernel/kernel_examples.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;

class Compile : public testing::Test {
 protected:
  Outcome run(const std::string& text, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"compile", folder.write("k.cu", text).string(), "--device", "cpu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    Outcome outcome = run_command(arguments);
    has_compiler = outcome.err.find("no C++ compiler") == std::string::npos;
    return outcome;
  }

  tests::TemporaryFolder folder;
  bool has_compiler = true;
};

constexpr const char* add =
    "struct Add { int* values; TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {\n"
    "  values[at.x] += AMOUNT;\n} };\n";

TEST_F(Compile, AcceptsSourcesOfTheEditor) {
  const Outcome outcome = run(kernel_examples().front().text, {});
  if (!has_compiler) {
    GTEST_SKIP() << outcome.err;
  }
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("k.cu compiles for cpu in "), std::string::npos) << outcome.out;
}

TEST_F(Compile, AcceptsFunctorsAndListsThemAsJson) {
  const Outcome outcome = run(add, {"--kernel", "Add", "--define", "AMOUNT=3", "--json"});
  if (!has_compiler) {
    GTEST_SKIP() << outcome.err;
  }
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("compiles"), true);
  EXPECT_EQ(json.at("kernels").at(0).at("name"), "Add");
  EXPECT_EQ(json.at("kernels").at(0).at("size_bytes"), sizeof(void*));
  EXPECT_TRUE(json.at("messages").empty());
}

TEST_F(Compile, PrintsNoControlCharactersOfTheSource) {
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--json"}}) {
    const Outcome outcome = run("#error \x1b[31mred\x07\x7f\nint a\xc2\x9b;\n", options);
    if (!has_compiler) {
      GTEST_SKIP() << outcome.err;
    }
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("red"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find_first_of("\x1b\x07\x7f"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("\xc2\x9b"), std::string::npos) << outcome.out;
  }
}

TEST_F(Compile, NamesTmpdirIfItIsNotAFolder) {
  const tests::Environment named("TMPDIR", (folder / "missing").string());
  const Outcome outcome = run(add, {"--kernel", "Add", "--define", "AMOUNT=3"});
  if (!has_compiler) {
    GTEST_SKIP() << outcome.err;
  }
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("TMPDIR is not a folder"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("sharing"), std::string::npos) << outcome.err;
}

TEST_F(Compile, ReportsErrorsLikeACompilerWithExitCode1) {
  const Outcome outcome = run(add, {"--kernel", "Add"});
  if (!has_compiler) {
    GTEST_SKIP() << outcome.err;
  }
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with((folder / "k.cu").string() + ":2:19: error: ")) << outcome.out;
  const auto json = nlohmann::json::parse(run(add, {"--kernel", "Add", "--json"}).out);
  EXPECT_EQ(json.at("compiles"), false);
  EXPECT_EQ(json.at("messages").at(0).at("line"), 2);
  EXPECT_EQ(json.at("messages").at(0).at("column"), 19);
  EXPECT_EQ(json.at("messages").at(0).at("severity"), "error");
}

TEST_F(Compile, PrintsOneLineForInvalidInput) {
  const Outcome name = run(add, {"--kernel", "no name"});
  EXPECT_EQ(name.code, 2);
  EXPECT_EQ(name.error_lines(), 1) << name.err;
  const Outcome missing = run_command({"compile", (folder / "missing.cu").string(), "--device", "cpu"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("missing.cu"), std::string::npos) << missing.err;
}

}  // namespace
}  // namespace texelscope::app
