#include "app/files/tensor_file.h"

#include <fmt/format.h>

#include <cstdint>

#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/files/free_memory.h"
#include "app/files/zip_archive.h"
#include "app/files/zip_stream.h"
#include "app/text/bytes_text.h"
#include "app/text/escape.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view array_extension = ".npy";

bool is_archive(const fs::path& path) { return path.extension() == ".npz"; }

std::string name_of(const ZipMember& member) {
  return shown_line(member.name.substr(0, member.name.size() - array_extension.size()), max_zip_name);
}

/// The members that are arrays.
std::vector<ZipMember> array_members(const fs::path& path) {
  std::vector<ZipMember> members = read_zip_directory(path);
  std::erase_if(members, [](const ZipMember& member) { return !member.name.ends_with(array_extension); });
  if (members.empty()) {
    throw FileError(fmt::format("{} contains no arrays; use a file written by numpy.savez", path.string()));
  }
  return members;
}

/// The result of `read` for a member; damage of the archive takes precedence in errors.
template <class Read>
auto from_member(const fs::path& path, const ZipMember& member, Read read) {
  ZipStream stream(path, member);
  try {
    return read(stream);
  } catch (const gpu::Error& error) {
    throw FileError(!stream.fault().empty()
                        ? stream.fault()
                        : fmt::format("cannot read {} of {}: {}", member.name, path.string(), error.what()));
  }
}

/// A few compressed megabytes may expand beyond the machine's memory, which would kill the process.
void require_memory(const fs::path& path, const ZipMember& member) {
  const auto text = [](std::uint64_t bytes) { return bytes_text(static_cast<std::int64_t>(bytes)); };
  if (const std::uint64_t available = free_memory(); member.size > available) {
    throw FileError(fmt::format(
        "cannot read {} of {}: it needs {} and only {} of memory are free; free some, or save only a part of the array",
        member.name, path.string(), text(member.size), text(available)));
  }
}

}  // namespace

bool is_tensor_file(const fs::path& path) { return is_of_kind(path, tensor_files); }

std::vector<ListedTensor> list_tensors(const fs::path& path) {
  if (!is_archive(path)) {
    const gpu::NpyHeader header = gpu::read_npy_header(path);
    return {{shown_line(path.stem().string(), max_zip_name), header.type, header.layout}};
  }
  std::vector<ListedTensor> tensors;
  for (const ZipMember& member : array_members(path)) {
    const gpu::NpyHeader header =
        from_member(path, member, [](std::istream& stream) { return gpu::read_npy_header(stream); });
    tensors.push_back({name_of(member), header.type, header.layout});
  }
  return tensors;
}

NamedTensor read_tensor(const fs::path& path, std::size_t position) {
  if (!is_archive(path)) {
    return {shown_line(path.stem().string(), max_zip_name), gpu::StridedMemoryView::from_npy(path)};
  }
  const std::vector<ZipMember> members = array_members(path);
  if (position >= members.size()) {
    throw FileError(fmt::format("{} now has {} arrays, but number {} was requested; reload it", path.string(),
                                members.size(), position + 1));
  }
  const ZipMember& member = members[position];
  require_memory(path, member);
  const gpu::NpyArray array = from_member(path, member, [&](ZipStream& stream) {
    gpu::NpyArray read = gpu::read_npy(stream);
    // finish() would decompress bytes that nobody reads.
    if (const auto unread = member.size - static_cast<std::uint64_t>(std::streamoff{stream.tellg()}); unread > 0) {
      throw FileError(
          fmt::format("cannot read {} of {}: {} bytes follow the array that its header describes; save it again",
                      member.name, path.string(), unread));
    }
    stream.finish();
    return read;
  });
  return {name_of(member), gpu::StridedMemoryView::from_host(array.bytes(), array.layout, array.type, array.data)};
}

}  // namespace texelscope::app
