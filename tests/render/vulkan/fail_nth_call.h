#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "render/common/call_observer.h"
#include "render/common/error.h"

namespace texelscope::tests {

/// Fails the Nth call of the renderer on this thread, or of one function, with a Vulkan result, for as long as it
/// exists.
class FailNthCall final : public render::CallObserver {
 public:
  FailNthCall(std::string_view function, std::uint64_t nth, std::string_view result)
      : function_{function}, nth_{nth}, result_{result} {}

  bool before(std::string_view name) noexcept override {
    if ((!function_.empty() && name != function_) || ++count_ != nth_) {
      return false;
    }
    failed_ = name;
    return true;
  }
  [[nodiscard]] std::string_view injected_result() const noexcept override { return result_; }
  /// The call that failed; empty before that.
  [[nodiscard]] std::string_view failed() const noexcept { return failed_; }

 private:
  std::string_view function_;
  std::uint64_t nth_;
  std::string_view result_;
  std::uint64_t count_ = 0;
  std::string_view failed_;
  render::ObserveCalls observed_{*this};
};

/// Runs the work once for each of its renderer calls, and makes that call fail with an out-of-memory error: the work
/// must throw an error that names the call, or succeed anyway. @returns the number of calls.
inline std::uint64_t fail_each_call(const std::function<void()>& work) {
  for (std::uint64_t number = 1;; ++number) {
    const FailNthCall fault{"", number, ""};
    try {
      work();
    } catch (const render::Error& error) {
      EXPECT_NE(std::string_view(error.what()).find(fault.failed()), std::string_view::npos)
          << "call " << number << ", " << fault.failed() << ": " << error.what();
    }
    if (fault.failed().empty() || testing::Test::HasFailure()) {
      return number - 1;
    }
  }
}

}  // namespace texelscope::tests
