#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::numbers_of;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;
using tests::write_numbers;

/// The files of one test, and the command that uses them.
class Sample : public testing::Test {
 protected:
  /// Runs `sample SOURCE --coords C --out O` with additional options, on the CPU device.
  Outcome run(const std::filesystem::path& source, const std::filesystem::path& coords,
              const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{"sample", source, "--coords", coords, "--out", out(), "--device", "cpu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
  }
  [[nodiscard]] std::filesystem::path out() const { return folder / "o.npy"; }

  /// The shape of the output file as text, and its values as T.
  template <class T>
  std::pair<std::string, std::vector<T>> written() const {
    const gpu::NpyArray array = gpu::read_npy(out());
    EXPECT_EQ(array.type, gpu::element_type_of<T>);
    return {to_string(array.layout.shape()), numbers_of<T>(array.bytes())};
  }

  void expect_error(const Outcome& outcome, const std::string& part) const {
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out()));
  }

  TemporaryFolder folder;
};

TEST_F(Sample, WritesWhatTheTextureReturnsAtEachCoordinate) {
  const auto source = write_numbers<float>(folder / "a.npy", {2, 3}, {0, 1, 2, 10, 11, 12});
  const auto coords = write_numbers<float>(folder / "c.npy", {3, 2}, {0.5F, 0.5F, 1, 1, 100, 100});
  EXPECT_EQ(run(source, coords, {"--filter", "linear"}).code, 0);
  EXPECT_EQ(written<float>(), std::pair(std::string("(3, 1)"), std::vector<float>{0, 5.5F, 12}));
}

TEST_F(Sample, WritesElementsInTheTypeOfTheTexels) {
  const auto source = write_numbers<std::int16_t>(folder / "a.npy", {2, 2}, {-1, 2, -32768, 4});
  const auto coords = write_numbers<float>(folder / "c.npy", {2, 1}, {0.5F, 1.5F});
  EXPECT_EQ(run(source, coords, {"--dims", "1"}).code, 0);
  EXPECT_EQ(written<std::int16_t>(), std::pair(std::string("(2, 2)"), std::vector<std::int16_t>{-1, 2, -32768, 4}));
  EXPECT_EQ(run(source, coords, {"--dims", "1", "--read", "normalized"}).code, 0);
  EXPECT_EQ(written<float>().second, (std::vector<float>{-1 / 32767.0F, 2 / 32767.0F, -1, 4 / 32767.0F}));
}

TEST_F(Sample, ReadsVolumesImagesAndEveryAddressMode) {
  const auto volume = write_numbers<std::uint32_t>(folder / "v.npy", {2, 1, 3}, {1, 2, 3, 4, 5, 6});
  const auto coords = write_numbers<float>(folder / "c.npy", {2, 3}, {2, 0, 1, -1, 0, 1});
  EXPECT_EQ(run(volume, coords, {"--address", "border,clamp,clamp", "--border", "7"}).code, 0);
  EXPECT_EQ(written<std::uint32_t>().second.at(0), 6U);
  const auto image = folder.write("a.pgm", "P5 2 1 255\nAZ");
  const auto at = write_numbers<float>(folder / "d.npy", {3, 2}, {1.25F, 0, -0.25F, 0, 0.75F, 0});
  EXPECT_EQ(run(image, at, {"--normalized-coords", "--address", "mirror"}).code, 0);
  EXPECT_EQ(written<std::uint8_t>(), std::pair(std::string("(3, 1)"), std::vector<std::uint8_t>{'Z', 'A', 'Z'}));
}

TEST_F(Sample, ReadsTheLevelFromTheLastColumn) {
  const auto source = write_numbers<float>(folder / "a.npy", {4, 4}, {1, 3, 0, 0, 5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const auto coords = write_numbers<float>(folder / "c.npy", {5, 3},
                                           {0.1F, 0.1F, 0, 0.1F, 0.1F, 1, 0.1F, 0.1F, 2,  //
                                            0.1F, 0.1F, 9, 0.9F, 0.9F, 1});
  EXPECT_EQ(run(source, coords, {"--mip-levels", "all", "--normalized-coords"}).code, 0);
  EXPECT_EQ(written<float>(), std::pair(std::string("(5, 1)"), std::vector<float>{1, 4, 1, 1, 0}));
  EXPECT_EQ(run(source, coords, {"--mip-levels", "3", "--mip-clamp", "1,1", "--normalized-coords"}).code, 0);
  EXPECT_EQ(written<float>().second, (std::vector<float>{4, 4, 4, 4, 0}));
}

TEST_F(Sample, ReportsFetchesThatWereNotComparedInOneLine) {
  const auto flat = write_numbers<float>(folder / "a.npy", {2, 2}, {1, 2, 3, 4});
  const auto at_flat = write_numbers<float>(folder / "c.npy", {1, 2}, {0.5F, 0.5F});
  const Outcome without_gradients =
      run(flat, at_flat, {"--mip-levels", "all", "--normalized-coords", "--anisotropy", "4"});
  EXPECT_EQ(without_gradients.code, 0);
  EXPECT_EQ(without_gradients.err,
            "texelscope: anisotropy has no effect without gradients; such fetches were not compared with a GPU\n");
  const auto with_gradients = write_numbers<float>(folder / "d.npy", {1, 6}, {0.5F, 0.5F, 1, 0, 0, 0.25F});
  EXPECT_EQ(
      run(flat, with_gradients, {"--mip-levels", "all", "--normalized-coords", "--gradients", "--anisotropy", "4"}).err,
      "");
}

TEST_F(Sample, ReadsTheLayerAfterTheCoordinates) {
  const auto source = write_numbers<std::uint8_t>(folder / "a.npy", {3, 2}, {1, 2, 3, 4, 5, 6});
  const auto coords = write_numbers<float>(folder / "c.npy", {3, 2}, {0, 0, 1, 1, 1, 2});
  EXPECT_EQ(run(source, coords, {"--kind", "layered", "--dims", "1"}).code, 0);
  EXPECT_EQ(written<std::uint8_t>().second, (std::vector<std::uint8_t>{1, 4, 6}));
  const auto between = write_numbers<float>(folder / "d.npy", {1, 2}, {0, 0.5F});
  const Outcome outcome = run(source, between, {"--kind", "layered", "--dims", "1"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("row 0: layer 0.5 is not a 32-bit integer"), std::string::npos) << outcome.err;
}

TEST_F(Sample, AcceptsDirectionsForCubeMaps) {
  const auto source = write_numbers<std::int8_t>(folder / "a.npy", {6, 1, 1}, {1, 2, 3, 4, 5, 6});
  const auto coords =
      write_numbers<float>(folder / "c.npy", {6, 3}, {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1});
  EXPECT_EQ(run(source, coords, {"--kind", "cube", "--normalized-coords"}).code, 0);
  EXPECT_EQ(written<std::int8_t>().second, (std::vector<std::int8_t>{1, 2, 3, 4, 5, 6}));
}

TEST_F(Sample, ReadsLinearAndPitchedMemory) {
  const auto row = write_numbers<std::int32_t>(folder / "a.npy", {5}, {1, 2, 3, 4, -5});
  const auto elements = write_numbers<float>(folder / "c.npy", {3, 1}, {4, 0, 5});
  EXPECT_EQ(run(row, elements, {"--resource", "linear"}).code, 0);
  EXPECT_EQ(written<std::int32_t>().second, (std::vector<std::int32_t>{-5, 1, 0}));
  const auto rows = write_numbers<std::int32_t>(folder / "b.npy", {2, 3}, {1, 2, 3, 4, 5, 6});
  const auto coords = write_numbers<float>(folder / "d.npy", {2, 2}, {2.5F, 1.5F, 0, 1});
  EXPECT_EQ(run(rows, coords, {"--resource", "pitch2d"}).code, 0);
  EXPECT_EQ(written<std::int32_t>().second, (std::vector<std::int32_t>{6, 4}));
}

TEST_F(Sample, GathersFourTexels) {
  const auto source = write_numbers<float>(folder / "a.npy", {2, 2, 2}, {1, 10, 2, 20, 3, 30, 4, 40});
  const auto coords = write_numbers<float>(folder / "c.npy", {1, 2}, {1, 1});
  EXPECT_EQ(run(source, coords, {"--gather", "1"}).code, 0);
  EXPECT_EQ(written<float>(), std::pair(std::string("(1, 4)"), std::vector<float>{30, 40, 20, 10}));
}

TEST_F(Sample, ChoosesTheLevelByGradients) {
  const auto source = write_numbers<float>(folder / "a.npy", {4, 4}, {1, 3, 0, 0, 5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  // The gradients are one and two texels of level 0 per pixel.
  const auto coords =
      write_numbers<float>(folder / "c.npy", {2, 6}, {0.1F, 0.1F, 0.25F, 0, 0, 0.25F, 0.1F, 0.1F, 0.5F, 0, 0, 0.5F});
  const Outcome exact = run(source, coords, {"--mip-levels", "all", "--normalized-coords", "--gradients"});
  EXPECT_EQ(exact.code, 0);
  EXPECT_EQ(exact.err, "");
  EXPECT_EQ(written<float>().second, (std::vector<float>{1, 4}));
}

TEST_F(Sample, AcceptsNoCoordinatesAndASingleAxis) {
  const auto source = write_numbers<float>(folder / "a.npy", {3}, {0, 1, 2});
  EXPECT_EQ(run(source, write_numbers<float>(folder / "c.npy", {0, 1}, {})).code, 0);
  EXPECT_EQ(written<float>().first, "(0, 1)");
  EXPECT_EQ(run(source, write_numbers<float>(folder / "c.npy", {2}, {0, 2})).code, 0);
  EXPECT_EQ(written<float>(), std::pair(std::string("(2, 1)"), std::vector<float>{0, 2}));
}

TEST_F(Sample, AcceptsNanAndInfiniteCoordinates) {
  const auto source = write_numbers<float>(folder / "a.npy", {3}, {1, 2, 3});
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto coords = write_numbers<float>(folder / "c.npy", {3, 1}, {std::nanf(""), infinity, -infinity});
  EXPECT_EQ(run(source, coords).code, 0);
  EXPECT_EQ(written<float>().first, "(3, 1)");
}

TEST_F(Sample, WarnsOfAddressModesThatClampSilently) {
  const auto source = write_numbers<float>(folder / "a.npy", {3}, {1, 2, 3});
  const auto coords = write_numbers<float>(folder / "c.npy", {1, 1}, {4});
  const Outcome outcome = run(source, coords, {"--address", "wrap"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("texelscope: warning: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("the hardware silently clamps instead"), std::string::npos) << outcome.err;
  EXPECT_EQ(written<float>().second, (std::vector<float>{3}));
}

TEST_F(Sample, PrintsOneLineForUnsupportedCombinations) {
  const auto bytes = write_numbers<std::uint8_t>(folder / "a.npy", {3, 3}, std::vector<std::uint8_t>(9));
  const auto words = write_numbers<std::uint32_t>(folder / "b.npy", {3, 3}, std::vector<std::uint32_t>(9));
  const auto coords = write_numbers<float>(folder / "c.npy", {1, 2}, {0, 0});
  expect_error(run(bytes, coords, {"--filter", "linear"}), "linear filtering needs float results");
  expect_error(run(words, coords, {"--read", "normalized"}), "uint32 cannot be read as normalized floats");
  expect_error(run(bytes, coords, {"--srgb"}), "srgb needs uint8 with 4 channels");
  expect_error(run(bytes, coords, {"--mip-levels", "2"}), "normalized coordinates");
  expect_error(run(bytes, coords, {"--resource", "linear"}), "1D");
  expect_error(run(bytes, coords, {"--resource", "pitch2d", "--mip-levels", "2", "--normalized-coords"}),
               "--mip-levels need an array");
  expect_error(run(bytes, coords, {"--resource", "pitch2d", "--gather", "0"}), "--gather reads plain 2D arrays");
  // Invalid options are detected before any device is opened.
  expect_error(run(bytes, coords, {"--filter", "linear", "--fail", "1"}), "linear filtering");
}

TEST_F(Sample, PrintsOneLineForInvalidOptions) {
  const auto source = write_numbers<float>(folder / "a.npy", {3, 3}, std::vector<float>(9));
  const auto coords = write_numbers<float>(folder / "c.npy", {1, 2}, {0, 0});
  expect_error(run(source, coords, {"--address", "wrp"}), "--address cannot be 'wrp': use wrap, clamp, mirror, border");
  expect_error(run(source, coords, {"--address", "wrap,wrap,wrap,wrap"}), "1 to 3");
  expect_error(run(source, coords, {"--filter", ""}), "--filter: the value is empty");
  expect_error(run(source, coords, {"--border", "1,x"}), "'x' is not a number");
  expect_error(run(source, coords, {"--border", "1,2,3,4,5"}), "1 to 4 numbers");
  expect_error(run(source, coords, {"--dims", "4"}), "--dims cannot be '4'");
  expect_error(run(source, coords, {"--format", "float64"}), "--format cannot be 'float64'");
  expect_error(run(source, coords, {"--anisotropy", "17"}), "--anisotropy cannot be '17'");
  expect_error(run(source, coords, {"--mip-levels", "3"}), "--mip-levels cannot be '3'");
  expect_error(run(source, coords, {"--mip-bias", "1"}), "specify --mip-levels too");
  expect_error(run(source, coords, {"--gather", "4"}), "--gather cannot be '4'");
  expect_error(run(source, coords, {"--kind", "round"}), "--kind cannot be 'round'");
}

TEST_F(Sample, PrintsOneLineForUnusableFiles) {
  const auto source = write_numbers<float>(folder / "a.npy", {3, 3}, std::vector<float>(9));
  const auto coords = write_numbers<float>(folder / "c.npy", {1, 2}, {0, 0});
  expect_error(run(folder / "missing.npy", coords), "missing.npy");
  expect_error(run(folder / "missing.png", coords), "missing.png");
  expect_error(run(source, folder / "missing.npy"), "missing.npy");
  expect_error(run(source, write_numbers<double>(folder / "d.npy", {1, 2}, {0, 0})), "float64");
  expect_error(run(source, write_numbers<float>(folder / "d.npy", {1, 4}, {0, 0, 0, 0})),
               "use (N, 2), or (N, 3) with the level last");
  expect_error(run(source, write_numbers<float>(folder / "d.npy", {1, 1, 2}, {0, 0})), "use (N, columns)");
  expect_error(run(write_numbers<double>(folder / "d.npy", {1, 2}, {0, 0}), coords), "float64");
  expect_error(run(folder.write("cut.npy", "\x93NUMPY"), coords), "cut.npy");
  expect_error(
      run_command({"sample", source, "--coords", coords, "--out", folder / "missing/o.npy", "--device", "cpu"}),
      "does not exist; create it first");
}

TEST(ExplainCommand, TakesTwoBytesOfMemoryForEachByteOfAnImage) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const TemporaryFolder folder;
  const auto peak_of = [&](unsigned extent) {
    // An uncompressed TGA file with 32 bits per pixel, all 0.
    std::string header("\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\40\50", 18);
    for (const std::size_t at : {std::size_t{12}, std::size_t{14}}) {
      header[at] = static_cast<char>(extent & 255U);
      header[at + 1] = static_cast<char>(extent >> 8U);
    }
    const std::filesystem::path file = folder.write("image.tga", header);
    std::filesystem::resize_file(file, header.size() + std::uintmax_t{4} * extent * extent);
    const tests::Ending ending = tests::run_program({.arguments = {"explain", file, "--at", "3,4", "--device", "cpu"}});
    EXPECT_EQ(ending.code(), 0) << ending.err;
    return static_cast<double>(ending.peak_bytes);
  };
  constexpr double bytes = 4.0 * 8192 * 8192;
  EXPECT_LT(peak_of(8192), peak_of(8) + 2.1 * bytes);
}

}  // namespace
}  // namespace texelscope::app
