#include "texelscope/gpu/npy.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

/// An .npy file with this dictionary and data.
std::string file_of(std::string_view dictionary, std::string_view data, char major = 1) {
  std::string file("\x93NUMPY", 6);
  file += {major, '\0', static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
  if (major > 1) {
    file += {'\0', '\0'};
  }
  return file.append(dictionary).append(data);
}

NpyArray read(const std::string& file) {
  std::istringstream stream(file);
  return read_npy(stream);
}

std::string npy_refusal(const std::string& file) {
  return error_of<Error>([&] { static_cast<void>(read(file)); });
}

std::string refusal_of_header(std::string_view dictionary) {
  return npy_refusal(file_of(dictionary, std::string(256, 'x')));
}

std::string bytes_of(const NpyArray& array) {
  return {reinterpret_cast<const char*>(array.bytes().data()), array.bytes().size()};
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::string written(std::span<const std::byte> memory, const StridedLayout& layout, const ElementType& type) {
  std::ostringstream stream;
  write_npy(stream, memory, layout, type);
  return stream.str();
}

TEST(Npy, ReadsBothOrders) {
  const std::string c = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";
  const std::string f = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }";
  const NpyArray rows = read(file_of(c, "abcdef"));
  EXPECT_EQ(rows.layout, StridedLayout({2, 3}, {3, 1}, 1));
  EXPECT_EQ(rows.type, element_type_of<std::uint8_t>);
  EXPECT_EQ(bytes_of(rows), "abcdef");
  EXPECT_EQ(read(file_of(f, "abcdef")).layout, StridedLayout({2, 3}, {1, 2}, 1));
}

TEST(Npy, ReadsThreeVersions) {
  for (const char version : {'\1', '\2', '\3'}) {
    const NpyArray array = read(file_of("{'descr': '|S2', 'fortran_order': False, 'shape': (2,), }", "wxyz", version));
    EXPECT_EQ(bytes_of(array), "wxyz");
    EXPECT_EQ(array.layout.shape(), Dimensions{2});
  }
}

TEST(Npy, AcceptsAnyPythonDictionary) {
  for (const char* const dictionary : {
           "{'shape':(2,),'fortran_order':False,'descr':'|S2'}",
           "{\"descr\": \"|S2\", \"fortran_order\": False, \"shape\": (2L,), }",
           "  {'descr' : '|S2' ,\n 'fortran_order' : False,\t'shape' : ( 2 , ) , }  \n\n",
           "{'fortran_order': True, 'shape': (0x2,), 'descr': '|S2',}",
       }) {
    EXPECT_EQ(bytes_of(read(file_of(dictionary, "wxyz"))), "wxyz") << dictionary;
  }
  EXPECT_EQ(read(file_of("{'descr': '|S4', 'fortran_order': False, 'shape': (), }", "wxyz")).layout.ndim(), 0U);
  EXPECT_EQ(read(file_of("{'descr': '|S4', 'fortran_order': False, 'shape': (3L, 0L), }", "")).layout.volume(), 0);
}

TEST(Npy, ConvertsBigEndianDataPartByPart) {
  const auto read_big = [](const std::string& descr, const std::string& data) {
    return bytes_of(read(file_of("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (), }", data)));
  };
  if (std::endian::native != std::endian::little) {
    GTEST_SKIP() << "the host has big-endian data itself";
  }
  EXPECT_EQ(read_big(">u2", "ab"), "ba");
  EXPECT_EQ(read_big(">f4", "abcd"), "dcba");
  EXPECT_EQ(read_big(">M8[ns]", "abcdefgh"), "hgfedcba");
  EXPECT_EQ(read_big(">f16", "abcdefghijklmnop"), "ponmlkjihgfedcba");
  EXPECT_EQ(read_big(">c8", "abcdefgh"), "dcbahgfe");
  EXPECT_EQ(read_big(">U2", "abcdefgh"), "dcbahgfe");
  EXPECT_EQ(read_big(">S4", "abcd"), "abcd");
  EXPECT_EQ(read_big("<f4", "abcd"), "abcd");
}

TEST(Npy, IgnoresDataAfterTheArray) {
  const std::string one = file_of("{'descr': '|S2', 'fortran_order': False, 'shape': (), }", "ab");
  const std::string other = file_of("{'descr': '|S3', 'fortran_order': False, 'shape': (), }", "cde");
  std::istringstream stream(one + other);
  EXPECT_EQ(bytes_of(read_npy(stream)), "ab");
  EXPECT_EQ(bytes_of(read_npy(stream)), "cde");
}

TEST(Npy, RejectsOtherFiles) {
  EXPECT_EQ(npy_refusal(""), "it is empty: an .npy file has at least a header");
  EXPECT_TRUE(npy_refusal("PK\3\4 and more").starts_with("it is an archive of arrays (.npz): save one of them"));
  EXPECT_EQ(npy_refusal("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n"),
            "it is a Git LFS pointer, not the file itself; run git lfs pull");
  EXPECT_EQ(npy_refusal("version 2"), "it is not an .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(npy_refusal("PK and more"), "it is not an .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(npy_refusal("\x93NUM"), "it is not an .npy file: it does not begin with \\x93NUMPY");
  const std::string whole = file_of("{'descr': '|S2', 'fortran_order': False, 'shape': (), }", "");
  EXPECT_EQ(npy_refusal(whole.substr(0, 7)),
            "the version requires 2 bytes from position 6, but only 1 remains: the file is truncated or damaged");
  EXPECT_EQ(
      npy_refusal(whole.substr(0, 8)),
      "the size of the header requires 2 bytes from position 8, but only 0 remain: the file is truncated or damaged");
  EXPECT_EQ(npy_refusal(whole.substr(0, 20)),
            "the header requires 55 bytes from position 10, but only 10 remain: the file is truncated or damaged");
  std::string later = whole;
  later[6] = 4;
  later[7] = 1;
  EXPECT_EQ(npy_refusal(later), "it has version 4.1 of the .npy format: 1.0, 2.0 and 3.0 are supported");
  later[6] = 1;
  EXPECT_EQ(npy_refusal(later), "it has version 1.1 of the .npy format: 1.0, 2.0 and 3.0 are supported");
}

TEST(Npy, RejectsAHeaderBeyondTheFileBeforeAllocating) {
  EXPECT_EQ(
      npy_refusal(std::string("\x93NUMPY\2\0\xFF\xFF\xFF\xFF{'des", 17)),
      "the header requires 4294967295 bytes from position 12, but only 5 remain: the file is truncated or damaged");
}

TEST(Npy, RejectsAHeaderLongerThanAnyArrayNeeds) {
  std::string file("\x93NUMPY\x02\0\x00\x00\x20\x00", 12);
  file.append(0x200000, ' ');
  EXPECT_NE(npy_refusal(file).find("2097152 bytes"), std::string::npos) << npy_refusal(file);
}

TEST(Npy, RejectsDamagedHeaders) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "'', position 0: the text ends where '{' was expected"},
      {"[1]", "'[1]', position 0: '[' where '{' was expected"},
      {"{'descr': '<f8'", "'{'descr': '<f8'', position 15: the text ends where ',' or '}' was expected"},
      {"{descr: '<f8'}", "'{descr: '<f8'}', position 1: 'd' where a quoted key or '}' was expected"},
      {"{'descr", "'{'descr', position 7: the text ends where a closing ' was expected"},
      {"{'de\\x73cr': 1}", "'{'de\\x73cr': 1}', position 4: '\\' where a closing ' was expected"},
      {"{'descr' '<f8'}", "'{'descr' '<f8'}', position 9: ''' where ':' was expected"},
      {"{'descr': 8}", "'{'descr': 8}', position 10: '8' where a quoted NumPy type was expected"},
      {"{'descr': '<f8'} x", "'{'descr': '<f8'} x', position 17: 'x' where the end was expected"},
      {"{'fortran_order': 1}", "'{'fortran_order': 1}', position 18: '1' where True or False was expected"},
      {"{'fortran_order': true}", "'{'fortran_order': true}', position 18: 't' where True or False was expected"},
      {"{'shape': 3}", "'{'shape': 3}', position 10: '3' where '(' was expected"},
      {"{'shape': [3]}", "'{'shape': [3]}', position 10: '[' where '(' was expected"},
      {"{'shape': (3)}", "'{'shape': (3)}', position 12: ')' where ',' after the only extent of a shape was expected"},
      {"{'shape': (3 4)}",
       "'{'shape': (3 4)}', position 13: '4' where ',' after the only extent of a shape was expected"},
      {"{'shape': (3, 4 5)}", "'{'shape': (3, 4 5)}', position 16: '5' where ',' or ')' was expected"},
      {"{'shape': (,)}", "'{'shape': (,)}', position 11: ',' where an integer extent was expected"},
      {"{'shape': (True,)}", "'{'shape': (True,)}', position 11: 'T' where an integer extent was expected"},
      {"{'shape': (3.5,)}",
       "'{'shape': (3.5,)}', position 12: '.' where ',' after the only extent of a shape was expected"},
      {"{'shape': (9223372036854775808,)}",
       "'{'shape': (9223372036854775808,)}', position 11: '9' where an integer extent that fits in 64 bits was "
       "expected"},
      {"{'shape': (1,), 'shape': (1,)}", "its header has a duplicate key 'shape': write it once"},
      {"{'colour': 1}",
       "its header has an unknown key \"colour\": the keys of an .npy header are descr, "
       "fortran_order and shape"},
      {"{'fortran_order': False, 'shape': (1,)}",
       "its header lacks the key 'descr': the file is damaged or not an .npy file"},
      {"{'descr': '<f8', 'shape': (1,)}",
       "its header lacks the key 'fortran_order': the file is damaged or not an .npy file"},
      {"{'descr': '<f8', 'fortran_order': False}",
       "its header lacks the key 'shape': the file is damaged or not an .npy file"},
      {"{}", "its header lacks the key 'descr': the file is damaged or not an .npy file"},
  };
  for (const auto& [dictionary, reason] : cases) {
    EXPECT_EQ(refusal_of_header(dictionary), reason);
  }
}

TEST(Npy, RejectsObjectsAndStructuredElementsWithTheReason) {
  EXPECT_EQ(refusal_of_header("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"),
            "NumPy type \"|O\": an array of Python objects contains no readable data; save it with a different dtype");
  EXPECT_EQ(refusal_of_header("{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (1,), }"),
            "'descr' is a list: structured elements are not supported; save each field as a separate array");
  EXPECT_EQ(refusal_of_header("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (1,), }"),
            "'descr' is a tuple: array elements are not supported; save with more axes instead");
}

TEST(Npy, RejectsInvalidShapes) {
  const auto refusal = [](const std::string& shape) {
    return refusal_of_header("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }");
  };
  EXPECT_NE(refusal("(2, -1)").find("extent -1 on axis 1"), std::string::npos) << refusal("(2, -1)");
  EXPECT_NE(refusal("(4611686018427387904, 4)").find("64 bits"), std::string::npos);
  EXPECT_NE(refusal("(0, 4611686018427387904, 4)").find("64 bits"), std::string::npos);
  EXPECT_EQ(refusal("(1152921504606846975,)"),
            "float64 of shape (1152921504606846975,) requires 9223372036854775800 bytes from position 85, but only 256 "
            "remain: the file is truncated or damaged");
  std::string many = "(";
  for (int i = 0; i < 65; ++i) {
    many += "1, ";
  }
  EXPECT_EQ(refusal(many + ")"), "a layout cannot have 65 dimensions: use at most 64");
}

TEST(Npy, RejectsTruncatedData) {
  const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(npy_refusal(file_of(dictionary, std::string(23, 'x'))),
            "float32 of shape (2, 3) requires 24 bytes from position 69, but only 23 remain: the file is truncated or "
            "damaged");
  EXPECT_EQ(npy_refusal(file_of(dictionary, std::string(24, 'x'))), "no error");
}

TEST(Npy, NamesTheFileThatItCannotRead) {
  const std::filesystem::path folder = testing::TempDir();
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(read_npy(folder / "missing.npy")); }),
            "cannot read \"" + (folder / "missing.npy").string() + "\": No such file or directory");
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(read_npy_header(folder)); }),
            "cannot read \"" + folder.string() + "\": it is not a regular file");
  const std::filesystem::path empty = folder / "texelscope_empty.npy";
  std::ofstream(empty, std::ios::binary).close();
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(read_npy(empty)); }),
            "cannot read \"" + empty.string() + "\": it is empty: an .npy file has at least a header");
  std::filesystem::remove(empty);
  EXPECT_EQ(error_of<Error>([&] { write_npy(folder / "missing" / "a.npy", {}, StridedLayout({0}, 1), {}); }),
            "cannot write \"" + (folder / "missing" / "a.npy").string() + "\": No such file or directory");
}

/// A file that cannot be read beyond a given position.
class FailingFile : public std::stringbuf {
 public:
  FailingFile(const std::string& text, std::streamsize readable) : std::stringbuf{text}, readable_{readable} {}

 protected:
  std::streamsize xsgetn(char* destination, std::streamsize count) override {
    if (count > readable_) {
      errno = EIO;
      return 0;
    }
    readable_ -= count;
    return std::stringbuf::xsgetn(destination, count);
  }

 private:
  std::streamsize readable_;
};

TEST(Npy, ReportsTheSystemsReasonForFailedReads) {
  const std::string file = file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", std::string(24, 'x'));
  FailingFile failing(file, 69);
  std::istream stream(&failing);
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(read_npy(stream)); }),
            "reading 24 bytes at position 69 returned 0: Input/output error");
}

TEST(Npy, ReportsTheSystemsReasonWhenAFileCannotBeOpened) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "texelscope_unopened.npy";
  std::ofstream(file, std::ios::binary) << "x";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  // Now even root cannot open a file.
  const rlimit no_files{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &no_files), 0);
  const std::string error = error_of<Error>([&] { static_cast<void>(read_npy(file)); });
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(error, "cannot read \"" + file.string() + "\": Too many open files");
  std::filesystem::remove(file);
}

TEST(Npy, ReportsFailedWrites) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "there is no /dev/full";
  }
  EXPECT_EQ(error_of<Error>([] { write_npy("/dev/full", {}, StridedLayout({0}, 1), {}); }),
            "cannot write \"/dev/full\": No space left on device");
  std::ostringstream failed;
  failed.setstate(std::ios::failbit);
  EXPECT_EQ(error_of<Error>([&] { write_npy(failed, {}, StridedLayout({0}, 1), {}); }),
            "cannot write an .npy file to its stream: the stream did not accept all bytes");
}

TEST(Npy, WritesTheHeaderThatNumpyWrites) {
  const std::vector<float> values(6);
  const std::string file = written(bytes_of(values), StridedLayout({2, 3}, 4), element_type_of<float>);
  ASSERT_EQ(file.size(), 128U + 24U);
  const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(file.substr(0, 10), std::string("\x93NUMPY\1\0\x76\0", 10));
  EXPECT_EQ(file.substr(10, 117), dictionary + std::string(117 - dictionary.size(), ' '));
  EXPECT_EQ(file[127], '\n');
}

TEST(Npy, WritesContiguousLayoutsUnchangedAndOthersInCOrder) {
  const std::vector<std::uint8_t> values{0, 1, 2, 3, 4, 5};
  const auto data = [&](const StridedLayout& layout) {
    const std::string file = written(bytes_of(values), layout, element_type_of<std::uint8_t>);
    std::string text = file.find("'fortran_order': True") != std::string::npos ? "F" : "C";
    for (const char value : file.substr(128)) {
      text += static_cast<char>('0' + value);
    }
    return text;
  };
  EXPECT_EQ(data(StridedLayout({2, 3}, 1)), "C012345");
  EXPECT_EQ(data(StridedLayout({2, 3}, {1, 2}, 1)), "F012345");
  EXPECT_EQ(data(StridedLayout({2, 2}, {2, 1}, 1, StrideUnit::elements, 1)), "C1234");
  EXPECT_EQ(data(StridedLayout({2, 3}, {-3, -1}, 1, StrideUnit::elements, 5)), "C543210");
  EXPECT_EQ(data(StridedLayout({1, 3, 2}, {7, 1, 3}, 1)), "F012345") << "contiguous in F order";
  EXPECT_EQ(data(StridedLayout({3, 2}, {0, 3}, 1)), "C030303");
  EXPECT_EQ(data(StridedLayout({2, 1, 3}, {1, 2, 2}, 1)), "F012345");
  EXPECT_EQ(data(StridedLayout({3, 1, 1}, {2, INT64_MAX, INT64_MIN}, 1, StrideUnit::elements, 1)), "C135");
  EXPECT_EQ(data(StridedLayout({0, 3}, {1, 1}, 1, StrideUnit::elements, 50)), "C");
  EXPECT_EQ(data(StridedLayout({}, {}, 1, StrideUnit::elements, 4)), "C4");
}

TEST(Npy, GathersMoreThanOneChunk) {
  std::vector<std::uint32_t> values(300 * 200);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::uint32_t>(i * 2654435761U);
  }
  const StridedLayout layout({200, 150}, {1, 400}, 4);
  const std::string file = written(bytes_of(values), layout, element_type_of<std::uint32_t>);
  const NpyArray array = read(file);
  EXPECT_EQ(array.layout, StridedLayout({200, 150}, 4));
  std::vector<std::uint32_t> seen(200 * 150);
  std::memcpy(seen.data(), array.bytes().data(), array.bytes().size());
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < 150; ++j) {
      ASSERT_EQ(seen[i * 150 + j], values[i + 400 * j]) << i << ", " << j;
    }
  }
}

TEST(Npy, WritesNothingUnlessItIsComplete) {
  const std::vector<float> values(5);
  std::ostringstream stream;
  EXPECT_EQ(error_of<Error>([&] {
              write_npy(stream, bytes_of(values), StridedLayout({2, 3}, 4), element_type_of<float>);
            }),
            "shape (2, 3), strides (3, 1), itemsize 4 requires 24 bytes, but the memory has 20: pass all of its "
            "memory");
  EXPECT_EQ(
      error_of<Error>([&] { write_npy(stream, bytes_of(values), StridedLayout({2}, 4), element_type_of<double>); }),
      "float64 has 8 bytes, but the layout's itemsize is 4: they must be equal");
  EXPECT_NE(error_of<Error>([&] {
              write_npy(stream, bytes_of(values), StridedLayout({2}, {-1}, 4), element_type_of<float>);
            }).find("needs memory before its first byte"),
            std::string::npos);
  EXPECT_EQ(error_of<Error>([&] {
              write_npy(stream, bytes_of(values), StridedLayout({1}, 16), {ElementKind::floating_point, 32, 4});
            }),
            "NumPy has no type float32x4: view the memory as a different 16-byte type, such as V16");
  EXPECT_EQ(stream.str(), "");
}

TEST(Npy, ReadsBackSixtyFourDimensions) {
  const std::vector<std::uint16_t> values{7, 8};
  Dimensions shape = Dimensions::filled(64, 1);
  shape[40] = 2;
  const NpyArray array = read(written(bytes_of(values), StridedLayout(shape, 2), element_type_of<std::uint16_t>));
  EXPECT_EQ(array.layout.shape(), shape);
  EXPECT_EQ(std::memcmp(array.bytes().data(), values.data(), 4), 0);
}

}  // namespace
}  // namespace texelscope::gpu
