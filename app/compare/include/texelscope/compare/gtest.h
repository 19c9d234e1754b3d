#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <string>

#include "texelscope/compare/expected_image.h"
#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

/// The image folders of the tests, unless environment variables of these names are set; texelscope_image_folders() of
/// the CMake package defines both for a target.
#ifndef TEXELSCOPE_EXPECTED_IMAGES
#define TEXELSCOPE_EXPECTED_IMAGES "expected_images"
#endif
#ifndef TEXELSCOPE_ACTUAL_IMAGES
#define TEXELSCOPE_ACTUAL_IMAGES "actual_images"
#endif

/// The name of the test program in reports; texelscope_image_folders() defines the name of the target.
#ifndef TEXELSCOPE_IMAGE_TESTS
#define TEXELSCOPE_IMAGE_TESTS ""
#endif

namespace texelscope::compare {

/// The name of the running test, "Suite.Test", or "no test".
[[nodiscard]] inline std::string current_test() {
  const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "no test" : std::string(test->test_suite_name()) + "." + test->name();
}

/// image_folders() of the running test; a report names the test after its program.
[[nodiscard]] inline ImageFolders folders_of_test(const char* expected, const char* actual,
                                                  const std::string& program) {
  ImageFolders folders = image_folders(expected, actual);
  folders.test = (program.empty() ? "" : program + ".") + current_test();
  return folders;
}

/// The image names that the tests of this process have used: two images with the same name would overwrite each other's
/// files.
class UsedImageNames : public ::testing::EmptyTestEventListener {
 public:
  /// The instance of the process.
  static UsedImageNames& instance() {
    // GoogleTest deletes its listeners.
    static UsedImageNames* const names = [] {
      auto* const made = new UsedImageNames;
      ::testing::UnitTest::GetInstance()->listeners().Append(made);
      return made;
    }();
    return *names;
  }

  /// @throws Error if the path was used before; names both tests.
  void use(const std::string& path) {
    const std::string user = current_test();
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto place = users_.emplace(path, user);
    if (!place.second) {
      throw Error("two images have the name " + path + ", one of " + place.first->second + " and one of " + user +
                  "; use a different name for each");
    }
  }

  /// With --gtest_repeat, tests run again and reuse their names.
  void OnTestIterationStart(const ::testing::UnitTest& /*unit_test*/, int /*iteration*/) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    users_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> users_;
};

/// Whether an image matches the expected one within the limits; see check_image(). The report of a failure is in the
/// test's XML output as the property "image_report", that of a known failure as "image_known_failure". Read and write
/// errors are failures, too, as is a name that was used before.
[[nodiscard]] inline ::testing::AssertionResult image_near(const ImageFolders& folders, const ImageView& image,
                                                           const std::string& name, const Limits& limits = {}) {
  const char* const advice =
      folders.expected.is_relative()
          ? "\nThe image folders depend on the working directory; call texelscope_image_folders(TARGET) in CMake to "
            "fix them."
          : "";
  try {
    UsedImageNames::instance().use((folders.expected / name).string());
    const ImageCheck check = check_image(image, name, limits, folders);
    if (check.is_updated) {
      ::testing::Test::RecordProperty("image_updated", name);
      std::cout << "texelscope: " << check.text << std::endl;
    }
    if (!check.result.known_failure.empty()) {
      ::testing::Test::RecordProperty("image_known_failure", check.result.known_failure);
    }
    if (check.has_passed()) {
      return ::testing::AssertionSuccess() << check.text;
    }
    ::testing::Test::RecordProperty("image_report", check.report.string());
    return ::testing::AssertionFailure() << check.text << advice;
  } catch (const std::exception& error) {
    return ::testing::AssertionFailure() << error.what() << advice;
  }
}

/// Returns the result unchanged, for EXPECT_PRED_FORMAT1, which then prints only the message.
[[nodiscard]] inline ::testing::AssertionResult as_it_is(const char* /*expression*/,
                                                         const ::testing::AssertionResult& result) {
  return result;
}

}  // namespace texelscope::compare

/// EXPECT_IMAGE_NEAR(image, "name.png") or (image, "name.png", limits): fails if an ImageView does not match the
/// expected image of that name. With TEXELSCOPE_UPDATE_IMAGES=1 in the environment, it replaces the expected image.
/// Image names must be unique in a process.
#define EXPECT_IMAGE_NEAR(image, ...)                                                                                  \
  EXPECT_PRED_FORMAT1(::texelscope::compare::as_it_is,                                                                 \
                      ::texelscope::compare::image_near(                                                               \
                          ::texelscope::compare::folders_of_test(TEXELSCOPE_EXPECTED_IMAGES, TEXELSCOPE_ACTUAL_IMAGES, \
                                                                 TEXELSCOPE_IMAGE_TESTS),                              \
                          image, __VA_ARGS__))

/// Like EXPECT_IMAGE_NEAR, but ends the test function on failure.
#define ASSERT_IMAGE_NEAR(image, ...)                                                                                  \
  ASSERT_PRED_FORMAT1(::texelscope::compare::as_it_is,                                                                 \
                      ::texelscope::compare::image_near(                                                               \
                          ::texelscope::compare::folders_of_test(TEXELSCOPE_EXPECTED_IMAGES, TEXELSCOPE_ACTUAL_IMAGES, \
                                                                 TEXELSCOPE_IMAGE_TESTS),                              \
                          image, __VA_ARGS__))
