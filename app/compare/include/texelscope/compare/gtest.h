#pragma once

#include <gtest/gtest.h>

#include <string>

#include "texelscope/compare/expected_image.h"
#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

/// Where the images of the tests are, unless environment variables of these names say so: see
/// texelscope_image_folders() of the CMake package, which defines both for a target.
#ifndef TEXELSCOPE_EXPECTED_IMAGES
#define TEXELSCOPE_EXPECTED_IMAGES "expected_images"
#endif
#ifndef TEXELSCOPE_ACTUAL_IMAGES
#define TEXELSCOPE_ACTUAL_IMAGES "actual_images"
#endif

namespace texelscope::compare {

/// Whether an image is the expected one within the limits; see check_image(). The report of one that is not is in the
/// test's XML, as the property "image_report"; that of a known failure, as "image_known_failure".
[[nodiscard]] inline ::testing::AssertionResult image_near(const ImageFolders& folders, const ImageView& image,
                                                           const std::string& name, const Limits& limits = {}) {
  try {
    const ImageCheck check = check_image(image, name, limits, folders);
    if (check.is_updated) {
      ::testing::Test::RecordProperty("image_updated", name);
    }
    if (!check.result.known_failure.empty()) {
      ::testing::Test::RecordProperty("image_known_failure", check.result.known_failure);
    }
    if (check.has_passed()) {
      return ::testing::AssertionSuccess() << check.text;
    }
    ::testing::Test::RecordProperty("image_report", check.report.string());
    return ::testing::AssertionFailure() << check.text;
  } catch (const Error& error) {
    return ::testing::AssertionFailure() << error.what();
  }
}

}  // namespace texelscope::compare

/// EXPECT_IMAGE_NEAR(image, "name.png") or (image, "name.png", limits): fails where an ImageView is not the image of
/// that name among the expected ones. With TEXELSCOPE_UPDATE_IMAGES=1 in the environment it becomes it.
#define EXPECT_IMAGE_NEAR(image, ...)            \
  EXPECT_TRUE(::texelscope::compare::image_near( \
      ::texelscope::compare::image_folders(TEXELSCOPE_EXPECTED_IMAGES, TEXELSCOPE_ACTUAL_IMAGES), image, __VA_ARGS__))

/// The same, and ends the test function where it fails.
#define ASSERT_IMAGE_NEAR(image, ...)            \
  ASSERT_TRUE(::texelscope::compare::image_near( \
      ::texelscope::compare::image_folders(TEXELSCOPE_EXPECTED_IMAGES, TEXELSCOPE_ACTUAL_IMAGES), image, __VA_ARGS__))
