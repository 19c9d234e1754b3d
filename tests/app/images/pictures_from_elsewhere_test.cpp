#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

/// Images written by other programs, and the values that decoders without shared code read from them. make_pictures.py,
/// in the same folder, documents how both were created.
namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string name;
  std::string part;
  int width = 0;
  int height = 0;
  int channels = 0;
  std::string type;
  double error = 0;
  std::vector<double> values;
};

fs::path folder() { return TEXELSCOPE_PICTURES_FROM_ELSEWHERE; }

std::vector<Expected> expected_pictures() {
  std::vector<Expected> all;
  std::ifstream file(folder() / "expected.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Expected one;
    words >> one.name >> one.part >> one.width >> one.height >> one.channels >> one.type >> one.error;
    one.part = one.part == "-" ? "" : one.part;
    for (std::string value; words >> value;) {
      one.values.push_back(std::stod(value));
    }
    all.push_back(one);
  }
  return all;
}

std::set<std::string> names_of_files() {
  std::set<std::string> names;
  for (const Expected& expected : expected_pictures()) {
    names.insert(expected.name);
  }
  return names;
}

double value_of(const Image& image, std::size_t index) {
  switch (image.type) {
    case gpu::DataType::uint8:
      return sample_of<std::uint8_t>(image, index);
    case gpu::DataType::uint16:
      return sample_of<std::uint16_t>(image, index);
    case gpu::DataType::uint32:
      return sample_of<std::uint32_t>(image, index);
    default:
      return sample_of<float>(image, index);
  }
}

bool is_near(double value, double expected, double error) {
  return std::isnan(expected) ? std::isnan(value) : value == expected || std::abs(value - expected) <= error;
}

TEST(PicturesFromElsewhere, HaveTheValuesThatAnIndependentDecoderReads) {
  const std::vector<Expected> all = expected_pictures();
  EXPECT_GE(all.size(), 30U);
  for (const Expected& expected : all) {
    SCOPED_TRACE(expected.name + " " + expected.part);
    Image image;
    ASSERT_NO_THROW(image = load_image(folder() / expected.name, {.part = expected.part}));
    EXPECT_EQ(image.width, expected.width);
    EXPECT_EQ(image.height, expected.height);
    EXPECT_EQ(image.channels, expected.channels);
    ASSERT_EQ(gpu::to_string(image.type), expected.type);
    ASSERT_EQ(image.pixels.size() / gpu::size_bytes(image.type), expected.values.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
      if (!is_near(value_of(image, i), expected.values[i], expected.error) && wrong++ == 0) {
        ADD_FAILURE() << "value " << i << " is " << value_of(image, i) << ", expected " << expected.values[i];
      }
    }
    EXPECT_EQ(wrong, 0U);
  }
}

/// Expects that the file is either rejected with a one-line error or read. A truncated file must have the original
/// values.
void expect_no_surprise(const std::string& damaged, const std::string& whole, bool is_cut) {
  try {
    const Image image = tests::decoded(damaged);
    EXPECT_TRUE(!is_cut || image.pixels == tests::decoded(whole).pixels) << damaged.size() << " bytes";
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

TEST(PicturesFromElsewhere, AreRefusedWhereverTheyAreTruncated) {
  for (const std::string& name : names_of_files()) {
    SCOPED_TRACE(name);
    const std::string whole = tests::file_bytes(folder() / name);
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t size = 0; size < whole.size(); size += step) {
      expect_no_surprise(whole.substr(0, size), whole, true);
    }
  }
}

TEST(PicturesFromElsewhere, NeverCrashTheProgramIfDamaged) {
  for (const std::string& name : names_of_files()) {
    SCOPED_TRACE(name);
    const std::string whole = tests::file_bytes(folder() / name);
    // Covers all of the headers and, in long files, some of the pixels.
    for (std::size_t at = 0; at < whole.size(); at += at < 400 ? 1 : 1 + whole.size() / 200) {
      for (const int flipped : {0xFF, 1 << at % 8}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ flipped);
        expect_no_surprise(damaged, whole, false);
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::app
