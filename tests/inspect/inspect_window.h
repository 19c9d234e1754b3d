#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "app/sources/source_listener.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/inspect.h"

namespace texelscope::tests {

/// A window's listener, which this process's own arrays find.
class InspectWindow {
 public:
  InspectWindow() {
    static const TemporaryFolder folder;
    static const std::string path = (folder.path() / "window" / "inspect").string();
    setenv("TEXELSCOPE_INSPECT", path.c_str(), 1);
    listener_ = std::make_unique<app::SourceListener>(inspect::Address{.path = path, .host = {}}, [] {});
    for (int i = 0; i < 200 && !inspect::wait_for_window(100); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  /// The next window is found only once this one is known to be gone.
  ~InspectWindow() {
    listener_.reset();
    for (int i = 0; i < 1000 && inspect::wait_for_window(0); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  InspectWindow(const InspectWindow&) = delete;
  InspectWindow& operator=(const InspectWindow&) = delete;

  /// The received state of an array, which the window shows; waits for it.
  [[nodiscard]] std::shared_ptr<const app::SourceFrame> received(const std::string& name) {
    for (int i = 0; i < 1000; ++i) {
      for (const app::SourceFacts& facts : listener_->table().facts()) {
        if (facts.name == name) {
          listener_->set_shown(facts.key, true);
          if (auto frame = listener_->table().frame(facts.key)) {
            return frame;
          }
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << name << " does not arrive: " << testing::PrintToString(listener_->table().take_problems());
    return nullptr;
  }

  [[nodiscard]] app::SourceListener& listener() { return *listener_; }

 private:
  std::unique_ptr<app::SourceListener> listener_;
};

}  // namespace texelscope::tests
