#include "app/files/tensor_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <cstring>
#include <functional>
#include <limits>
#include <sstream>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

std::string npy_bytes(const std::vector<float>& numbers) {
  std::ostringstream stream;
  gpu::write_npy(stream, std::as_bytes(std::span(numbers)),
                 gpu::StridedLayout({static_cast<std::int64_t>(numbers.size())}, 4), gpu::element_type_of<float>);
  return stream.str();
}

std::string deflate_bytes(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

/// A member of an archive, and what its entry in the directory says, which may be untrue.
struct Member {
  std::string name;
  std::string content;
  std::string stored;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  bool is_zip64 = false;

  Member(std::string of, std::string bytes, bool is_deflated = false)
      : name{std::move(of)},
        content{std::move(bytes)},
        stored{is_deflated ? deflate_bytes(content) : content},
        method{static_cast<std::uint16_t>(is_deflated ? 8 : 0)},
        size{content.size()},
        crc{static_cast<std::uint32_t>(
            crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())))} {}
};

/// An archive as APPNOTE describes it, with numpy's ZIP64 extra field in each member's own header.
std::string archive_of(const std::vector<Member>& members, bool has_zip64_end = false) {
  std::string bytes;
  std::string directory;
  for (const Member& member : members) {
    const std::size_t offset = bytes.size();
    const auto name_length = static_cast<std::uint16_t>(member.name.size());
    bytes += bytes_of<std::uint32_t>(0x04034B50) + bytes_of<std::uint16_t>(45) + bytes_of(member.flags) +
             bytes_of(member.method) + bytes_of<std::uint32_t>(0) + bytes_of(member.crc) +
             bytes_of<std::uint32_t>(0xFFFFFFFF) + bytes_of<std::uint32_t>(0xFFFFFFFF) + bytes_of(name_length) +
             bytes_of<std::uint16_t>(20) + member.name + bytes_of<std::uint16_t>(1) + bytes_of<std::uint16_t>(16) +
             bytes_of(member.size) + bytes_of<std::uint64_t>(member.stored.size()) + member.stored;
    const auto field = [&](std::uint64_t value) {
      return bytes_of(member.is_zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(value));
    };
    const std::string extra = member.is_zip64
                                  ? bytes_of<std::uint16_t>(1) + bytes_of<std::uint16_t>(24) + bytes_of(member.size) +
                                        bytes_of<std::uint64_t>(member.stored.size()) + bytes_of<std::uint64_t>(offset)
                                  : "";
    // The zeros: no comment, disk 0, no attributes.
    directory += bytes_of<std::uint32_t>(0x02014B50) + bytes_of<std::uint16_t>(45) + bytes_of<std::uint16_t>(45) +
                 bytes_of(member.flags) + bytes_of(member.method) + bytes_of<std::uint32_t>(0) + bytes_of(member.crc) +
                 field(member.stored.size()) + field(member.size) + bytes_of(name_length) +
                 bytes_of(static_cast<std::uint16_t>(extra.size())) + std::string(10, '\0') + field(offset) +
                 member.name + extra;
  }
  const std::uint64_t begin = bytes.size();
  bytes += directory;
  const auto count = static_cast<std::uint16_t>(members.size());
  if (has_zip64_end) {
    const std::uint64_t end = bytes.size();
    bytes += bytes_of<std::uint32_t>(0x06064B50) + bytes_of<std::uint64_t>(44) + std::string(12, '\0') +
             bytes_of<std::uint64_t>(count) + bytes_of<std::uint64_t>(count) +
             bytes_of<std::uint64_t>(directory.size()) + bytes_of(begin);
    bytes +=
        bytes_of<std::uint32_t>(0x07064B50) + bytes_of<std::uint32_t>(0) + bytes_of(end) + bytes_of<std::uint32_t>(1);
  }
  const std::uint16_t shown_count = has_zip64_end ? 0xFFFF : count;
  bytes += bytes_of<std::uint32_t>(0x06054B50) + std::string(4, '\0') + bytes_of(shown_count) + bytes_of(shown_count) +
           bytes_of(has_zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(directory.size())) +
           bytes_of(has_zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(begin)) + bytes_of<std::uint16_t>(0);
  return bytes;
}

class TensorFile : public testing::Test {
 protected:
  [[nodiscard]] std::vector<NamedTensor> read(const std::string& bytes) const {
    return read_tensor_file(folder.write("arrays.npz", bytes));
  }
  /// Why an archive is refused.
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

TEST_F(TensorFile, ReadsSizesAndOffsetsOf64Bits) {
  Member member("a.npy", npy_bytes({4, 5}));
  member.is_zip64 = true;
  const auto tensors = read(archive_of({Member("b.npy", npy_bytes({1})), member}, true));
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors[1].view.at<float>({1}), 5);
}

TEST_F(TensorFile, ReadsASingleArrayUnderItsName) {
  const auto tensors = read_tensor_file(folder.write("weights.npy", npy_bytes({1, 2})));
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].name, "weights");
}

TEST_F(TensorFile, RefusesWhatIsDamagedWithItsReason) {
  EXPECT_NE(refusal([](Member& m) { m.crc ^= 1; }).find("checksum"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.size = 10; }).find("does not inflate"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.stored[20] ^= 0x55; }).find("damaged"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.stored.resize(8); }).find("damaged"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.flags = 1; }).find("encrypted"), std::string::npos);
  EXPECT_NE(refusal([](Member& m) { m.method = 12; }).find("method 12"), std::string::npos);
  EXPECT_NE(refusal("nothing of the kind").find("no ZIP archive"), std::string::npos);
  EXPECT_NE(refusal("").find("no ZIP archive"), std::string::npos);
  EXPECT_NE(refusal(archive_of({Member("readme.txt", "text")})).find("no arrays"), std::string::npos);
  EXPECT_NE(refusal(archive_of({Member("a.npy", "\x93NUMPY and no more")})).find("a.npy"), std::string::npos);
  EXPECT_THROW(static_cast<void>(read_tensor_file(folder / "missing.npz")), FileError);
  EXPECT_THROW(static_cast<void>(read_tensor_file(folder / "missing.npy")), gpu::Error);
}

TEST_F(TensorFile, RefusesAbsurdSizesWithoutAskingForTheMemory) {
  const auto huge = [](Member& m) {
    m.is_zip64 = true;
    m.size = std::uint64_t{1} << 60;
  };
  EXPECT_NE(refusal(huge).find("cannot be"), std::string::npos);
  std::string many = archive_of({Member("a.npy", npy_bytes({1}))}, true);
  const std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
  std::memcpy(many.data() + many.size() - 22 - 20 - 24, &count, sizeof(count));
  EXPECT_NE(refusal(many), "read");
}

TEST_F(TensorFile, RefusesAPipeInsteadOfWaitingForIt) {
  for (const char* name : {"pipe.npz", "pipe.npy"}) {
    const std::filesystem::path pipe = folder / name;
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW(static_cast<void>(read_tensor_file(pipe)), std::exception) << name;
  }
}

TEST_F(TensorFile, ReadsOrRefusesAnArchiveThatIsCutOffOrChangedAnywhere) {
  const std::string whole = archive_of({Member("a.npy", npy_bytes({1, 2, 3}), true), Member("b.npy", npy_bytes({4}))});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(refusal(whole.substr(0, length)), "read") << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      // Names, dates and attributes may be anything.
      static_cast<void>(refusal(changed));
    }
  }
}

}  // namespace
}  // namespace texelscope::app
