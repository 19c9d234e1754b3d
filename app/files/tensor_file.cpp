#include "app/files/tensor_file.h"

#include <fmt/format.h>

#include <istream>
#include <streambuf>

#include "app/files/file_error.h"
#include "app/files/zip_archive.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

constexpr std::string_view array_extension = ".npy";

/// Bytes that a stream reads and seeks in, without a copy of them.
class ByteBuffer : public std::streambuf {
 public:
  explicit ByteBuffer(std::vector<std::byte>& bytes) {
    char* const begin = reinterpret_cast<char*>(bytes.data());
    setg(begin, begin, begin + bytes.size());
  }

 protected:
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode /*which*/) override {
    const off_type base = from == std::ios_base::beg   ? 0
                          : from == std::ios_base::cur ? gptr() - eback()
                                                       : egptr() - eback();
    const off_type to = base + offset;
    if (to < 0 || to > egptr() - eback()) {
      return {off_type{-1}};
    }
    setg(eback(), eback() + to, egptr());
    return {to};
  }
  pos_type seekpos(pos_type position, std::ios_base::openmode which) override {
    return seekoff(off_type{position}, std::ios_base::beg, which);
  }
};

gpu::StridedMemoryView view_of(const gpu::NpyArray& array) {
  return gpu::StridedMemoryView::from_host(array.bytes(), array.layout, array.type, array.data);
}

std::vector<NamedTensor> read_npz(const std::filesystem::path& path) {
  std::vector<NamedTensor> tensors;
  ZipArchive archive(path);
  for (const ZipMember& member : archive.members()) {
    if (!member.name.ends_with(array_extension)) {
      continue;
    }
    std::vector<std::byte> bytes = archive.read(member);
    ByteBuffer buffer(bytes);
    std::istream stream(&buffer);
    try {
      tensors.push_back(
          {member.name.substr(0, member.name.size() - array_extension.size()), view_of(gpu::read_npy(stream))});
    } catch (const gpu::Error& error) {
      throw FileError(fmt::format("cannot read {} of {}: {}", member.name, path.string(), error.what()));
    }
  }
  if (tensors.empty()) {
    throw FileError(fmt::format("{} holds no arrays; take one that numpy.savez wrote", path.string()));
  }
  return tensors;
}

}  // namespace

bool is_tensor_file(const std::filesystem::path& path) {
  return path.extension() == array_extension || path.extension() == ".npz";
}

std::vector<NamedTensor> read_tensor_file(const std::filesystem::path& path) {
  if (path.extension() == ".npz") {
    return read_npz(path);
  }
  return {{path.stem().string(), gpu::StridedMemoryView::from_npy(path)}};
}

}  // namespace texelscope::app
