#include "app/files/byte_source.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

std::string read_text(const ByteSource& source, std::uint64_t at) {
  std::array<std::byte, 4> bytes{};
  const std::size_t count = source.read(at, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), count};
}

void expect_abcdef(const ByteSource& source) {
  EXPECT_EQ(source.size(), 6U);
  EXPECT_EQ(read_text(source, 0), "abcd");
  EXPECT_EQ(read_text(source, 3), "def");
  EXPECT_EQ(read_text(source, 6), "");
  EXPECT_EQ(read_text(source, ~std::uint64_t{0}), "");
}

TEST(ByteSource, ReadsFromAnyPositionToTheEnd) {
  const std::string text = "abcdef";
  expect_abcdef(MemorySource(std::as_bytes(std::span(text))));
  const tests::TemporaryFolder folder;
  expect_abcdef(FileSource(folder.write("a", text)));
}

TEST(ByteSource, EndsEarlyIfItsFileShrinks) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("a", "abcdef");
  const FileSource source(path);
  std::filesystem::resize_file(path, 4);
  EXPECT_EQ(read_text(source, 2), "cd");
}

TEST(ByteSource, RefusesNonRegularFiles) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(FileSource{folder.path()}, FileError);
  EXPECT_THROW(FileSource{folder.path() / "missing"}, FileError);
  EXPECT_THROW(FileSource{"/dev/null"}, FileError);
}

}  // namespace
}  // namespace texelscope::app
