#include "app/files/tensor_file.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <limits>

#include "app/files/file_error.h"
#include "tests/app/files/zip_bytes.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::archive_of;
using tests::npy_bytes;
using Member = tests::ZipBytes;

class TensorFile : public testing::Test {
 protected:
  [[nodiscard]] std::vector<NamedTensor> read(const std::string& bytes) const {
    const std::filesystem::path path = folder.write("arrays.npz", bytes);
    std::vector<NamedTensor> tensors;
    for (std::size_t position = 0; position < list_tensors(path).size(); ++position) {
      tensors.push_back(read_tensor(path, position));
    }
    return tensors;
  }
  /// The reason for refusing an archive.
  [[nodiscard]] std::string refusal(const std::string& bytes) const {
    try {
      static_cast<void>(read(bytes));
    } catch (const FileError& error) {
      return error.what();
    }
    return "read";
  }
  [[nodiscard]] std::string refusal(const std::function<void(Member&)>& change) const {
    Member member("a.npy", npy_bytes({1, 2, 3}), true);
    change(member);
    return refusal(archive_of({member}));
  }

  tests::TemporaryFolder folder;
};

TEST_F(TensorFile, ReadsStoredAndDeflatedMembersInTheirOrder) {
  const auto tensors = read(archive_of({Member("first.npy", npy_bytes({1, 2, 3})), Member("notes.txt", "no array"),
                                        Member("deep/second.npy", npy_bytes(std::vector<float>(5000, 7)), true)}));
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors[0].name, "first");
  EXPECT_EQ(tensors[0].view.at<float>({2}), 3);
  EXPECT_EQ(tensors[1].name, "deep/second");
  EXPECT_EQ(tensors[1].view.layout().volume(), 5000);
  EXPECT_EQ(tensors[1].view.at<float>({4999}), 7);
}

TEST_F(TensorFile, ReleasesTheMemoryOfDecompression) {
  const std::string archive = archive_of({Member("a.npy", npy_bytes(std::vector<float>(5000, 7)), true)});
  static_cast<void>(read(archive));
  const std::size_t before = ::mallinfo2().uordblks;
  for (int round = 0; round < 200; ++round) {
    static_cast<void>(read(archive));
  }
  EXPECT_LT(::mallinfo2().uordblks, before + (1U << 20U))
      << "zlib uses some 7 KiB for each member, or 40 with a window";
}

TEST_F(TensorFile, ReadsSizesAndOffsetsOf64Bits) {
  Member member("a.npy", npy_bytes({4, 5}));
  member.is_zip64 = true;
  const auto tensors = read(archive_of({Member("b.npy", npy_bytes({1})), member}, true));
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors[1].view.at<float>({1}), 5);
}

TEST_F(TensorFile, ReadsSizesBehindOtherExtraFields) {
  Member member("a.npy", npy_bytes({4, 5}));
  member.is_zip64 = true;
  // The content of another field, which looks like a ZIP64 field.
  const std::string decoy =
      tests::bytes_of<std::uint16_t>(1) + tests::bytes_of<std::uint16_t>(24) + std::string(24, '\7');
  member.other_extra = tests::bytes_of<std::uint16_t>(0xCAFE) + tests::bytes_of<std::uint16_t>(28) + decoy;
  const auto tensors = read(archive_of({member}));
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].view.at<float>({1}), 5);
}

TEST_F(TensorFile, ReadsAnArchiveWithTheLongestComment) {
  std::string bytes = archive_of({Member("a.npy", npy_bytes({4, 5}))});
  bytes.replace(bytes.size() - 2, 2, tests::bytes_of<std::uint16_t>(65535));
  const auto tensors = read(bytes + std::string(65535, 'c'));
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].view.at<float>({1}), 5);
}

TEST_F(TensorFile, RefusesAMemberBehindTheDirectory) {
  for (const std::uint64_t moved : {std::uint64_t{5000}, ~std::uint64_t{0}}) {
    const std::string reason = refusal([&](Member& m) {
      m.is_zip64 = true;
      m.moved = moved;
    });
    EXPECT_NE(reason.find("a.npy starts after the directory"), std::string::npos) << reason;
  }
}

TEST_F(TensorFile, RefusesMoreThanDeflateCanExpand) {
  // zlib's technical notes: at most 1032 to 1.
  Member member("a.npy", npy_bytes(std::vector<float>(1000, 7)), true);
  member.is_zip64 = true;
  member.size = 1032 * member.stored.size();
  EXPECT_EQ(list_tensors(folder.write("a.npz", archive_of({member}))).size(), 1U);
  ++member.size;
  EXPECT_NE(refusal(archive_of({member})).find("which is impossible"), std::string::npos)
      << refusal(archive_of({member}));
}

TEST_F(TensorFile, RefusesAMemberThatDecompressesToMoreThanItsSize) {
  Member member("a.npy", npy_bytes({1, 2, 3}), true);
  const Member longer("a.npy", npy_bytes({1, 2, 3}) + "x", true);
  member.stored = longer.stored;
  EXPECT_NE(refusal(archive_of({member})).find("does not decompress to its"), std::string::npos)
      << refusal(archive_of({member}));
}

TEST_F(TensorFile, RefusesMoreBytesThanTheHeaderAnnouncesBeforeDecompressingThem) {
  const std::string text = refusal(archive_of({Member("a.npy", npy_bytes({1, 2, 3}) + std::string(1 << 20, 0), true)}));
  EXPECT_NE(text.find("a.npy of "), std::string::npos) << text;
  EXPECT_NE(text.find("1048576 bytes follow the array that its header describes"), std::string::npos) << text;
}

TEST_F(TensorFile, ReadsASingleArrayUnderItsName) {
  const std::filesystem::path path = folder.write("weights.npy", npy_bytes({1, 2}));
  const auto tensors = list_tensors(path);
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].name, "weights");
  EXPECT_EQ(tensors[0].layout.volume(), 2);
  EXPECT_EQ(read_tensor(path, 0).view.at<float>({1}), 2);
}

TEST_F(TensorFile, RefusesDamagedFilesWithTheReason) {
  EXPECT_NE(refusal([](Member& m) { m.crc ^= 1; }).find("checksum"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.size = 139; }).find("damaged"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.size = 141; }).find("1 bytes follow the array"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.stored[20] ^= 0x55; }).find("damaged"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.stored.resize(8); }).find("damaged"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.flags = 1; }).find("encrypted"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.method = 12; }).find("method 12"), std::string::npos);
  EXPECT_NE(refusal("text of another kind").find("not a ZIP archive"), std::string::npos);
  EXPECT_NE(refusal("").find("not a ZIP archive"), std::string::npos);
  EXPECT_NE(refusal(archive_of({Member("readme.txt", "text")})).find("no arrays"), std::string::npos);
  EXPECT_NE(refusal(archive_of({Member("a.npy", "\x93NUMPY and no more")})).find("a.npy"), std::string::npos);
  EXPECT_THROW(static_cast<void>(list_tensors(folder / "missing.npz")), FileError);
  EXPECT_THROW(static_cast<void>(list_tensors(folder / "missing.npy")), gpu::Error);
  EXPECT_THROW(
      static_cast<void>(read_tensor(folder.write("one.npz", archive_of({Member("a.npy", npy_bytes({1}))})), 1)),
      FileError);
}

TEST_F(TensorFile, RefusesAbsurdSizesWithoutAllocating) {
  const auto huge = [](Member& m) {
    m.is_zip64 = true;
    m.size = std::uint64_t{1} << 60;
  };
  EXPECT_NE(refusal(huge).find("impossible"), std::string::npos);
  std::string many = archive_of({Member("a.npy", npy_bytes({1}))}, true);
  const std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
  std::memcpy(many.data() + many.size() - 22 - 20 - 24, &count, sizeof(count));
  EXPECT_NE(refusal(many), "read");
}

TEST_F(TensorFile, ListsArraysWithoutReadingThem) {
  Member damaged("b.npy", npy_bytes(std::vector<float>(100000, 1)), true);
  damaged.crc ^= 1;
  const auto path = folder.write("arrays.npz", archive_of({Member("a.npy", npy_bytes({7})), damaged}));
  const auto tensors = list_tensors(path);
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors[1].name, "b");
  EXPECT_EQ(tensors[1].layout.volume(), 100000);
  EXPECT_EQ(tensors[1].type, gpu::element_type_of<float>);
  EXPECT_EQ(read_tensor(path, 0).view.at<float>({0}), 7) << "other members remain readable";
  EXPECT_THROW(static_cast<void>(read_tensor(path, 1)), FileError);
}

TEST_F(TensorFile, RefusesMembersThatShareTheirBytes) {
  Member again("b.npy", npy_bytes({1, 2}));
  again.same_as_first = true;
  const std::string reason = refusal(archive_of({Member("a.npy", npy_bytes({1, 2})), again}));
  EXPECT_NE(reason.find("overlaps another member"), std::string::npos) << reason;
}

TEST_F(TensorFile, RefusesDuplicateMemberNames) {
  const std::string reason = refusal(
      archive_of({Member("a.npy", npy_bytes({1})), Member("b.npy", npy_bytes({2})), Member("a.npy", npy_bytes({3}))}));
  EXPECT_NE(reason.find("two members named a.npy"), std::string::npos) << reason;
}

TEST_F(TensorFile, ReadsAnArchiveAfterOtherData) {
  const std::string program = "#!/bin/sh\nunpack this\n";
  for (const bool has_zip64_end : {false, true}) {
    for (const bool counts_prefix : {false, true}) {
      const auto tensors = read(archive_of({Member("a.npy", npy_bytes({1, 2})), Member("b.npy", npy_bytes({3}), true)},
                                           has_zip64_end, program, counts_prefix));
      ASSERT_EQ(tensors.size(), 2U) << has_zip64_end << counts_prefix;
      EXPECT_EQ(tensors[0].view.at<float>({1}), 2);
      EXPECT_EQ(tensors[1].view.at<float>({0}), 3);
    }
  }
}

TEST_F(TensorFile, LimitsNamesAndShowsThemAsOneLine) {
  EXPECT_NE(refusal(archive_of({Member(std::string(2000, 'n') + ".npy", npy_bytes({1}))})).find("2004 bytes"),
            std::string::npos);
  const auto tensors = read(archive_of({Member("a\x1b[31m\nb.npy", npy_bytes({1}))}));
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].name, "a [31m b");
}

TEST_F(TensorFile, RefusesAMemberLargerThanTheFreeMemory) {
  const std::uint64_t size = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * 4096U;
  if (size > std::uint64_t{200} << 30U) {
    GTEST_SKIP() << "a member larger than this machine's memory would need too large a file";
  }
  Member huge("a.npy", npy_bytes({1}), true);
  huge.is_zip64 = true;
  huge.size = size;
  huge.stored.resize(size / 1000);
  const auto path = folder.write("huge.npz", archive_of({huge}));
  EXPECT_EQ(list_tensors(path).size(), 1U);
  try {
    static_cast<void>(read_tensor(path, 0));
    ADD_FAILURE() << "read";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("of memory are free"), std::string::npos) << error.what();
  }
}

TEST_F(TensorFile, RefusesAPipeInsteadOfWaitingForIt) {
  for (const char* name : {"pipe.npz", "pipe.npy"}) {
    const std::filesystem::path pipe = folder / name;
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW(static_cast<void>(list_tensors(pipe)), std::exception) << name;
  }
}

TEST_F(TensorFile, ReadsOrRefusesAnArchiveTruncatedOrChangedAnywhere) {
  const std::string whole = archive_of({Member("a.npy", npy_bytes({1, 2, 3}), true), Member("b.npy", npy_bytes({4}))});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(refusal(whole.substr(0, length)), "read") << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      // Changes to names, dates and attributes are not detected, so the file may be accepted.
      static_cast<void>(refusal(changed));
    }
  }
}

TEST_F(TensorFile, RefusesAnArchiveWhoseEndRecordCountsTooFewMembers) {
  for (const std::uint16_t count : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{3}}) {
    std::string bytes = archive_of({Member("a.npy", npy_bytes({1})), Member("b.npy", npy_bytes({2}))});
    for (const std::size_t back : {14U, 12U}) {
      std::memcpy(bytes.data() + bytes.size() - back, &count, sizeof(count));
    }
    EXPECT_NE(refusal(bytes).find("damaged"), std::string::npos) << count << refusal(bytes);
  }
}

TEST_F(TensorFile, RefusesOverlappingMembers) {
  // The members are uncompressed, because decompression would check the size.
  const Member first("a.npy", npy_bytes({1, 2}));
  std::string overlapping = archive_of({first, Member("b.npy", npy_bytes({1, 2}))});
  const auto size = static_cast<std::uint32_t>(first.size + 1);
  const std::size_t entry = overlapping.find("PK\x01\x02");
  std::memcpy(overlapping.data() + entry + 20, &size, sizeof(size));
  std::memcpy(overlapping.data() + entry + 24, &size, sizeof(size));
  EXPECT_NE(refusal(overlapping).find("b.npy overlaps another member"), std::string::npos) << refusal(overlapping);
}

}  // namespace
}  // namespace texelscope::app
