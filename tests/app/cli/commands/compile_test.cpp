#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

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

TEST_F(Compile, RefusesAFileThatIsNoText) {
  const Outcome outcome = run(std::string("\x7f"
                                          "ELF\0\1",
                                          6),
                              {});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("it is not text (byte 4 is zero)"), std::string::npos) << outcome.err;
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

TEST_F(Compile, SaysWhyItWasStopped) {
  const std::vector<std::string> stopped{"--kernel", "Add", "--fail", "nvrtcCompileProgram=timeout"};
  const Outcome outcome = run(add, stopped);
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(outcome.out, (folder / "k.cu").string() +
                             ": error: cpu: compiling k.cu took longer than 60000 ms and was stopped; shorten the "
                             "source, or increase ProgramOptions::time_limit\n");
  std::vector<std::string> as_json = stopped;
  as_json.emplace_back("--json");
  const auto messages = nlohmann::json::parse(run(add, as_json).out).at("messages");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages.at(0).at("line"), 0);
  EXPECT_NE(messages.at(0).at("text").get<std::string>().find("took longer than 60000 ms"), std::string::npos);
}

/// A compiler that writes its messages and fails.
void write_compiler(const tests::TemporaryFolder& folder, const std::string& log, const std::string& end = "exit 1") {
  const std::filesystem::path program = folder.write("c++", "#!/bin/sh\ncat <<'LOG'\n" + log + "LOG\n" + end + "\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
}

TEST_F(Compile, ExitsWithThreeIfTheMachineFailsTheCompiler) {
  const tests::Environment path("PATH", folder.path().string() + ":" + std::getenv("PATH"));
  for (const std::string line :
       {"sh: 1: Cannot fork", "c++: fatal error: cannot execute 'as': vfork: Resource temporarily unavailable",
        "c++: error: unable to execute command: posix_spawn failed: Resource temporarily unavailable",
        "c++: fatal error: Killed signal terminated program cc1plus",
        "c++: fatal error: cannot execute 'cc1plus': execvp: No such file or directory",
        "cc1plus: fatal error: error writing to cc.s: No space left on device",
        "virtual memory exhausted: Cannot allocate memory"}) {
    write_compiler(folder, "k.cu:1:1: warning: odd\n" + line + "\ncompilation terminated.\n");
    const Outcome outcome = run(add, {"--kernel", "Add"});
    EXPECT_EQ(outcome.code, 3) << line << outcome.out;
    EXPECT_NE(outcome.err.find(line), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  }
  // Only the source contains these words.
  for (const std::string log : {"k.cu:1:2: error: #error Cannot fork\n    1 | #error Cannot fork\n",
                                "k.cu:1:2: error: x: Cannot fork\n#error x: Cannot fork\n ^\n",
                                "x.o: undefined reference to `cannot execute'\n"}) {
    write_compiler(folder, log);
    EXPECT_EQ(run(add, {"--kernel", "Add"}).code, 1) << log;
  }
}

TEST_F(Compile, ShowsNoTemporaryPathInErrorsOfTheAssemblerAndLinker) {
  for (const std::string text : {"asm(\"no_such instruction\");\n", "void f() { asm(\"no_such instruction\"); }\n",
                                 "void a() asm(\"twice\");\nvoid a() {}\nvoid b() asm(\"twice\");\nvoid b() {}\n"}) {
    const Outcome outcome = run(text + add, {"--kernel", "Add", "--define", "AMOUNT=3"});
    if (!has_compiler) {
      GTEST_SKIP() << outcome.err;
    }
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_EQ(outcome.out.find("texelscope-temporary"), std::string::npos) << outcome.out;
    EXPECT_TRUE(outcome.out.find("no such instruction") != std::string::npos ||
                outcome.out.find("already defined") != std::string::npos)
        << outcome.out;
  }
  const tests::Environment path("PATH", folder.path().string() + ":" + std::getenv("PATH"));
  write_compiler(folder, "", "echo \"/usr/bin/ld: $TMPDIR/cc.o: relocation refused\"; exit 1");
  EXPECT_EQ(run(add, {"--kernel", "Add"}).out,
            (folder / "k.cu").string() + ": error: /usr/bin/ld: cc.o: relocation refused\n");
}

TEST_F(Compile, PrintsLinesOfBoundedLength) {
  const Outcome outcome = run("int " + std::string(3000, 'a') + " = " + std::string(3000, 'b') + ";\n", {});
  if (!has_compiler) {
    GTEST_SKIP() << outcome.err;
  }
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 2000U);
  }
  EXPECT_NE(outcome.out.find("k.cu:1:"), std::string::npos) << outcome.out.substr(0, 200);
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
