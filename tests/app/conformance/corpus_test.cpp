#include "app/conformance/corpus.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::file_bytes;
using tests::TemporaryFolder;

Corpus some_corpus() {
  Corpus corpus;
  corpus.origin = {"A GPU", "580.1", "2026-01-02T03:04:05Z", 7};
  corpus.entries.push_back(
      {"first", 3, 4, 0x123456789ABCDEF0U, {{1, 0x100, 0x10000, 5}, {255, 0xFFFF, 0xFFFFFFFFU, 5}}});
  corpus.entries.push_back({"second", 0, 2, 0, {{7, 7, 7, 7}}});
  corpus.entries.push_back({"first", 4, 2, 1, {}});
  return corpus;
}

/// The error for a rejected file.
std::string refusal_of(const std::filesystem::path& path) {
  try {
    (void)load_corpus(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(Corpus, IsReadAsSaved) {
  const TemporaryFolder folder;
  save_corpus(folder / "c", some_corpus());
  const Corpus loaded = load_corpus(folder / "c");
  EXPECT_EQ(loaded.origin, some_corpus().origin);
  EXPECT_EQ(loaded.entries, some_corpus().entries);
}

TEST(Corpus, UsesFewBytesForSmallValues) {
  const TemporaryFolder folder;
  Corpus corpus;
  corpus.entries.push_back({"c", 0, 1000, 0, std::vector<FetchedTexel>(1000, {0, 0, 0, 0x3F800000U})});
  corpus.entries[0].results[5][1] = 200;
  save_corpus(folder / "c", corpus);
  EXPECT_LT(file_bytes(folder / "c").size(), 1200U);
  EXPECT_EQ(load_corpus(folder / "c").entries, corpus.entries);
}

TEST(Corpus, IsRejectedForEveryTruncation) {
  const TemporaryFolder folder;
  save_corpus(folder / "c", some_corpus());
  const std::string bytes = file_bytes(folder / "c");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(refusal_of(folder.write("cut", bytes.substr(0, size))), "") << size;
  }
  EXPECT_NE(refusal_of(folder.write("long", bytes + "x")), "");
}

TEST(Corpus, IsRejectedForEveryFlippedBit) {
  const TemporaryFolder folder;
  save_corpus(folder / "c", some_corpus());
  const std::string bytes = file_bytes(folder / "c");
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    std::string turned = bytes;
    turned[place] = static_cast<char>(turned[place] ^ 0x10);
    EXPECT_NE(refusal_of(folder.write("turned", turned)), "") << place;
  }
}

TEST(Corpus, ReportsWhatIsWrong) {
  const TemporaryFolder folder;
  save_corpus(folder / "c", some_corpus());
  std::string bytes = file_bytes(folder / "c");
  EXPECT_NE(refusal_of(folder.write("text", "no corpus at all")).find("not a corpus of texture fetches"),
            std::string::npos);
  EXPECT_NE(refusal_of(folder.write("cut", bytes.substr(0, 40))).find("truncated or damaged"), std::string::npos);
  bytes[8] = 9;
  EXPECT_NE(refusal_of(folder.write("version", bytes)).find("version is 9"), std::string::npos);
  EXPECT_NE(refusal_of(folder / "missing").find("no such file"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
