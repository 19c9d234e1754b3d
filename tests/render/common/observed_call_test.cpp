#include "render/common/observed_call.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace texelscope::render {
namespace {

/// Records all calls, and fails those with a given name.
struct Recorder : CallObserver {
  std::string failing;
  std::vector<std::string> seen;

  bool before(std::string_view name) noexcept override { return name == failing; }
  void after(std::string_view name, std::string_view failure, CallClock::time_point start,
             CallClock::time_point end) noexcept override {
    EXPECT_LE(start, end);
    std::string& line = seen.emplace_back(name);
    if (!failure.empty()) {
      line.append(" ").append(failure);
    }
  }
};

TEST(ObservedCall, IsMadeAndObserved) {
  Recorder recorder;
  const ObserveCalls observed{recorder};
  EXPECT_EQ(observed_call("glMake", 0, "nothing", [] { return 7; }), 7);
  EXPECT_EQ(observed_call("glMake", 0, "nothing", [] { return 0; }), 0);
  EXPECT_EQ(recorder.seen, (std::vector<std::string>{"glMake", "glMake nothing"}));
  EXPECT_EQ(take_injected_failure(), "") << "the library reports its own failures in its own errors";
}

TEST(ObservedCall, IsNotMadeIfTheObserverFailsIt) {
  Recorder recorder;
  recorder.failing = "eglMake";
  const ObserveCalls observed{recorder};
  bool is_made = false;
  EXPECT_EQ(observed_call("eglMake", 0, "EGL_BAD_ALLOC", [&] { return is_made = true, 7; }), 0);
  EXPECT_FALSE(is_made);
  EXPECT_EQ(recorder.seen, (std::vector<std::string>{"eglMake EGL_BAD_ALLOC"}));
  EXPECT_EQ(take_injected_failure(), "EGL_BAD_ALLOC");
  EXPECT_EQ(take_injected_failure(), "") << "once";
}

TEST(ObserveCalls, IsLimitedToOneThreadAndScope) {
  Recorder outer;
  Recorder inner;
  const auto call = [] { static_cast<void>(observed_call("call", 0, "", [] { return 1; })); };
  call();
  {
    const ObserveCalls first{outer};
    call();
    {
      const ObserveCalls second{inner};
      call();
    }
    call();
    std::thread{call}.join();
  }
  call();
  EXPECT_EQ(outer.seen.size(), 2U);
  EXPECT_EQ(inner.seen.size(), 1U);
}

}  // namespace
}  // namespace texelscope::render
