#include "gpu/object/program/program_text.h"

#include <gtest/gtest.h>

namespace texelscope::gpu {
namespace {

using Severity = CompileMessage::Severity;

std::string text_of(const std::vector<CompileMessage>& messages) {
  std::string text;
  for (const CompileMessage& each : messages) {
    text += std::string{to_string(each.severity)} + " " + std::to_string(each.line) + ":" +
            std::to_string(each.column) + " " + each.text + "\n";
  }
  return text;
}

// The logs below were written by the compilers.

TEST(CompileMessages, AreParsedFromGccOutput) {
  constexpr const char* log =
      "pixel.cu: In member function 'void Pixel::operator()(texelscope::kernels::Index) const':\n"
      "pixel.cu:3:16: error: 'foo' was not declared in this scope\n"
      "    3 |     Float4 c = foo(3);\n"
      "      |                ^~~\n"
      "In file included from program.cpp:1:\n"
      "include/texelscope/kernels/vector.h:9:3: error: static assertion failed\n"
      "pixel.cu:5:9: warning: unused variable 'd' [-Wunused-variable]\n"
      "pixel.cu:9:10: fatal error: nope.h: No such file or directory\n"
      "compilation terminated.\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "pixel.cu", "")),
            "error 3:16 'foo' was not declared in this scope\n"
            "error 0:0 static assertion failed\n"
            "warning 5:9 unused variable 'd' [-Wunused-variable]\n"
            "error 9:10 nope.h: No such file or directory\n");
}

TEST(CompileMessages, AreParsedFromClangOutput) {
  constexpr const char* log =
      "my kernel.cu:3:16: error: use of undeclared identifier 'foo'\n"
      "    Float4 c = foo(3);\n"
      "               ^\n"
      "my kernel.cu:1:8: note: candidate is here\n"
      "1 error generated.\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "my kernel.cu", "")),
            "error 3:16 use of undeclared identifier 'foo'\n"
            "note 1:8 candidate is here\n");
}

TEST(CompileMessages, AreParsedFromNvrtcOutputWithColumnsFromCarets) {
  constexpr const char* source =
      "struct Pixel {\n"
      "  void f() {\n"
      "\t   Float4 c = foo(3); int unused;\n"
      "   c.x += sine(time) + ;\n";
  constexpr const char* log =
      "user.cu(3): error: identifier \"foo\" is undefined\n"
      "  \t   Float4 c = foo(3); int unused;\n"
      "  \t              ^\n"
      "\n"
      "user.cu(4): error: expected an expression\n"
      "     c.x += sine(time) + ;\n"
      "                         ^\n"
      "\n"
      "user.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n"
      "  \t   Float4 c = foo(3); int unused;\n"
      "  \t                          ^\n"
      "\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
      "\n"
      "user.cu(9): catastrophic error: cannot open source file \"nope.h\"\n"
      "  #include \"nope.h\"\n"
      "                   ^\n"
      "2 errors detected in the compilation of \"program.cu\".\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "user.cu", source)),
            "error 3:16 identifier \"foo\" is undefined\n"
            "error 4:24 expected an expression\n"
            "warning 3:28 variable \"unused\" was declared but never referenced\n"
            "error 9:0 cannot open source file \"nope.h\"\n");
}

TEST(CompileMessages, OfTheLinkerHaveNoLine) {
  constexpr const char* log =
      "/usr/bin/ld: a.o: in function `texelscope_kernel_0':\n"
      "program.cpp:(.text+0x2c): undefined reference to `missing(float)'\n"
      "collect2: error: ld returned 1 exit status\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "pixel.cu", "")), "error 0:0 undefined reference to `missing(float)'\n");
}

TEST(CompileMessages, AreLimitedToAHundred) {
  std::string log;
  for (int i = 1; i <= 1000; ++i) {
    log += "a:" + std::to_string(i) + ":1: error: no\n";
  }
  EXPECT_EQ(read_compile_messages(log, "a", "").size(), 100U);
  EXPECT_EQ(text_of(read_compile_messages("a(\na(9\na:\na:x\na:1\na(1): \na:1:2\na(99999999999): error: x\n", "a", "")),
            "error 0:0 x\n");
}

TEST(CompileMessages, OfAHeaderReportOnlyTheFirstAtTheIncludingLine) {
  constexpr const char* log =
      "In file included from /usr/include/c++/12/bits/exception_ptr.h:40,\n"
      "                 from /usr/include/c++/12/stdexcept:38,\n"
      "                 from pixel.cu:2:\n"
      "/usr/include/c++/12/new:126:26: error: not within a namespace\n"
      "  126 | void* operator new(std::size_t)\n"
      "/usr/include/c++/12/new:128:26: error: not within a namespace\n"
      "pixel.cu:4:1: error: expected a name\n"
      "In file included from /usr/include/c++/12/bits/exception_ptr.h:40:\n"
      "/usr/include/c++/12/new:135:6: error: not within a namespace\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "pixel.cu", "")),
            "error 2:0 an included file does not compile: not within a namespace\n"
            "error 4:1 expected a name\n");
}

TEST(CompileMessages, OfAHeaderThatTheTextDoesNotIncludeHaveNoLine) {
  EXPECT_EQ(text_of(read_compile_messages("In file included from a.h:1:\nb.h:1:1: error: no\n", "pixel.cu", "")),
            "error 0:0 no\n");
}

TEST(CompileMessages, OfAnEndlessFileAreAtTheOnlyInclude) {
  constexpr const char* log = "\ncc1plus: out of memory allocating 2147483664 bytes after a total of 610304 bytes\n";
  constexpr const char* said = "0 out of memory allocating 2147483664 bytes after a total of 610304 bytes\n";
  EXPECT_EQ(text_of(read_compile_messages(log, "a", "int a;\n # include \"/dev/zero\"\n")),
            std::string{"error 2:"} + said);
  EXPECT_EQ(text_of(read_compile_messages(log, "a", "#include <a>\n#include <b>\n")), std::string{"error 0:"} + said);
}

}  // namespace
}  // namespace texelscope::gpu
