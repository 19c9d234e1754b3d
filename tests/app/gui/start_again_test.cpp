#include "app/gui/start_again.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace texelscope::app {
namespace {

TEST(StartAgain, ReplacesTheProcessAndAddsTheVariables) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    try {
      start_again("/bin/sh", {"sh", "-c", "echo \"$0 $1 $__GLX_VENDOR_LIBRARY_NAME\"", "zero", "two words"},
                  {{"__GLX_VENDOR_LIBRARY_NAME", "nvidia"}});
    } catch (const std::system_error&) {
      ::_exit(3);
    }
  }
  ::close(ends[1]);
  std::string said(100, '\0');
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(ends[0], said.data(), said.size()), 0)));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(said, "zero two words nvidia\n");
}

TEST(StartAgain, ReportsWhyItCannot) {
  EXPECT_THROW(start_again("/nonexistent/texelscope", {"texelscope"}, {}), std::system_error);
}

TEST(StartAgain, KnowsTheArgumentsOfThisProcess) {
  const std::vector<std::string> arguments = own_arguments();
  ASSERT_FALSE(arguments.empty());
  EXPECT_NE(arguments.front().find("texelscope_app_tests"), std::string::npos) << arguments.front();
}

}  // namespace
}  // namespace texelscope::app
