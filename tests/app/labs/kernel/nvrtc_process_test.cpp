#include "gpu/cuda/nvrtc_process.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <stop_token>
#include <string>

#include "app/files/child_process.h"
#include "app/labs/kernel/kernel_examples.h"
#include "gpu/files/sanitizer.h"

// This file is empty without nvcc, because the library then has no CUDA device.
#ifdef TEXELSCOPE_WITH_CUDA

#include "tests/app/labs/kernel/nvrtc_processes.h"

namespace texelscope::app {
namespace {

TEST_F(NvrtcProcess, ReturnsTheSameImageAsNvrtcInThisProcess) {
  const CompiledKernel compiled = compile(kernel_examples().front().text);
  ASSERT_TRUE(compiled.program) << compiled.error;
  const gpu::ObjectCode expected = compile_by({}, kernel_examples().front().text);
  EXPECT_EQ(compiled.program->code->binary, expected.binary);
  EXPECT_EQ(compiled.program->code->kernel_sizes, expected.kernel_sizes);
  EXPECT_EQ(expected.binary[1], std::byte{'E'}) << "an ELF file";
}

TEST_F(NvrtcProcess, ReportsErrorsAndWarningsLikeNvrtcInThisProcess) {
  const CompiledKernel wrong =
      compile("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  no_such_thing;\n}\n");
  ASSERT_EQ(wrong.messages.size(), 1U) << wrong.error;
  EXPECT_EQ(wrong.messages[0].line, 2);
  EXPECT_EQ(wrong.messages[0].column, 3);
  EXPECT_EQ(wrong.error, error_by({}, wrong.text));
  const CompiledKernel warned = compile(text_with("", "int forgotten = 3;"));
  ASSERT_EQ(warned.messages.size(), 1U) << warned.error;
  EXPECT_EQ(warned.messages[0].line, 3);
  EXPECT_EQ(warned.messages[0].severity, gpu::CompileMessage::Severity::warning);
}

TEST_F(NvrtcProcess, RejectsAnEndlessFile) {
  const std::string error = bounded_error("#include \"/dev/zero\"\n");
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: line 1, ")) << error;
  EXPECT_NE(error.find("\"/dev/zero\": not a regular file"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, StopsAnExplodingTemplateAtItsMemoryLimit) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "sanitizers need more address space than the limit allows";
  }
  const std::string error = bounded_error(template_bomb);
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: ")) << error;
  EXPECT_NE(error.find("memory"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, StopsAFileOfGigabytesAtItsMemoryLimit) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "sanitizers need more address space than the limit allows";
  }
  const tests::TemporaryFolder other;
  const std::filesystem::path file = other.write("large.h", "");
  std::filesystem::resize_file(file, std::uintmax_t{3} << 30);
  const std::string error = bounded_error("#include \"" + file.string() + "\"\n");
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: line 1, column 1: ")) << error;
  EXPECT_NE(error.find("memory"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, EndsWithinASecondWhenItIsStopped) {
  std::stop_source stop;
  auto compiling = std::async(std::launch::async, [&] { return compile(template_bomb, stop.get_token()); });
  EXPECT_EQ(compiling.wait_for(500ms), std::future_status::timeout);
  const Clock::time_point start = Clock::now();
  stop.request_stop();
  const CompiledKernel compiled = compiling.get();
  EXPECT_LT(Clock::now() - start, 1s);
  EXPECT_EQ(compiled.error, "cuda:0: compiling kernel.cu was canceled; compile it again");
}

TEST_F(NvrtcProcess, EndsAtItsTimeLimit) {
  const Clock::time_point start = Clock::now();
  const std::string error = error_by(process_, template_bomb, 500ms);
  EXPECT_LT(Clock::now() - start, 1500ms);
  EXPECT_NE(error.find("took longer than 500 ms and was stopped"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, ThatDoesNotAnswerIsReportedWithTheReason) {
  EXPECT_NE(error_by({"/no/texelscope"}, good_text).find("NVRTC process exited with code 127: "), std::string::npos);
  EXPECT_NE(error_by({"/no/texelscope"}, good_text).find("/no/texelscope: not found"), std::string::npos);
  const auto error_of_script = [&](const std::string& script) {
    return error_by({"/bin/sh", "-c", script}, good_text);
  };
  EXPECT_NE(error_of_script("kill -SEGV $$").find("NVRTC was terminated by signal 11 (Segmentation fault)"),
            std::string::npos);
  EXPECT_NE(error_of_script("kill -XCPU $$").find("took longer than"), std::string::npos);
  for (const char* const answer :
       {"", "wrong 0 0 0 0", "texelscope-compiled", "texelscope-compiled 0 1 1 99999999999999",
        "texelscope-compiled 0 0 0 0\\nmore", "texelscope-compiled 0 -1 0 0"}) {
    const std::string error = error_of_script(std::string{"printf '"} + answer + "'");
    EXPECT_NE(error.find("NVRTC process exited with code 0"), std::string::npos) << answer << ": " << error;
  }
}

TEST_F(NvrtcProcess, RejectsItsCommandWhenRunByAUser) {
  const auto error_of_input = [&](const std::string& script) {
    ChildCommand command;
    command.program = "/bin/sh";
    command.arguments = {"-c", script, tests::built_program().string(), std::string{kernel_compiler_command}};
    command.input = "compile this\n";
    const ChildOutcome outcome = run_child(command);
    EXPECT_EQ(outcome.exit_code, 2) << script;
    return outcome.errors;
  };
  EXPECT_NE(error_of_input("exec \"$0\" \"$@\" </dev/null").find("must pass a socket as standard input"),
            std::string::npos);
  EXPECT_NE(error_of_input("exec \"$0\" \"$@\"").find("standard input does not contain a compile request"),
            std::string::npos);
}

TEST_F(NvrtcProcess, IsNeverReplacedByThisProcess) {
  const tests::ChildProgram none{""};
  compiler_.emplace(device_);
  EXPECT_NE(compile(good_text).error.find("set TEXELSCOPE_PROGRAM to its path"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app

#endif
