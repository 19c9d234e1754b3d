#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;

using Index = std::array<std::int64_t, 3>;

/// The elements of the copied array, in C order: each contains its index.
constexpr Index source_shape{3, 4, 5};
std::int32_t source_at(std::int64_t i, std::int64_t j, std::int64_t k) {
  return static_cast<std::int32_t>(1000 + (i * source_shape[1] + j) * source_shape[2] + k);
}

class CopyCommand : public testing::Test {
 protected:
  CopyCommand() {
    std::vector<std::int32_t> values(60);
    std::iota(values.begin(), values.end(), source_at(0, 0, 0));
    gpu::write_npy(input, std::as_bytes(std::span(values)), gpu::StridedLayout({3, 4, 5}, sizeof(std::int32_t)),
                   gpu::element_type_of<std::int32_t>);
  }

  [[nodiscard]] Outcome copy(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments{"copy", input, output, "--device", "cpu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
  }

  /// Compares the written file with a loop over its elements, in file order.
  void expect_copy(const Index& shape, bool is_fortran_order,
                   const std::function<std::int32_t(Index)>& expected) const {
    const gpu::NpyArray array = gpu::read_npy(output);
    EXPECT_EQ(array.layout.is_contiguous_f() && !array.layout.is_contiguous_c(), is_fortran_order);
    ASSERT_EQ(array.layout.shape(), gpu::Dimensions({shape[0], shape[1], shape[2]}));
    const std::array<std::size_t, 3> slowest_first =
        is_fortran_order ? std::array<std::size_t, 3>{2, 1, 0} : std::array<std::size_t, 3>{0, 1, 2};
    std::size_t at = 0;
    Index index{};
    for (std::int64_t a = 0; a < shape[slowest_first[0]]; ++a) {
      for (std::int64_t b = 0; b < shape[slowest_first[1]]; ++b) {
        for (std::int64_t c = 0; c < shape[slowest_first[2]]; ++c, at += sizeof(std::int32_t)) {
          index[slowest_first[0]] = a;
          index[slowest_first[1]] = b;
          index[slowest_first[2]] = c;
          std::int32_t value = 0;
          std::memcpy(&value, array.bytes().data() + at, sizeof(value));
          ASSERT_EQ(value, expected(index)) << '(' << index[0] << ", " << index[1] << ", " << index[2] << ')';
        }
      }
    }
    EXPECT_EQ(at, array.bytes().size());
  }

  tests::TemporaryFolder folder;
  std::filesystem::path input = folder / "in.npy";
  std::filesystem::path output = folder / "out.npy";
};

TEST_F(CopyCommand, WritesPermutedElementsInEitherOrder) {
  const auto permuted = [](Index at) { return source_at(at[1], at[2], at[0]); };
  ASSERT_EQ(copy({"--op", "permuted(2,0,1)"}).code, 0);
  expect_copy({5, 3, 4}, false, permuted);
  ASSERT_EQ(copy({"--op", "permuted(2,0,1)", "--order", "F"}).code, 0);
  expect_copy({5, 3, 4}, true, permuted);
}

TEST_F(CopyCommand, WritesSlicesOfOperationsInTheirOrder) {
  ASSERT_EQ(copy({"--op", "sliced(::-2, 1:, 1:4)", "--op", "permuted(1,0,2)"}).code, 0);
  expect_copy({3, 2, 3}, false, [](Index at) { return source_at(2 - 2 * at[1], 1 + at[0], 1 + at[2]); });
  ASSERT_EQ(copy({"--op", "sliced(1, ::-1)", "--op", "unsqueezed(0)", "--op", "broadcast_to(2,4,5)"}).code, 0);
  expect_copy({2, 4, 5}, false, [](Index at) { return source_at(1, 3 - at[1], at[2]); });
}

TEST_F(CopyCommand, ReadsWhatItWrote) {
  ASSERT_EQ(copy({"--op", "permuted(2,0,1)", "--order", "F"}).code, 0);
  std::filesystem::rename(output, input);
  ASSERT_EQ(copy({"--op", "permuted(1,2,0)"}).code, 0);
  expect_copy(source_shape, false, [](Index at) { return source_at(at[0], at[1], at[2]); });
}

TEST_F(CopyCommand, PrintsThePlanWithoutCopying) {
  const Outcome outcome = run_command({"copy", input, "--plan", "--op", "permuted(2,0,1)"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* const line : {"source       shape (5, 3, 4), strides (1, 20, 5), itemsize 4\n",
                                 "destination  shape (5, 3, 4), strides (12, 4, 1), itemsize 4\n",
                                 "  axis of 5 items: 4 bytes apart in the source, 48 in the destination\n",
                                 "  axis of 12 items: 20 bytes apart in the source, 4 in the destination\n"}) {
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << outcome.out;
  }
  EXPECT_FALSE(std::filesystem::exists(output));
}

TEST_F(CopyCommand, PlansACopyFromTheHeaderAlone) {
  // A sparse file with 1 GiB of zeros.
  constexpr std::size_t side = 16384;
  std::ostringstream small;
  const std::array<float, 1> number{};
  gpu::write_npy(small, std::as_bytes(std::span(number)), gpu::StridedLayout({1, 1}, 4), gpu::element_type_of<float>);
  std::string header = small.str().substr(0, small.str().size() - sizeof(float));
  const std::string one = "(1, 1)";
  const std::string large = "(16384, 16384)";
  const std::size_t shape = header.find(one);
  ASSERT_NE(shape, std::string::npos);
  // Removing padding preserves the header's length.
  header.replace(shape, one.size(), large)
      .erase(header.size() - 1 - (large.size() - one.size()), large.size() - one.size());
  const std::filesystem::path file = folder.write("large.npy", header);
  std::filesystem::resize_file(file, header.size() + side * side * sizeof(float));
  const tests::Ending ending =
      tests::run_program({.arguments = {"copy", file, "--plan", "--op", "permuted(1,0)"}, .folder = folder.path()});
  EXPECT_EQ(ending.code(), 0) << ending.err;
  EXPECT_LT(ending.peak_bytes, side * side * sizeof(float)) << "the driver and sanitizers also need memory";
}

TEST_F(CopyCommand, ReportsTheRequiredAndTheFreeMemory) {
  const Outcome outcome =
      run_command({"copy", input, output, "--device", "cpu", "--op", "broadcast_to(1000000000000,3,4,5)"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("needs 218.3 TiB of memory"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(" are free; "), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(output));
}

TEST_F(CopyCommand, RejectsImpossibleCopies) {
  const auto expect_error = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  };
  expect_error({"copy", input}, "no output file");
  expect_error({"copy", input, output, "--op", "repacked(2)"}, "a copy cannot change the element type");
  expect_error({"copy", input, output, "--op", "sliced(7)"}, "cannot take 7 of axis 0");
  expect_error({"copy", input, output, "--order", "X"}, "--order");
  expect_error({"copy", folder.write("z.npz", "PK\3\4 and more"), output},
               "z.npz\": it is an archive of arrays (.npz): save");
  EXPECT_FALSE(std::filesystem::exists(output));
}

}  // namespace
}  // namespace texelscope::app
